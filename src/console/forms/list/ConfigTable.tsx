/** A table whose columns, formats and buttons are those of config. While the first rows are fetched it has skeletons in their place. */
import { Skeleton, TableBody, TableCell, TableRow } from '@mui/material'
import {
  useDataTableDataContext,
  useDataTableRenderContext,
  useDataTableSortContext,
  useListContext,
  useRecordContext,
  useTranslate,
} from 'ra-core'
import type { ReactNode } from 'react'
import { DataTable, DataTableCell, DataTableColumn, DataTableHeadCell } from 'react-admin'
import type { CompiledAction, CompiledColumn, CompiledResource } from '../../../engine/compiled'
import { useWords } from '../../config'
import { FieldCell, INDEX, RowActions, useColumnHead } from './FieldCell'
import { ACTING, NAMING, TableRegion } from './TableRegion'

interface ConfigTableProps {
  resource: CompiledResource
  /** Those that are shown, in their order. */
  columns: readonly CompiledColumn[]
  /** The buttons at the end of each row. */
  rowActions: readonly CompiledAction[]
  compact: boolean
  /** The first rows are on their way. */
  isWaiting: boolean
}

export function ConfigTable({ resource, columns, rowActions, compact, isWaiting }: ConfigTableProps) {
  const label = useWords()(resource.label)
  const headOf = useColumnHead()
  const translate = useTranslate()
  const { isPlaceholderData, perPage } = useListContext()
  const waiting = isWaiting && {
    data: Array.from({ length: perPage }, (_, id) => ({ id })),
    isPending: false,
    body: SkeletonBody,
  }
  return (
    <TableRegion label={label} busy={isWaiting || isPlaceholderData === true} compact={compact}>
      <DataTable bulkActionButtons={false} rowClick={false} empty={false} aria-label={label} {...waiting}>
        {columns.map(column => (
          <Column
            key={column.field}
            source={column.field}
            label={headOf(column)}
            align={column.align}
            disableSort={!column.sortable || column.field === INDEX}
            className={stickyClass(columns, column, rowActions)}
            resource={resource}
            column={column}
          />
        ))}
        {rowActions.length > 0 && (
          <DataTableColumn
            source="row:actions"
            label={translate('forms.action.column')}
            disableSort
            align="right"
            className={ACTING}
            render={() => <RowActions resource={resource} actions={rowActions} />}
          />
        )}
      </DataTable>
    </TableRegion>
  )
}

/** The column that names a record stays while the others scroll, and so does the one with its buttons. */
function stickyClass(
  columns: readonly CompiledColumn[],
  column: CompiledColumn,
  rowActions: readonly CompiledAction[],
): string | undefined {
  if (column === columns.find(({ field }) => field !== INDEX)) return NAMING
  if (rowActions.length === 0 && column === columns.find(({ actions }) => actions.length > 0)) return ACTING
  return undefined
}

interface ColumnProps {
  source: string
  label: string
  align: CompiledColumn['align']
  disableSort: boolean
  className: string | undefined
  resource: CompiledResource
  column: CompiledColumn
}

/** react-admin's column, which also tells screen readers the sort (`aria-sort`), and has a skeleton where there is no record yet. */
function Column({ resource, column, ...props }: ColumnProps) {
  const context = useDataTableRenderContext()
  const sort = useDataTableSortContext()
  const record = useRecordContext()
  if (context === 'header') {
    const order = sort?.field === props.source ? sort.order : undefined
    return (
      <DataTableHeadCell
        {...props}
        sortDirection={order && !props.disableSort ? (order === 'ASC' ? 'asc' : 'desc') : false}
      />
    )
  }
  if (context !== 'data') return null
  if (!record) {
    return (
      <TableCell align={props.align} className={props.className}>
        <Skeleton width={column.field === INDEX ? 16 : '75%'} sx={{ display: 'inline-block' }} />
      </TableCell>
    )
  }
  return <DataTableCell {...props} render={() => <FieldCell resource={resource} column={column} oneLine />} />
}

/** As many rows as a page has, of the same height; the result line tells screen readers that the list is loading. */
function SkeletonBody({ children }: { children?: ReactNode }) {
  const rows = useDataTableDataContext()
  return (
    <TableBody aria-hidden>
      {rows?.map(({ id }) => (
        <TableRow key={id}>{children}</TableRow>
      ))}
    </TableBody>
  )
}
