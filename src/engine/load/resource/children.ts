/** Compiles `children` fields, and reports rows that could not be shown, saved or validated. */
import { isAtLeast } from '../../../domain/authority'
import { ownValue } from '../../../domain/own'
import type { CompiledChildren, CompiledField, CompiledResource } from '../../compiled'
import { dependenciesOf } from '../../conditions'
import { CONTRACT_RESOURCES } from '../../fields/contractFields'
import { KINDS } from '../../kinds'
import { MAX_CHILDREN } from '../../kinds/children'
import type { Field } from '../../shapes/resource'
import type { Location } from '../Location'
import { type ResourceCheck, supportedParts } from './context'

export const compileChildren = ({ reference, by, fields, order }: Field): CompiledChildren => ({
  resource: reference ?? '',
  by: by ?? '',
  fields: fields ?? [],
  ...(order !== undefined && { order }),
})

export function checkChildren(check: ResourceCheck): void {
  // The records of a resource can be rows of only one `children` field: the first that names the resource.
  const parentFieldOf = new Map<string, string>()
  for (const [name, resource] of Object.entries(check.resources))
    for (const field of Object.values(resource.fields))
      if (field.children && !parentFieldOf.has(field.children.resource))
        parentFieldOf.set(field.children.resource, `${name}.${field.name}`)
  for (const field of Object.values(check.resource.fields)) {
    const { name, children } = field
    if (!children) continue
    const loc = check.root.at('fields', name)
    if (field.max !== undefined && field.max > MAX_CHILDREN)
      loc.at('max').report('maximum', { value: field.max, limit: MAX_CHILDREN })
    if (check.contract) loc.at('type').report('childrenOwn', { name: check.name })
    const child = ownValue(check.resources, children.resource)
    if (!child) continue
    const reference = loc.at('reference')
    if (ownValue(CONTRACT_RESOURCES, child.name) || supportedParts(child.name).embeddedForm)
      reference.report('childrenOwn', { name: child.name })
    else if (Object.values(child.fields).some(childField => childField.children))
      reference.report('childrenNested', { name: child.name })
    else if (parentFieldOf.get(child.name) !== `${check.name}.${name}`)
      reference.report('childrenTaken', { name: child.name, by: parentFieldOf.get(child.name)! })
    else checkRows(field, child, loc, check)
  }
}

/** @param child the resource of the rows */
function checkRows(field: CompiledField, child: CompiledResource, loc: Location, check: ResourceCheck): void {
  const { by, fields, order } = field.children!
  const names = Object.keys(child.fields)
  const parent = ownValue(child.fields, by)
  if (by !== '' && (parent?.type !== 'reference' || parent.reference !== check.name))
    loc.at('by').report('childrenBy', { name: by, other: child.name, resource: check.name })
  else if (parent?.computed) loc.at('by').report('childrenField', { name: by, kind: 'computed' })
  // Rows are deleted with their parent.
  else if (parent?.onDelete === 'clear') loc.at('by').report('childrenOnDelete', { name: by })
  if (order !== undefined && loc.at('order').expectKnown(order, names)) {
    const positionField = child.fields[order]!
    if (positionField.type !== 'number' || positionField.computed)
      loc.at('order').report('childrenOrder', { name: order })
  }
  loc.at('fields').expectUnique(fields)
  for (const [index, name] of fields.entries()) {
    const cellLoc = loc.at('fields', index)
    if (cellLoc.expectKnown(name, names)) checkCell(child.fields[name]!, field, child, cellLoc)
  }
  for (const rowField of Object.values(child.fields)) checkRequiredColumn(rowField, field, loc)
  checkLevels(field, child, loc, check)
}

function checkCell(
  cell: CompiledField,
  { children }: CompiledField,
  child: CompiledResource,
  loc: Location,
): void {
  const { by, fields, order } = children!
  const isInCells = !KINDS[cell.type].notIn.includes('cells')
  if (!isInCells || cell.name === by || cell.name === order || cell.name === 'vendor')
    loc.report('childrenField', { name: cell.name, kind: cell.type })
  // The form has only the cells of a row, not its other fields.
  if (cell.computed) return
  const { earliest, latest, dependsOn = {} } = cell
  const bounds = [earliest, latest].flatMap(bound => (bound && 'field' in bound ? [bound.field] : []))
  const dependencies = [
    ...dependenciesOf({ ...cell, defaultExpression: undefined }),
    ...bounds,
    ...Object.values(dependsOn),
  ]
  // Unknown names are reported elsewhere.
  const notInRow = dependencies.find(name => !fields.includes(name) && Object.hasOwn(child.fields, name))
  if (notInRow !== undefined) loc.report('childrenLooksAt', { name: cell.name, other: notInRow })
}

/** Reports a required field without a column in the table, since no new row could be saved. */
function checkRequiredColumn(
  rowField: CompiledField,
  { children, write }: CompiledField,
  loc: Location,
): void {
  const { by, fields, order } = children!
  const { name, required, visible, write: cellWrite, default: value, defaultExpression } = rowField
  const isAlwaysRequired = required && !required.when && !visible && cellWrite !== 'never'
  const hasDefault = value !== undefined || defaultExpression
  if (!isAlwaysRequired || hasDefault) return
  // Missing `fields` are reported elsewhere; users create no rows in a field that is never written.
  if (fields.length === 0 || write === 'never') return
  if (![by, order, ...fields].includes(name)) loc.at('fields').report('childrenRequired', { name })
}

/** Users who may create the record must be allowed to create the rows that it requires. */
function checkLevels(
  field: CompiledField,
  child: CompiledResource,
  loc: Location,
  { resource }: ResourceCheck,
): void {
  const { min = 0, visible } = field
  if (min === 0 || visible) return
  const { create } = resource.access
  if (create !== 'nobody' && child.access.create !== 'nobody' && !isAtLeast(create, child.access.create))
    loc.at('min').report('requiredAbove', { level: child.access.create, create })
}
