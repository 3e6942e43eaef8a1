/** The choices behind `{"from": …}` in a resource file. */
import { LEVEL_NAMES } from '../../domain/authority'
import type { CompiledField } from '../compiled'
import { type ChoiceSource, UNPLACED } from '../registry'
import type { Dashboard } from '../shapes/dashboard'
import type { LevelsFile } from '../shapes/levels'
import type { OrderMethods } from '../shapes/orderMethods'
import { words } from './parts'

export type ChoiceLists = Readonly<Record<ChoiceSource, NonNullable<CompiledField['choices']>>>

/** Of a file that is broken, nothing; its own errors say so. */
export function choiceLists(
  levels: LevelsFile | undefined,
  methods: OrderMethods | undefined,
  dashboard: Dashboard | undefined,
): ChoiceLists {
  const regions = (dashboard?.map.regions ?? []).map(({ id, name, short }) => ({
    value: id,
    label: words(name),
    // What people write in a sheet.
    ...(short ? { short: words(short) } : {}),
  }))
  return {
    // §6: none is no level that anybody is given.
    levels: levels
      ? LEVEL_NAMES.filter(name => name !== 'none').map(name => ({
          value: levels.levels[name].value,
          label: words(levels.levels[name].label),
        }))
      : [],
    methodTypes: Object.entries(methods?.types ?? {}).map(([value, { label }]) => ({
      value,
      label: words(label ?? value),
    })),
    regions,
    places: dashboard ? [...regions, { value: UNPLACED, label: words(dashboard.map.unplaced) }] : [],
  }
}
