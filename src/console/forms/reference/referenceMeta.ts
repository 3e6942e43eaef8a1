/** By which call the records of a reference are read. */
import type { CompiledConfig, CompiledField } from '../../../engine/compiled'
import { ADMINISTERED } from '../record/administered'

/**
 * Models, bunches and order methods have lists of §7, made for compose: bunches of one batch alone, methods by their code. A
 * reference that config adds may lead to any of them and needs the generic store; a field of the product keeps to §7, so that
 * it works on a server that has nothing else (decision 22).
 */
export function referenceMeta(
  { resources }: Pick<CompiledConfig, 'resources'>,
  field: Pick<CompiledField, 'stored'> | undefined,
  reference: string,
): typeof ADMINISTERED | undefined {
  return field?.stored === 'extra' && resources[reference]?.dialect === 'simple-rest'
    ? ADMINISTERED
    : undefined
}
