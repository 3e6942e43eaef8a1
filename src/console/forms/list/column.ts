/** A column of a list: a column of its table, or a line of its cards. */
import type { RaRecord } from 'ra-core'
import type { ReactNode } from 'react'
import type { DataTableColumnProps } from 'react-admin'
import type { Tone } from '../../ui/StatusDot'

type CellProps = Pick<DataTableColumnProps, 'align' | 'padding' | 'className'>

export interface Column<T extends RaRecord = RaRecord> extends CellProps {
  /** The name of the field by which the column sorts, or another unique name. */
  name: string
  label: ReactNode
  sortable?: boolean
  /** The place on a card: an edge (`start`, `end`), the first line (`title`) or the second. Default: the last line. */
  onCard?: 'start' | 'title' | 'subtitle' | 'end'
  /** Whether the user needs the label to understand the value: a card then shows both. */
  needsLabel?: boolean
  /** Whether a card truncates the value rather than give it another line. */
  shrinks?: boolean
  /** Whether the record has nothing to show here: a card then omits it. Default: whether the field `name` is empty. */
  isBlank?: (record: T) => boolean
  /** The tone of the rail at the start of the row. @param now the server's time in ms */
  tone?: (record: T, now: number) => Tone
  render: (record: T) => ReactNode
}
