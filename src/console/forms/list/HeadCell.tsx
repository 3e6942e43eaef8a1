/**
 * The head of a column: react-admin's `DataTableHeadCell`, which also tells screen readers the sort (`aria-sort`), and
 * with a tooltip that is mounted when it is used: the library's renders each head a second time before the first
 * paint.
 *
 * Instead of `DataTableHeadCell`: its tooltip renders each head a second time before the first paint and runs all
 * effects again; no aria-sort.
 */
import { TableCell, TableSortLabel } from '@mui/material'
import { useDataTableCallbacksContext, useDataTableSortContext, useTranslate } from 'ra-core'
import { useTip } from '../../ui/text/useTip'
import type { Column } from './column'

interface HeadCellProps extends Pick<Column, 'align' | 'className' | 'padding' | 'label'> {
  source: string
  sortable: boolean
}

export function HeadCell({ source, label, sortable, className, ...cell }: HeadCellProps) {
  const sort = useDataTableSortContext()
  const order = sortable && sort?.field === source ? sort.order : undefined
  const direction = order === 'DESC' ? 'desc' : 'asc'
  return (
    <TableCell
      {...cell}
      variant="head"
      className={['RaDataTable-headerCell', className, `column-${source}`].filter(Boolean).join(' ')}
      sortDirection={order ? direction : false}
    >
      {sortable && sort ? (
        <SortLabel source={source} label={label} active={order !== undefined} direction={direction} />
      ) : (
        label
      )}
    </TableCell>
  )
}

interface SortLabelProps extends Pick<HeadCellProps, 'source' | 'label'> {
  active: boolean
  direction: 'asc' | 'desc'
}

function SortLabel({ source, label, active, direction }: SortLabelProps) {
  const { handleSort } = useDataTableCallbacksContext()
  const translate = useTranslate()
  const next = active && direction === 'asc' ? 'DESC' : 'ASC'
  const name = typeof label === 'string' ? label : ''
  const says = translate('ra.sort.sort_by', {
    field: name,
    field_lower_first: name.charAt(0).toLowerCase() + name.slice(1),
    order: translate(`ra.sort.${next}`),
  })
  const { props, tip } = useTip(says)
  return (
    <>
      <TableSortLabel
        {...props}
        aria-label={says}
        active={active}
        direction={direction}
        data-field={source}
        data-order="ASC"
        onClick={handleSort}
      >
        {label}
      </TableSortLabel>
      {tip}
    </>
  )
}
