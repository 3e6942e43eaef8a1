/** The choices of a field or a filter: written out, or from another file (`{"from": …}`). */
import { LEVEL_NAMES } from '../../../domain/authority'
import type { CompiledField } from '../../compiled'
import { type ChoiceSource, UNPLACED } from '../../registry'
import type { Dashboard, LevelsFile, OrderMethods } from '../../shapes/files'
import type { Field } from '../../shapes/resource'
import { words } from '../texts'

export type ChoiceLists = Readonly<Record<ChoiceSource, NonNullable<CompiledField['choices']>>>

export function compileChoices(
  written: Field['choices'],
  lists: ChoiceLists,
): Pick<CompiledField, 'choices' | 'choicesFrom'> {
  if (!written) return {}
  if (Array.isArray(written))
    return { choices: written.map(({ value, label }) => ({ value, label: words(label) })) }
  return { choices: lists[written.from], choicesFrom: written.from }
}

/** Of a file that is broken, nothing; its own errors say so. */
export function choiceLists(
  levels: LevelsFile | undefined,
  methods: OrderMethods | undefined,
  dashboard: Dashboard | undefined,
): ChoiceLists {
  // The short name is what people write in a sheet.
  const regions = (dashboard?.map.regions ?? []).map(({ id, name, short }) => ({
    value: id,
    label: words(name),
    short: words(short),
  }))
  // §6: none is no level that anybody is given.
  const given = LEVEL_NAMES.filter(name => name !== 'none')
  return {
    levels: given.flatMap(name => {
      const level = levels?.levels[name]
      return level ? [{ value: level.value, label: words(level.label) }] : []
    }),
    methodTypes: Object.entries(methods?.types ?? {}).map(([value, { label }]) => ({
      value,
      label: words(label ?? value),
    })),
    regions,
    places: dashboard ? [...regions, { value: UNPLACED, label: words(dashboard.map.unplaced) }] : [],
  }
}
