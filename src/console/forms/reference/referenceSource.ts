/** By which resource of the data provider the records of a reference are read. */
import type { CompiledConfig, CompiledField } from '../../../engine/compiled'
import { choicesOf } from '../../choices'

/**
 * Models, bunches and order methods have lists of §7, made for compose: bunches of one batch alone, methods by their code. A
 * reference that config adds may lead to any of them and needs the described resource; a field of the product keeps to §7, so that
 * it works on a server that has nothing else (decision 22).
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
