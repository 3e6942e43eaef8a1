/** A value of a record in the format of its column, and the column's buttons beside it. */
import { Box } from '@mui/material'
import { type RaRecord, useListContext, useRecordContext } from 'ra-core'
import { useState } from 'react'
import type { Zone } from '../../../domain/dates'
import type { CompiledAction, CompiledColumn, CompiledResource } from '../../../engine/compiled'
import { valueAt } from '../../../engine/conditions'
import type { FormatName } from '../../../engine/registry'
import { shownValue } from '../../../engine/shown'
import { useWords } from '../../config'
import { Cut } from '../../ui/Cut'
import { useZone } from '../../ui/zones'
import { textOf } from '../cells/cell'
import { CELLS } from '../cells/cells'
import { ActionButton } from './ActionButton'
import { Avatar } from './Avatar'

/** The column that counts the rows over all pages. */
export const INDEX = 'index'

/** What stands above a column: its label, and the zone of its times (decision 36). */
export function useColumnHead(): (column: CompiledColumn) => string {
  const words = useWords()
  const switched = useZone(true)
  const zones: Partial<Record<FormatName, Zone>> = { deviceTime: switched, time: 'KST' }
  return ({ label, format }) => (zones[format] ? `${words(label)} (${zones[format]})` : words(label))
}

/** Formats whose values may end in an ellipsis. Identifiers, figures and times are never cut. */
const CUT: readonly FormatName[] = [
  'text',
  'choice',
  'level',
  'yesNo',
  'reference',
  'link',
  'email',
  'color',
  'json',
]
const CUT_WIDTH = '28ch'

interface FieldCellProps {
  resource: CompiledResource
  column: CompiledColumn
  /** In a table a long text ends in an ellipsis; elsewhere it takes lines. */
  oneLine?: boolean
}

export function FieldCell({ resource, column, oneLine = false }: FieldCellProps) {
  const record = useRecordContext()
  if (!record) return null
  if (column.field === INDEX) return <RowNumber id={record.id} />
  const Cell = CELLS[column.format]
  const field = resource.fields[column.field]
  const value = shownIn(resource, column, record)
  const shown = <Cell value={value} record={record} name={column.field} field={field} />
  const cell = oneLine && CUT.includes(column.format) ? <Cut width={CUT_WIDTH}>{shown}</Cut> : shown
  if (column.actions.length === 0 && !column.avatar) return cell
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: column.avatar ? 1 : 0.5,
        maxWidth: '100%',
      }}
    >
      {column.avatar && <Avatar resource={resource.name} record={record} name={nameOf(resource, record)} />}
      {cell}
      {column.actions.map(({ name }) => (
        <ActionButton key={name} name={name} record={record} recordName={nameOf(resource, record)} />
      ))}
    </Box>
  )
}

/** What the list shows of a record in this column. */
export function shownIn(
  { fields }: CompiledResource,
  { field: name }: CompiledColumn,
  record: RaRecord,
): unknown {
  const field = fields[name]
  return field ? shownValue(field, record) : valueAt(record, name)
}

/** How a record is called: by the field that config names, else by its id. */
export const nameOf = (resource: CompiledResource, record: RaRecord) =>
  textOf(valueAt(record, resource.recordName)) || String(record.id)

/** The buttons of a row (config, `list.rowActions`). */
export function RowActions({
  resource,
  actions,
}: {
  resource: CompiledResource
  actions: readonly CompiledAction[]
}) {
  const record = useRecordContext()
  if (!record) return null
  return (
    <Box component="span" sx={{ display: 'inline-flex', flex: 'none', gap: 0.5 }}>
      {actions.map(({ name }) => (
        <ActionButton key={name} name={name} record={record} recordName={nameOf(resource, record)} />
      ))}
    </Box>
  )
}

/** §2: the index, running on over the pages. While the next page comes, the rows of before keep their numbers. */
function RowNumber({ id }: { id: string | number }) {
  const { data, page, perPage, isPlaceholderData } = useListContext()
  const [shownPage, setShownPage] = useState(page)
  if (!isPlaceholderData && shownPage !== page) setShownPage(page)
  const at = data?.findIndex(record => record.id === id) ?? -1
  return at < 0 ? null : ((shownPage - 1) * perPage + at + 1).toLocaleString('ko-KR')
}
