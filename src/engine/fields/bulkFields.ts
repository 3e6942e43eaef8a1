/** Fields that can be set in many records at once. */
import { ownValue } from '../../domain/own'
import type { CompiledField, CompiledResource } from '../compiled'
import { KINDS } from '../kinds'

/**
 * Built-in fields that are set in one record at a time: no two records may have the same value, or they depend on each
 * other.
 */
const BUILT_IN: Readonly<Record<string, readonly string[]>> = {
  devices: ['id', 'isdn', 'model_id', 'batch_id', 'bunch_id', 'vendor', 'client'],
  clients: ['email'],
  vendors: ['brn'],
  models: ['name'],
  methods: ['code'],
}

export const isBulkField = ({ name: resource }: CompiledResource, { name, type, unique }: CompiledField) =>
  !KINDS[type].notIn.includes('bulk') &&
  unique?.with.length !== 0 &&
  !(ownValue(BUILT_IN, resource) ?? []).includes(name)
