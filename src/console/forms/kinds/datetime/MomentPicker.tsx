/** The picker of a moment. */
import { DateTimePicker } from '@mui/x-date-pickers/DateTimePicker'
import { useTranslate } from 'ra-core'
import { useEffect, useRef } from 'react'
import { KOREA_OFFSET_MINUTES } from '../../../../domain/dates'
import { type InputProps, useFieldInput } from '../input'
import { type DateFormat, MOMENT_PICKER, nowInKorea, PickerBox, readTime, usePicker } from '../pickers'

/** Korea is nine hours ahead all year (§9): the picker shows UTC, moved by nine hours. */
const FORMAT: DateFormat = {
  read: value => readTime(value)?.add(KOREA_OFFSET_MINUTES, 'minute') ?? null,
  write: clock => clock.subtract(KOREA_OFFSET_MINUTES, 'minute').toISOString(),
}

export default function MomentPicker(props: InputProps) {
  const input = useFieldInput(props)
  const translate = useTranslate()
  const { box, isEmpty, picker } = usePicker(input, FORMAT, FORMAT.write)
  const { put } = input

  // §9: the default shown is now. Only for a field that the user's own change has made visible: merely opening a form changes
  // nothing.
  const prefill = props.field.visible !== undefined && input.isDirty && isEmpty
  const prefilled = useRef(false)
  useEffect(() => {
    if (prefill && !prefilled.current) put(FORMAT.write(nowInKorea()))
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
