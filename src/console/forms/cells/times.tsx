/** Cells of times: UTC in the form of §9, the Korean time and "3 minutes ago" in the tooltip; blank when absent. */
import { memo } from 'react'
import { LONG_FORM, SHORT_FORM } from '../../../domain/dates'
import { TimeText } from '../../ui/TimeText'
import { type CellProps, textOf } from './cell'

export const DeviceTimeCell = memo(({ value }: CellProps) => (
  <TimeText time={textOf(value)} form={SHORT_FORM} />
))

export const TimeCell = memo(({ value }: CellProps) => <TimeText time={textOf(value)} form={LONG_FORM} />)

export const DateCell = memo(({ value }: CellProps) => <TimeText time={textOf(value)} form="YYYY-MM-DD" />)
