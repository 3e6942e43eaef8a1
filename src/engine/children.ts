/**
 * Fields of the kind `children`: records of another resource that are read and saved with their parent, as a list of
 * rows. This file validates the list; `validateRecord` validates each row by the rules of its resource.
 */
import { hasLevel } from '../domain/authority'
import { isObject, isRecordId, ownValue } from '../domain/own'
import type { CompiledChildren, CompiledConfig, CompiledField, CompiledResource } from './compiled'
import type { RuleContext } from './conditions'
import { fieldsRead } from './expressions/expression'
import { KINDS } from './kinds'
import { MAX_CHILDREN } from './kinds/children'
import { VERSION_KEYS } from './recordValue'
import type { FieldProblem } from './validation/valueProblem'
import { isEmptyValue, normalise } from './values'

type Row = Readonly<Record<string, unknown>>
type Resources = CompiledConfig['resources']

export interface ChildrenField extends CompiledField {
  children: CompiledChildren
}

export const isChildrenField = (field: CompiledField): field is ChildrenField => field.children !== undefined

/** The fields of a resource that hold children of its records. */
export const childrenFieldsOf = ({ fields }: Pick<CompiledResource, 'fields'>): ChildrenField[] =>
  Object.values(fields).filter(isChildrenField)

/** The `children` field whose rows are records of this resource; there is at most one. */
export function parentFieldOf(
  resources: Resources,
  child: string,
): { resource: CompiledResource; field: ChildrenField } | undefined {
  for (const resource of Object.values(resources))
    for (const field of childrenFieldsOf(resource))
      if (field.children.resource === child) return { resource, field }
  return undefined
}

/** What a user may do with the rows. */
export interface RowRights {
  read: boolean
  create: boolean
  edit: boolean
  remove: boolean
}

/** Rights to rows: both the field and the resource of the rows must allow the action. */
export function rowRights(
  { access }: Pick<CompiledResource, 'access'>,
  { read, write }: CompiledField,
  { level, levels }: Pick<RuleContext, 'level' | 'levels'>,
): RowRights {
  const canRead = hasLevel(level, read, levels) && hasLevel(level, access.list, levels)
  const canWrite = canRead && write !== 'never' && hasLevel(level, write, levels)
  const may = (action: 'create' | 'edit' | 'delete') => canWrite && hasLevel(level, access[action], levels)
  return { read: canRead, create: may('create'), edit: may('edit'), remove: may('delete') }
}

/** The resource of the rows for validation on the server, which sets their parent and position itself. */
export function rowResource(child: CompiledResource, { children }: ChildrenField): CompiledResource {
  const serverFields = [children.by, children.order].flatMap(name => ownValue(child.fields, name ?? '') ?? [])
  const unrestricted = serverFields.map((field): [string, CompiledField] => {
    const { required, min, max, visible, readOnly, dependsOn, default: _, defaultExpression, ...rest } = field
    return [field.name, { ...rest, rules: [], read: 'none', write: 'none' }]
  })
  return { ...child, fields: { ...child.fields, ...Object.fromEntries(unrestricted) } }
}

/** The resource of the rows for validation in the form: only cells of the table; the server checks the other rules. */
export function cellResource(child: CompiledResource, { children }: ChildrenField): CompiledResource {
  const isCell = (name: string) => children.fields.includes(name)
  const cells = children.fields.flatMap(name => ownValue(child.fields, name) ?? [])
  return {
    ...child,
    fields: Object.fromEntries(
      cells.map(field => {
        const { computed, defaultExpression, unique, ...rest } = field
        const canCompute = computed && fieldsRead(computed).every(isCell)
        const cell: CompiledField = {
          ...rest,
          ...(canCompute && { computed }),
          ...(defaultExpression && fieldsRead(defaultExpression).every(isCell) && { defaultExpression }),
        }
        return [field.name, cell]
      }),
    ),
    checks: (child.checks ?? []).filter(({ check }) => fieldsRead(check).every(isCell)),
  }
}

/** A row of a request. */
interface SentRow {
  /** Zero-based position in the sent list. */
  index: number
  /** The id of a stored row; absent for a new one. */
  id?: number
  updated?: unknown
  /** The sent fields, without `id` and `updated`. */
  cells: Row
}

/** The key of a row's problem: `lines[2]`, or `lines[2].price` for a cell. */
export const rowKey = (field: string, index: number, cell?: string): string =>
  cell === undefined ? `${field}[${index}]` : `${field}[${index}].${cell}`

