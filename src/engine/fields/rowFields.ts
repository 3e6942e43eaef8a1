/**
 * The fields that a role's condition on rows may use. The condition is evaluated in SQL
 * (`server/store/records/rowRules`), with the same result as by `holds` (`engine/conditions`).
 */
import { ownValue } from '../../domain/own'
import type { CompiledField, CompiledResource } from '../compiled'

/** The type of a column: decides how it is compared, and its API value if it is null. */
export type RowColumn = 'text' | 'number' | 'boolean'

const texts = (...names: string[]) => columnsOfType('text', names)
const numbers = (...names: string[]) => columnsOfType('number', names)
const flags = (...names: string[]) => columnsOfType('boolean', names)
const columnsOfType = (type: RowColumn, names: readonly string[]): Record<string, RowColumn> =>
  Object.fromEntries(names.map(name => [name, type]))

/** Built-in fields stored in the table of the resource, unlike joined ones such as the name of the vendor. */
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
  batches: { ...texts('name', 'comment'), ...numbers('model', 'vendor', 'client') },
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

/** The type of a column, or the field itself if config adds it; `undefined` if row conditions cannot use the field. */
export function rowFieldOf(resource: CompiledResource, name: string): RowColumn | CompiledField | undefined {
  const field = ownValue(resource.fields, name)
  if (field?.storage === 'extra') return field.type === 'password' ? undefined : field
  return ownValue(ownValue(ROW_COLUMNS, resource.name) ?? {}, name)
}

/** The names of all fields that row conditions may use. */
export function rowFields(resource: CompiledResource): string[] {
  const builtIn = Object.keys(ownValue(ROW_COLUMNS, resource.name) ?? {})
  const usable = Object.values(resource.fields).flatMap(({ name }) =>
    rowFieldOf(resource, name) ? [name] : [],
  )
  return [...new Set([...builtIn, ...usable])]
}
