/** The picker of a day. */
import { DatePicker } from '@mui/x-date-pickers/DatePicker'
import { type InputProps, useFieldInput } from '../input'
import { PickerBox, readTime, usePicker } from '../pickers'
import type { DateForms } from '../useDraft'

const FORM = 'YYYY-MM-DD'
const FORMS: DateForms = { read: readTime, write: day => day.format(FORM) }

export default function DayPicker(props: InputProps) {
  const input = useFieldInput(props)
  const { box, picker } = usePicker(input, FORMS)
  return (
    <PickerBox box={box}>
      <DatePicker {...picker} format={FORM} label={input.label} />
    </PickerBox>
  )
}
