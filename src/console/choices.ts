/**
 * Models, bunches and order methods have two lists: that of §7, made for choosing (bunches of one batch, methods by
 * their code), and that of the described resource, where they are administered. Each is a resource of the data
 * provider: `choices/models` and `models`.
 */
import type { CompiledConfig, CompiledField } from '../engine/compiled'

const WITH_CHOICES: readonly string[] = ['models', 'bunches', 'methods']

/** The resource that lists these records to choose from. */
export const choicesOf = (resource: string): string =>
  WITH_CHOICES.includes(resource) ? `choices/${resource}` : resource

/**
 * The resource by which the records of a reference are read. A reference that config adds may lead to any record and
 * needs the described resource; a field of the product keeps to §7, so that it works on a server that has nothing else
 * (decision 22).
 */
export function referenceSource(
  { resources }: Pick<CompiledConfig, 'resources'>,
  field: Pick<CompiledField, 'storage'> | undefined,
  reference: string,
): string {
  return field?.storage === 'extra' && resources[reference]?.dialect === 'simple-rest'
    ? reference
    : choicesOf(reference)
}
