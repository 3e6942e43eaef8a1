/** Rows of a `children` field as values of a form. */
import { isObject, ownValue } from '../../../../domain/own'
import { type ChildrenField, cellResource } from '../../../../engine/children'
import type { CompiledConfig, CompiledResource } from '../../../../engine/compiled'
import { isEmpty } from '../../../../engine/recordValue'
import { applyInput, rowWriteContext, type WriteContext } from '../../../../engine/validation/writableRecord'
import { normalise } from '../../../../engine/values'

type Row = Readonly<Record<string, unknown>>

const listOf = (rows: unknown): Row[] => (Array.isArray(rows) ? rows.filter(isObject) : [])

const cellsOf = ({ fields }: CompiledResource, row: Row) =>
  Object.fromEntries(Object.values(fields).map(cell => [cell.name, normalise(cell, row[cell.name])]))

/** Rows as they were read, each with every cell: what an input adds to a row would pass for a change by the user. */
export function startRows(
  field: ChildrenField,
  rows: unknown,
  resources: CompiledConfig['resources'] | undefined,
) {
  const child = ownValue(resources, field.children.resource)
  if (!child) return listOf(rows)
  const resource = cellResource(child, field)
  return listOf(rows).map(({ id, updated, ...row }) => ({
    ...(id !== undefined && { id }),
    ...(updated !== undefined && { updated }),
    ...cellsOf(resource, row),
  }))
}

/** What a new row begins with. */
export const newRow = (resource: CompiledResource, writing: WriteContext) =>
  cellsOf(resource, applyInput(resource, {}, rowWriteContext(writing, undefined)).after)

/** The entered values of rows, to be compared: without ids and computed fields. */
export const rowsText = (rows: unknown, { children }: ChildrenField): string =>
  JSON.stringify(
    listOf(rows).map(row =>
      children.fields.flatMap(name => {
        const value = row[name]
        return isEmpty(value) || value === false || value === 0 ? [] : [[name, value]]
      }),
    ),
  )

/** Applies the user's rows to those that another user has saved: a row that was deleted there is a new one here. */
export function rowsOver(mine: unknown, theirs: unknown): Row[] {
  const there = new Set(listOf(theirs).map(({ id }) => id))
  return listOf(mine).map(({ id, updated, ...row }) => (there.has(id) ? { id, updated, ...row } : row))
}

/** Rows in a line, where there is no room for a table. */
export const rowsInWords = (rows: unknown, { children }: ChildrenField): string =>
  listOf(rows)
    .map(row => {
      const cells = children.fields.map(name => row[name])
      return cells
        .filter(value => typeof value === 'number' || (typeof value === 'string' && value !== ''))
        .slice(0, 3)
        .join(' ')
    })
    .join(', ')