/**
 * Reads the value of a `children` field. `problems` are by field or `rowKey`. If the value is not a list, or a far too
 * long one, `rows` is empty.
 */
export function readChildRows(
  { name, children, max = KINDS.children.defaultMax, ...field }: ChildrenField,
  value: unknown,
): { rows: SentRow[]; problems: Record<string, FieldProblem> } {
  const fieldWithDefaultMax = { ...field, name, children, max }
  const list = normalise(fieldWithDefaultMax, value)
  if (isEmptyValue(fieldWithDefaultMax, list)) return { rows: [], problems: {} }
  const code = KINDS.children.check(list, fieldWithDefaultMax)
  if (code !== undefined) return { rows: [], problems: { [name]: { code, params: {} } } }
  const sentRows = list as Row[]
  // Stop at a list longer than any config allows, since the body may be an attack.
  if (sentRows.length > Math.max(max!, MAX_CHILDREN))
    return { rows: [], problems: { [name]: { code: 'field.rowsMost', params: { limit: max! } } } }
  const problems: Record<string, FieldProblem> = {}
  const sentIds = new Set<number>()
  const rows = sentRows.map((row, index): SentRow => {
    const id = ownValue(row, 'id')
    const isNew = id === undefined || id === null
    const report = (cell: string, code: string) => {
      problems[rowKey(name, index, cell)] = { code, params: {} }
    }
    if (!isNew && !isRecordId(id)) report('id', 'field.rowUnknown')
    else if (!isNew && sentIds.has(id)) report('id', 'field.rowTwice')
    if (isRecordId(id)) sentIds.add(id)
    for (const key of Object.keys(row))
      if (!VERSION_KEYS.includes(key) && !children.fields.includes(key)) report(key, 'field.unknown')
    const cells = Object.fromEntries(
      children.fields.flatMap(cell => (Object.hasOwn(row, cell) ? [[cell, row[cell]]] : [])),
    )
    return { index, cells, ...(isRecordId(id) && { id }), updated: ownValue(row, 'updated') }
  })
  return { rows, problems }
}

/** Stored rows by id; ignores anything that is not a row. */
export const rowsById = (rows: unknown): ReadonlyMap<number, Row> =>
  new Map(
    (Array.isArray(rows) ? rows : []).flatMap(row =>
      isObject(row) && isRecordId(row.id) ? [[row.id, row] as const] : [],
    ),
  )

/** The problem of too few or too many rows; `undefined` if the number is allowed. */
export function rowCountProblem(
  { min, max = KINDS.children.defaultMax }: CompiledField,
  count: number,
): FieldProblem | undefined {
  if (min !== undefined && count < min) return { code: 'field.rowsLeast', params: { limit: min } }
  if (max !== undefined && count > max) return { code: 'field.rowsMost', params: { limit: max } }
  return undefined
}

interface RowsToValidate {
  /** The value of the field in the request. */
  sent: unknown
  /** The stored rows, by id. */
  stored: ReadonlyMap<number, Row>
  /** Validates a row by the rules of its resource; returns the problems of its cells. */
  validateRow: (row: SentRow, storedRow: Row | undefined) => Readonly<Record<string, FieldProblem>>
}

/**
 * The problems of the list and of each row, by field or `rowKey`. A wrong number of rows is not reported if the save
 * does not change it.
 */
export function validateRows(
  field: ChildrenField,
  { sent, stored, validateRow }: RowsToValidate,
): Record<string, FieldProblem> {
  const { rows, problems } = readChildRows(field, sent)
  if (Object.keys(problems).length > 0) return problems
  const hasSameCount = rows.length === stored.size && stored.size > 0
  const wrongCount = hasSameCount ? undefined : rowCountProblem(field, rows.length)
  if (wrongCount) problems[field.name] = wrongCount
  for (const row of rows) {
    const storedRow = row.id === undefined ? undefined : stored.get(row.id)
    // One code for unknown ids, rows of another parent and rows of another tenant: it does not tell which ids exist.
    if (row.id !== undefined && !storedRow)
      problems[rowKey(field.name, row.index, 'id')] = { code: 'field.rowUnknown', params: {} }
    else
      for (const [cell, problem] of Object.entries(validateRow(row, storedRow)))
        problems[rowKey(field.name, row.index, cell)] = problem
  }
  return problems
}
