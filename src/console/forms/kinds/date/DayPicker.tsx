/** The picker of a day. */
import { DatePicker } from '@mui/x-date-pickers/DatePicker'
import { type InputProps, useFieldInput } from '../input'
import { type DateFormat, PickerBox, readTime, usePicker } from '../pickers'

const PATTERN = 'YYYY-MM-DD'
const FORMAT: DateFormat = { read: readTime, write: day => day.format(PATTERN) }

export default function DayPicker(props: InputProps) {
  const input = useFieldInput(props)
  const { box, picker } = usePicker(input, FORMAT)
  return (
    <PickerBox box={box}>
      <DatePicker {...picker} format={PATTERN} label={input.label} />
    </PickerBox>
  )
}
