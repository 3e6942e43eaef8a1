/** The picker of a moment. */
import { DateTimePicker } from '@mui/x-date-pickers/DateTimePicker'
import { useTranslate } from 'ra-core'
import { useEffect, useRef } from 'react'
import { type InputProps, useFieldInput } from '../input'
import { KOREAN_TIME, MOMENT_PICKER, nowInKorea, PickerBox, usePicker } from '../pickers'

export default function MomentPicker(props: InputProps) {
  const input = useFieldInput(props)
  const translate = useTranslate()
  const { box, isEmpty, picker } = usePicker(input, KOREAN_TIME, KOREAN_TIME.write)
  const { put } = input

  // §9: the default shown is now. Only for a field that the user's own change has made visible: merely opening a form changes
  // nothing.
  const prefill = props.field.visible !== undefined && input.isDirty && isEmpty
  const prefilled = useRef(false)
  useEffect(() => {
    if (prefill && !prefilled.current) put(KOREAN_TIME.write(nowInKorea()))
    prefilled.current = true
  }, [prefill, put])

  return (
    <PickerBox box={box}>
      <DateTimePicker
        {...picker}
        {...MOMENT_PICKER}
        label={translate('forms.input.korean', { name: input.label })}
      />
    </PickerBox>
  )
}
