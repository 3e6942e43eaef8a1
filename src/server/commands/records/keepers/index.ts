/** Where records in the dialect of ra-data-simple-rest are written: tables of their own, or the one for all that config describes. */
import type { CompiledResource } from '../../../../engine/compiled'
import { bunches } from './bunches'
import { described } from './described'
import type { Keeper } from './keeper'
import { methods } from './methods'
import { models } from './models'

export type { Kept } from './keeper'

const KEEPERS: Readonly<Record<string, Keeper>> = { models, bunches, methods }

/** By the name of the resource; those of config alone are kept together. */
export function keeperOf(resource: CompiledResource): Keeper {
  return Object.hasOwn(KEEPERS, resource.name) ? KEEPERS[resource.name]! : described(resource)
}
