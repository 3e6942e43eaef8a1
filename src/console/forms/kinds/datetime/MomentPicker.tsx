/** The picker of a moment. Korea is nine hours ahead all year (§9), so that its clock is UTC's, moved. */
import { DateTimePicker } from '@mui/x-date-pickers/DateTimePicker'
import { useTranslate } from 'ra-core'
import { useEffect, useRef } from 'react'
import { KOREA_OFFSET_MINUTES, LONG_FORM } from '../../../../domain/dates'
import { type InputProps, useFieldInput } from '../input'
import { nowInKorea, PickerBox, readTime, usePicker } from '../pickers'
import type { DateForms } from '../useDraft'

/** A wire time as the hands of a clock in Korea. */
const FORMS: DateForms = {
  read: value => readTime(value)?.add(KOREA_OFFSET_MINUTES, 'minute') ?? null,
  write: clock => clock.subtract(KOREA_OFFSET_MINUTES, 'minute').toISOString(),
}

export default function MomentPicker(props: InputProps) {
  const input = useFieldInput(props)
  const translate = useTranslate()
  const { box, isEmpty, picker } = usePicker(input, FORMS, FORMS.write)
  const { put } = input

  // §9: the default shown is now. Only for a field that the user has just brought about: a form that is merely opened
  // changes nothing.
  const prefill = props.field.visible !== undefined && input.isDirty && isEmpty
  const prefilled = useRef(false)
  useEffect(() => {
    if (prefill && !prefilled.current) put(FORMS.write(nowInKorea()))
    prefilled.current = true
  }, [prefill, put])

  return (
    <PickerBox box={box}>
      <DateTimePicker
        {...picker}
        ampm={false}
        format={LONG_FORM}
        views={['year', 'month', 'day', 'hours', 'minutes', 'seconds']}
        timeSteps={{ hours: 1, minutes: 5, seconds: 30 }}
        label={translate('forms.input.korean', { name: input.label })}
      />
    </PickerBox>
  )
}
