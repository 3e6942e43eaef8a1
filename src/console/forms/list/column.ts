/** One column of a list: of its table, or a line of its cards. */
import type { RaRecord } from 'ra-core'
import type { ReactNode } from 'react'
import type { DataTableColumnProps } from 'react-admin'

type CellProps = Pick<DataTableColumnProps, 'align' | 'padding' | 'className'>

export interface Column<T extends RaRecord = RaRecord> extends CellProps {
  /** The field that it shows and is sorted by, or any other name. */
  name: string
  label: ReactNode
  sortable?: boolean
  /**
   * Its place on a card: before or after everything else, in the title, or in the line below. If absent, a line with
   * its label.
   */
  onCard?: 'start' | 'title' | 'subtitle' | 'end'
  /**
   * Whether there is nothing to show, so that a line of a card would only take room; by default, when its field is
   * empty.
   */
  isBlank?: (record: T) => boolean
  render: (record: T) => ReactNode
}
