/**
 * The head of a column. A click sorts the list by it.
 *
 * Instead of `DataTableHeadCell`: it has no aria-sort, and its tooltip renders each head a second time before the first
 * paint. The tooltip here is mounted when it is first shown.
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
  const sortHint = translate('ra.sort.sort_by', {
    field: name,
    field_lower_first: name.charAt(0).toLowerCase() + name.slice(1),
    order: translate(`ra.sort.${next}`),
  })
  const { props, tip } = useTip(sortHint)
  return (
    <>
      <TableSortLabel
        {...props}
        aria-label={sortHint}
        active={active}
        direction={direction}
        // `handleSort` reads the column and its first order from these two attributes.
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
