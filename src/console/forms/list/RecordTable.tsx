/**
 * react-admin's table from its own parts. Its `DataTable` puts them together in the same way, with a chooser of
 * columns, a bar of bulk actions and a dialog that stand elsewhere here, and would bring 9 kB to the first load of
 * every list (decision 356).
 *
 * Instead of `DataTable`: it adds 9 kB to the first load of every list (decision 356). DataTableBase is used.
 */
import { type SxProps, Table, type Theme } from '@mui/material'
import { DataTableBase, DataTableRenderContext, type RaRecord } from 'ra-core'
import type { ReactNode } from 'react'
import { DataTableHead, DataTableRoot } from 'react-admin'

export interface RecordTableProps {
  label: string
  records: RaRecord[]
  /** Whether rows can be chosen. */
  selects: boolean
  sx?: SxProps<Theme> | undefined
  /** A cell of the head for each column. */
  head: ReactNode
  /** The `tbody`. */
  children: ReactNode
}

export const RecordTable = ({ label, records, selects, sx, head, children }: RecordTableProps) => (
  <DataTableBase
    data={records}
    isPending={false}
    hasBulkActions={selects}
    rowClick={false}
    loading={null}
    empty={null}
  >
    <DataTableRoot {...(sx && { sx })}>
      <Table size="small" aria-label={label}>
        <DataTableRenderContext.Provider value="header">
          <DataTableHead>{head}</DataTableHead>
        </DataTableRenderContext.Provider>
        {children}
      </Table>
    </DataTableRoot>
  </DataTableBase>
)
