/** The fields that `unique` can compare: certain kinds, and certain built-in fields. */
import { ownValue } from '../../domain/own'
import { FIELD_TYPES, KINDS } from '../kinds'

/** The kinds whose values can be compared. */
export const UNIQUE_KINDS = FIELD_TYPES.filter(type => KINDS[type].usableFor.includes('unique'))

/**
 * By resource. Excludes values that devices report, and the names of clients: sign-up sets names too, and its page
 * cannot show the problem of a duplicate.
 */
const COMPARABLE_FIELDS: Readonly<Record<string, readonly string[]>> = {
  devices: ['isdn', 'serial', 'model_id', 'batch_id', 'bunch_id', 'vendor', 'client'],
  clients: ['email', 'phone', 'zone', 'duty', 'comment', 'vendor', 'level'],
  vendors: ['name', 'brn', 'comment', 'addr', 'post', 'page'],
  batches: ['name', 'comment', 'model', 'vendor'],
  models: ['name', 'vendor'],
  bunches: ['name', 'batch'],
  methods: ['code', 'caption'],
}

/** Fields that the database keeps unique among all records, even without `unique` in config. */
export const BUILT_IN_UNIQUE: Readonly<Record<string, readonly string[]>> = {
  clients: ['email'],
  models: ['name'],
  methods: ['code'],
}

/** Names in the record of a device that are compared by id, since two batches may have the same name. */
const ID_FIELDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  devices: { model: 'model_id', batch: 'batch_id', bunch: 'bunch_id' },
}

/** The built-in fields that can be compared; empty for resources of config. */
export const comparableBuiltInFields = (resource: string): readonly string[] =>
  ownValue(COMPARABLE_FIELDS, resource) ?? []

/** The field to compare if config names this one: `batch_id` for `batch` of devices. */
export const comparedName = (resource: string, field: string): string =>
  ownValue(ownValue(ID_FIELDS, resource) ?? {}, field) ?? field

/** The inverse for roster sheets, which contain names: `batch` for `batch_id`. */
export const rosterColumn = (field: string): string =>
  Object.entries(ID_FIELDS.devices!).find(([, id]) => id === field)?.[0] ?? field

/** Resources whose records belong to no vendor. */
const WITHOUT_VENDOR: readonly string[] = ['vendors', 'bunches', 'methods']

export const hasVendor = (resource: string): boolean => !WITHOUT_VENDOR.includes(resource)
