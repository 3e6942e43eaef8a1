/**
 * The kind of field whose values are records of another resource: rows of a table in the form, kept as records of their
 * own.
 */
import { isObject } from '../../domain/own'
import { type Kind, PLAIN } from './kind'

/** Upper limit of `max` in config. */
export const MAX_CHILDREN = 200

/** Parts of a record. The record itself does not store them: they are read from the resource that they belong to. */
const children: Kind = {
  ...PLAIN,
  formats: [],
  inputs: ['children'],
  sortable: false,
  takes: ['reference', 'by', 'fields', 'order', 'min', 'max'],
  size: 'items',
  longest: 50,
  nothing: [],
  wire: [],
  serves: [],
  check: value => (Array.isArray(value) && value.every(isObject) ? undefined : 'field.rows'),
}

export const CHILD_KINDS = { children }
