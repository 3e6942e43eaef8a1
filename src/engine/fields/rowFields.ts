/**
 * The fields that the row rule of a role may use: those that SQL compares as config does
 * (`server/store/records/rowRules`).
 */

import { ownValue } from '../../domain/own'
import type { CompiledField, CompiledResource } from '../compiled'

/** How a column compares, and the value on the wire if the column is null. */
export type RowColumn = 'text' | 'number' | 'boolean'

const texts = (...names: string[]) => of('text', names)
const numbers = (...names: string[]) => of('number', names)
const flags = (...names: string[]) => of('boolean', names)
const of = (kind: RowColumn, names: readonly string[]): Record<string, RowColumn> =>
  Object.fromEntries(names.map(name => [name, kind]))

/** Fields of the product that are columns of their table. What a list derives, such as the name of a vendor, is not. */
export const ROW_COLUMNS: Readonly<Record<string, Readonly<Record<string, RowColumn>>>> = {
  vendors: {
    ...texts('name', 'brn', 'comment', 'addr', 'post', 'page'),
    ...flags('active', 'maker', 'paid'),
  },
  clients: {
    ...texts('name', 'email', 'phone', 'zone', 'duty', 'comment'),
    ...flags('active', 'paid'),
    ...numbers('vendor', 'level'),
  },
  batches: { ...texts('name', 'comment'), ...numbers('model', 'vendor') },
  models: { ...texts('name'), ...numbers('vendor') },
  bunches: { ...texts('name'), ...numbers('batch') },
  methods: { ...texts('code', 'caption'), ...numbers('position') },
  devices: {
    ...texts('id', 'isdn', 'serial', 'version', 'release', 'edition', 'sido', 'modem.apn'),
    ...numbers('model_id', 'batch_id', 'bunch_id', 'vendor', 'client', 'modem.band', 'modem.rsrp'),
    ...flags('online'),
  },
  orders: texts('code', 'caption', 'title', 'theme'),
}

/** How a row rule reads a field: as a column, or as a field that config adds; `undefined` where it cannot use it. */
export function rowFieldOf(resource: CompiledResource, name: string): RowColumn | CompiledField | undefined {
  const field = ownValue(resource.fields, name)
  if (field?.storage === 'extra') return field.type === 'password' ? undefined : field
  return ownValue(ownValue(ROW_COLUMNS, resource.name) ?? {}, name)
}

/** The names of all fields that a row rule may use. */
export const rowFields = (resource: CompiledResource): string[] => [
  ...Object.keys(ownValue(ROW_COLUMNS, resource.name) ?? {}),
  ...Object.values(resource.fields).flatMap(({ name }) =>
    rowFieldOf(resource, name) && !ownValue(ownValue(ROW_COLUMNS, resource.name) ?? {}, name) ? [name] : [],
  ),
]
