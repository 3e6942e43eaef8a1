/** Formats of a time, with its zone (decision 36); blank when absent. */
import { memo } from 'react'
import { formatTime, LONG_FORM, SHORT_FORM } from '../../../domain/dates'
import { TimeText } from '../../ui/time/TimeText'
import { type CellProps, textOf } from './cell'

const DAY = 'YYYY-MM-DD'

export const TIME_CELLS = {
  deviceTime: memo(({ value }: CellProps) => <TimeText time={textOf(value)} form={SHORT_FORM} switched />),

  time: memo(({ value }: CellProps) => <TimeText time={textOf(value)} form={LONG_FORM} />),

  /** A day of the calendar is in no zone; the day of a moment is its day in Korea. */
  date: memo(({ value, field }: CellProps) => {
    const time = textOf(value)
    const zone = field?.type === 'datetime' ? 'KST' : 'UTC'
    const day = formatTime(time, DAY, zone)
    return day && zone === 'KST' ? `${day} KST` : day
  }),
}
