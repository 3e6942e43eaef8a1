/** The repositories by the name of their resource; records that config alone describes have one for all. */
import type { CompiledResource } from '../../../../engine/compiled'
import type { Repository } from '../repository'
import { batches } from './batches'
import { clients } from './clients'
import { described } from './described'
import { bunches, methods, models } from './products'
import { vendors } from './vendors'

const REPOSITORIES: Readonly<Record<string, Repository>> = {
  vendors,
  clients,
  batches,
  models,
  bunches,
  methods,
}

export const repositoryOf = (resource: CompiledResource): Repository =>
  Object.hasOwn(REPOSITORIES, resource.name) ? REPOSITORIES[resource.name]! : described
