/** A table whose columns, formats and buttons are those of config. */
import { Box, Skeleton, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material'
import { useDataTableRenderContext, useDataTableSortContext, useListContext, useTranslate } from 'ra-core'
import type { ComponentType } from 'react'
import { DataTable, DataTableCell, DataTableColumn, DataTableHeadCell } from 'react-admin'
import type { CompiledAction, CompiledColumn, CompiledResource } from '../../../engine/compiled'
import { useWords } from '../../config'
import { FieldCell, INDEX, RowActions, useColumnHead } from './FieldCell'

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
    <ScrollRegion label={words(resource.label)} busy={isPlaceholderData ?? false} compact={compact}>
      <DataTable bulkActionButtons={false} rowClick={false} empty={false} aria-label={words(resource.label)}>
        {lead && <DataTableColumn source={lead.name} label={lead.label} disableSort field={lead.Cell} />}
        {columns.map(column => (
          <Column
            key={column.field}
            source={column.field}
            label={headOf(column)}
            align={column.align}
            disableSort={!column.sortable || column.field === INDEX}
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
            render={() => <RowActions resource={resource} actions={rowActions} />}
          />
        )}
      </DataTable>
    </ScrollRegion>
  )
}

interface ColumnProps {
  source: string
  label: string
  align: CompiledColumn['align']
  disableSort: boolean
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
  return <DataTableCell {...props} render={() => <FieldCell resource={resource} column={column} />} />
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
    <ScrollRegion label={words(resource.label)} busy compact={compact}>
      <Table size="small" aria-hidden>
        <TableHead>
          <TableRow>
            {lead && <TableCell>{lead.label}</TableCell>}
            {columns.map(column => (
              <TableCell key={column.field} align={column.align}>
                {headOf(column)}
              </TableCell>
            ))}
            {rowActions.length > 0 && <TableCell />}
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
    </ScrollRegion>
  )
}

interface ScrollRegionProps {
  label: string
  busy: boolean
  compact: boolean
  children: React.ReactNode
}

/** Scrolls sideways and down by itself, the header staying; reached with the keyboard, so that the arrows move it. */
function ScrollRegion({ label, busy, compact, children }: ScrollRegionProps) {
  return (
    <Box
      role="region"
      aria-label={label}
      aria-busy={busy}
      tabIndex={0}
      sx={{
        overflow: 'auto',
        maxHeight: 'max(320px, calc(100dvh - 268px))',
        // The rows of before, while the next ones come; still readable.
        '& .RaDataTable-tbody': { opacity: busy ? 0.7 : 1, transition: 'opacity 120ms' },
        '& .MuiTableCell-root': {
          height: compact ? 32 : 40,
          py: 0,
          px: 1.25,
          whiteSpace: 'nowrap',
          fontVariantNumeric: 'tabular-nums',
        },
        '& .MuiTableRow-root:last-child > td': { borderBottom: 0 },
      }}
    >
      {children}
    </Box>
  )
}
