/**
 * What `unique` can compare: kinds of field, and the fields of the product that people enter and the server keeps in
 * columns.
 */
import { ownValue } from '../../domain/own'
import type { FieldType } from '../kinds'

/** Kinds with one value that two records can share. */
export const UNIQUE_KINDS: readonly FieldType[] = [
  ...(['text', 'multiline', 'email', 'phone', 'url', 'color'] as const),
  ...(['number', 'select', 'reference', 'date', 'datetime'] as const),
]

/**
 * By resource. Without fields that devices report and names given at sign-up: there is no form that could refuse a
 * value.
 */
const COMPARED: Readonly<Record<string, readonly string[]>> = {
  devices: ['isdn', 'serial', 'model_id', 'batch_id', 'bunch_id', 'vendor', 'client'],
  clients: ['email', 'phone', 'zone', 'duty', 'comment', 'vendor', 'level'],
  vendors: ['name', 'brn', 'comment', 'addr', 'post', 'page'],
  batches: ['name', 'comment', 'model', 'vendor'],
  models: ['name', 'vendor'],
  bunches: ['name', 'batch'],
  methods: ['code', 'caption'],
}

/** Name fields of devices that are compared by id: two groups may have the same name. */
const IDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  devices: { model: 'model_id', batch: 'batch_id', bunch: 'bunch_id' },
}

/** The built-in fields whose values can be compared; none of a described resource. */
export const comparedFields = (resource: string): readonly string[] => ownValue(COMPARED, resource) ?? []

/** The field that is compared if config names this one: for the group of a device its id. */
export const comparedName = (resource: string, field: string): string =>
  ownValue(ownValue(IDS, resource) ?? {}, field) ?? field

/** The columns of a roster sheet with the values that are compared under these names. */
export const rosterColumn = (field: string): string =>
  Object.entries(IDS.devices!).find(([, id]) => id === field)?.[0] ?? field

/** Resources without a vendor column, whose records are compared across all vendors. */
const WITHOUT_VENDOR: readonly string[] = ['vendors', 'bunches', 'methods']

export const hasVendor = (resource: string): boolean => !WITHOUT_VENDOR.includes(resource)
