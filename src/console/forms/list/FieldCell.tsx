/** A value of a record in the format of its column, and the column's buttons beside it. */
import { Box } from '@mui/material'
import { type RaRecord, useListContext, useRecordContext } from 'ra-core'
import { useState } from 'react'
import type { CompiledColumn, CompiledResource } from '../../../engine/compiled'
import { valueAt } from '../../../engine/conditions'
import type { FormatName } from '../../../engine/registry'
import { textOf } from '../cells/cell'
import { CELLS } from '../cells/cells'
import { ActionButton } from './ActionButton'

/** The column that counts the rows over all pages. */
export const INDEX = 'index'

/** Formats whose times are in UTC, and say so (decision 14). */
const UTC: readonly FormatName[] = ['deviceTime', 'time']

/** What stands above a column, or beside its value on a card. */
export const columnLabel = (words: (text: CompiledColumn['label']) => string, column: CompiledColumn) =>
  UTC.includes(column.format) ? `${words(column.label)} (UTC)` : words(column.label)

interface FieldCellProps {
  resource: CompiledResource
  column: CompiledColumn
}

export function FieldCell({ resource, column }: FieldCellProps) {
  const record = useRecordContext()
  if (!record) return null
  if (column.field === INDEX) return <RowNumber id={record.id} />
  const Cell = CELLS[column.format]
  const cell = (
    <Cell
      value={valueAt(record, column.field)}
      record={record}
      name={column.field}
      field={resource.fields[column.field]}
    />
  )
  if (column.actions.length === 0) return cell
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5 }}>
      {cell}
      {column.actions.map(({ name }) => (
        <ActionButton key={name} name={name} record={record} recordName={nameOf(resource, record)} />
      ))}
    </Box>
  )
}

const nameOf = (resource: CompiledResource, record: RaRecord) =>
  textOf(valueAt(record, resource.recordName)) || String(record.id)

/** §2: the index, running on over the pages. While the next page comes, the rows of before keep their numbers. */
function RowNumber({ id }: { id: string | number }) {
  const { data, page, perPage, isPlaceholderData } = useListContext()
  const [shownPage, setShownPage] = useState(page)
  if (!isPlaceholderData && shownPage !== page) setShownPage(page)
  const at = data?.findIndex(record => record.id === id) ?? -1
  return at < 0 ? null : ((shownPage - 1) * perPage + at + 1).toLocaleString('ko-KR')
}
