/** A table whose columns, formats and buttons are those of config. */
import { Skeleton, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material'
import { useDataTableRenderContext, useDataTableSortContext, useListContext, useTranslate } from 'ra-core'
import type { ComponentType } from 'react'
import { DataTable, DataTableCell, DataTableColumn, DataTableHeadCell } from 'react-admin'
import type { CompiledAction, CompiledColumn, CompiledResource } from '../../../engine/compiled'
import { useWords } from '../../config'
import { FieldCell, INDEX, RowActions, useColumnHead } from './FieldCell'
import { ACTING, NAMING, TableRegion } from './TableRegion'

interface ConfigTableProps {
  resource: CompiledResource
  /** Those that are shown, in their order. */
  columns: readonly CompiledColumn[]
  compact: boolean
  lead?: Lead
  /** The buttons at the end of each row. */
  rowActions?: readonly CompiledAction[]
}

const NO_ACTIONS: readonly CompiledAction[] = []

/** A column of a feature's own, before those of config. */
export interface Lead {
  /** Its name, unlike any field's. */
  name: string
  label: string
  Cell: ComponentType
}

export function ConfigTable({ resource, columns, compact, lead, rowActions = NO_ACTIONS }: ConfigTableProps) {
  const words = useWords()
  const headOf = useColumnHead()
  const translate = useTranslate()
  const { isPlaceholderData } = useListContext()
  return (
    <TableRegion label={words(resource.label)} busy={isPlaceholderData ?? false} compact={compact}>
      <DataTable bulkActionButtons={false} rowClick={false} empty={false} aria-label={words(resource.label)}>
        {lead && <DataTableColumn source={lead.name} label={lead.label} disableSort field={lead.Cell} />}
        {columns.map(column => (
          <Column
            key={column.field}
            source={column.field}
            label={headOf(column)}
            align={column.align}
            disableSort={!column.sortable || column.field === INDEX}
            className={stays(columns, column, rowActions)}
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
function stays(
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

/** react-admin's column, which also tells screen readers the order of the rows (`aria-sort`). */
function Column({ resource, column, ...props }: ColumnProps) {
  const where = useDataTableRenderContext()
  const sort = useDataTableSortContext()
  if (where === 'header') {
    const order = sort?.field === props.source ? sort.order : undefined
    return (
      <DataTableHeadCell
        {...props}
        sortDirection={order && !props.disableSort ? (order === 'ASC' ? 'asc' : 'desc') : false}
      />
    )
  }
  if (where !== 'data') return null
  return <DataTableCell {...props} render={() => <FieldCell resource={resource} column={column} oneLine />} />
}

/** What is shown while the first rows come: the same columns, rows of the same height. */
export function TableSkeleton({
  resource,
  columns,
  compact,
  lead,
  rowActions = NO_ACTIONS,
  rows,
}: ConfigTableProps & { rows: number }) {
  const words = useWords()
  const headOf = useColumnHead()
  return (
    <TableRegion label={words(resource.label)} busy compact={compact}>
      <Table size="small" aria-hidden>
        <TableHead>
          <TableRow>
            {lead && <TableCell>{lead.label}</TableCell>}
            {columns.map(column => (
              <TableCell
                key={column.field}
                align={column.align}
                className={stays(columns, column, rowActions)}
              >
                {headOf(column)}
              </TableCell>
            ))}
            {rowActions.length > 0 && <TableCell className={ACTING} />}
          </TableRow>
        </TableHead>
        <TableBody>
          {Array.from({ length: rows }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows differ in nothing else
            <TableRow key={row}>
              {lead && (
                <TableCell>
                  <Skeleton width={48} />
                </TableCell>
              )}
              {columns.map(column => (
                <TableCell key={column.field} align={column.align}>
                  <Skeleton width={column.field === INDEX ? 16 : '75%'} sx={{ display: 'inline-block' }} />
                </TableCell>
              ))}
              {rowActions.length > 0 && (
                <TableCell align="right">
                  <Skeleton width={56} sx={{ display: 'inline-block' }} />
                </TableCell>
              )}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableRegion>
  )
}
