/** A column of a list: a column of its table, or a line of its cards. */
import type { RaRecord } from 'ra-core'
import type { ReactNode } from 'react'
import type { DataTableColumnProps } from 'react-admin'
import type { Tone } from '../../ui/StatusDot'

type CellProps = Pick<DataTableColumnProps, 'align' | 'padding' | 'className'>

export interface Column<T extends RaRecord = RaRecord> extends CellProps {
  /** Its field, by which the list is sorted; or another unique name. */
  name: string
  label: ReactNode
  sortable?: boolean
  /** Its place on a card: at the edges, in the first or the second line. Default: the last line. */
  onCard?: 'start' | 'title' | 'subtitle' | 'end'
  /** Whether its value is not clear without the label: a card then shows both. */
  needsLabel?: boolean
  /** Whether there is nothing to show: a card then omits the line. Default: whether the field `name` is empty. */
  isBlank?: (record: T) => boolean
  /** The tone of the rail at the start of the row. @param now the server's time in ms */
  tone?: (record: T, now: number) => Tone
  render: (record: T) => ReactNode
}
