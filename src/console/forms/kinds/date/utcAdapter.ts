/** MUI's adapter for dayjs, which parses typed dates in UTC instead of the time zone of the browser. */
import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs'
import dayjs, { type Dayjs } from 'dayjs'
import utc from 'dayjs/plugin/utc'

dayjs.extend(utc)

/** Dates that the user has typed completely, but that do not exist, such as 30 February. */
const impossible = new WeakSet<Dayjs>()

export const isImpossible = (date: Dayjs | null): boolean => date !== null && impossible.has(date)

/**
 * Korean times are shown as UTC shifted by nine hours. In the browser's zone some of these times do not exist: clocks
 * in New York skip 02:30 on a day in March.
 */
export class UtcAdapter extends AdapterDayjs {
  override parse = (value: string, format: string): Dayjs | null => {
    if (value === '') return null
    const date = dayjs.utc(value, format, true)
    // MUI joins the sections of its field by blanks; an empty section has its placeholder, such as `MM`.
    if (!date.isValid() && /^\d+(?: \d+)*$/.test(value)) impossible.add(date)
    return date
  }
}
