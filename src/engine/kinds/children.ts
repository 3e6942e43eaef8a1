/**
 * The kind `children`: records of another resource that belong to this record. The form shows them as a table; they are
 * stored as records of their resource.
 */
import { isObject } from '../../domain/own'
import { KIND_DEFAULTS, type Kind } from './kind'

/** The largest `max` that config may set, in rows. */
export const MAX_CHILDREN = 200

const children: Kind = {
  ...KIND_DEFAULTS,
  formats: [],
  inputs: ['children'],
  sortable: false,
  optionKeys: ['reference', 'by', 'fields', 'order', 'min', 'max'],
  // The field itself stores no value.
  refusedKeys: ['required', 'default', 'placeholder', 'whenHidden', 'renamedFrom'],
  size: 'items',
  defaultMax: 50,
  emptyValue: [],
  // `min` applies to an empty list too.
  emptyValues: [],
  schema: { type: 'array' },
  wireTypes: [],
  notIn: ['cells', 'bulk'],
  check: value => (Array.isArray(value) && value.every(isObject) ? undefined : 'field.rows'),
}

export const CHILD_KINDS = { children }
