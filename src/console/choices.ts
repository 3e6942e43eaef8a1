/**
 * Models, bunches and order methods have two lists: the call of §7 for choosing one (bunches of one batch, methods by
 * code), and the resource defined in config for administration. The data provider has both: `choices/models` and
 * `models`.
 */
import type { CompiledConfig, CompiledField } from '../engine/compiled'

const WITH_CHOICES: readonly string[] = ['models', 'bunches', 'methods']

/** The data provider's resource to choose records from. */
export const choicesOf = (resource: string): string =>
  WITH_CHOICES.includes(resource) ? `choices/${resource}` : resource

/**
 * The data provider's resource for the records of a reference field. A field that config adds may refer to any record
 * and reads the resource defined in config. A built-in field uses the calls of §7, so that it works on a server that
 * has only these (decision 22).
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
