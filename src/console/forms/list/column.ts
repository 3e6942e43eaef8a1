/** A column of a list: a column of its table, or a line of its cards. */
import type { RaRecord } from 'ra-core'
import type { ReactNode } from 'react'
import type { DataTableColumnProps } from 'react-admin'

type CellProps = Pick<DataTableColumnProps, 'align' | 'padding' | 'className'>

export interface Column<T extends RaRecord = RaRecord> extends CellProps {
  /** Its field, by which the list is sorted; or another unique name. */
  name: string
  label: ReactNode
  sortable?: boolean
  /** Its place on a card: at the edges, in the title, or in the line below it. Default: a line with its label. */
  onCard?: 'start' | 'title' | 'subtitle' | 'end'
  /** Whether there is nothing to show: a card then omits the line. Default: whether the field `name` is empty. */
  isBlank?: (record: T) => boolean
  render: (record: T) => ReactNode
}
