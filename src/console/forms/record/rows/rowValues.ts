/** Converts the rows of a `children` field between record and form. */
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

/** The initial rows of a form, with a value for each cell: a value added later would look like a change by the user. */
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

/** The initial values of a new row. */
export const newRow = (resource: CompiledResource, writing: WriteContext) =>
  cellsOf(resource, applyInput(resource, {}, rowWriteContext(writing, undefined)).after)

/**
 * The entered values of rows as text for a comparison: without ids, computed fields and empty values. 0 and false count
 * as empty.
 */
export const comparableRows = (rows: unknown, { children }: ChildrenField): string =>
  JSON.stringify(
    listOf(rows).map(row =>
      children.fields.flatMap(name => {
        const value = row[name]
        return isEmpty(value) || value === false || value === 0 ? [] : [[name, value]]
      }),
    ),
  )

/** Applies the user's rows to the rows that another user saved. A row that the other user deleted is added again. */
export function mergeRows(mine: unknown, theirs: unknown): Row[] {
  const theirIds = new Set(listOf(theirs).map(({ id }) => id))
  // A row without an id is a new one.
  return listOf(mine).map(({ id, updated, ...row }) => (theirIds.has(id) ? { id, updated, ...row } : row))
}

/** Rows in one line of text, with at most three values of each. */
export const rowsSummary = (rows: unknown, { children }: ChildrenField): string =>
  listOf(rows)
    .map(row => {
      const cells = children.fields.map(name => row[name])
      return cells
        .filter(value => typeof value === 'number' || (typeof value === 'string' && value !== ''))
        .slice(0, 3)
        .join(' ')
    })
    .join(', ')
