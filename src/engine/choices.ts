/** Which choices of a field a user is offered, and may give. */
import type { CompiledField } from './compiled'

type Choice = NonNullable<CompiledField['choices']>[number]

/**
 * The choices of a field for a user; of levels, those up to the user's own (§6, decision 26).
 *
 * @param level the number of the user's level
 */
export function choicesFor(field: Pick<CompiledField, 'choices' | 'choicesFrom'>, level: number): Choice[] {
  const all = field.choices ?? []
  return field.choicesFrom === 'levels' ? all.filter(({ value }) => Number(value) <= level) : all
}
