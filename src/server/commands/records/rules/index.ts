/** The write rules by the name of their resource; described records share one set. */
import type { CompiledResource } from '../../../../engine/compiled'
import type { WriteRules } from '../writeRules'
import { batches } from './batches'
import { clients } from './clients'
import { described } from './described'
import { devices } from './devices'
import { bunches, methods, models } from './products'
import { vendors } from './vendors'

const RULES: Readonly<Record<string, WriteRules>> = {
  vendors,
  clients,
  batches,
  models,
  bunches,
  methods,
  devices,
}

export const rulesOf = (resource: CompiledResource): WriteRules =>
  Object.hasOwn(RULES, resource.name) ? RULES[resource.name]! : described
