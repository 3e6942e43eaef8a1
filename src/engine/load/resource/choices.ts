/** The choices of a field or a filter: written out, or from another file (`{"from": …}`). */
import { LEVEL_NAMES } from '../../../domain/authority'
import type { CompiledField, CompiledResource } from '../../compiled'
import { type ChoiceSource, UNPLACED } from '../../registry'
import type { Dashboard, LevelsFile, OrderMethods } from '../../shapes/files'
import type { Field } from '../../shapes/resource'
import type { Roles } from '../../shapes/roles'
import type { LevelOf } from '../files/app'
import { localized } from '../texts'

export type ChoiceLists = Readonly<Record<ChoiceSource, NonNullable<CompiledField['choices']>>>

export function compileChoices(
  written: Field['choices'],
  lists: ChoiceLists,
): Pick<CompiledField, 'choices' | 'choicesFrom'> {
  if (!written) return {}
  if (Array.isArray(written))
    return { choices: written.map(({ value, label }) => ({ value, label: localized(label) })) }
  return { choices: lists[written.from], choicesFrom: written.from }
}

/** The lists of choices. A broken file has none; its errors are reported elsewhere. */
export function choiceLists(
  levels: LevelsFile | undefined,
  methods: OrderMethods | undefined,
  dashboard: Dashboard | undefined,
  { roles, levelOf }: { roles: Roles | undefined; levelOf: LevelOf },
): ChoiceLists {
  // People write the short name in sheets.
  const regions = (dashboard?.map.regions ?? []).map(({ id, name, short }) => ({
    value: id,
    label: localized(name),
    short: localized(short),
  }))
  // §6: users never have the level `none`.
  const given = LEVEL_NAMES.filter(name => name !== 'none')
  return {
    levels: given.flatMap(name => {
      const level = levels?.levels[name]
      return level ? [{ value: level.value, label: localized(level.label) }] : []
    }),
    methodTypes: Object.entries(methods?.types ?? {}).map(([value, { label }]) => ({
      value,
      label: localized(label ?? value),
    })),
    roles: Object.entries(roles?.roles ?? {}).map(([value, { label, level }]) => ({
      value,
      label: localized(label),
      level: levels?.levels[levelOf(level)].value ?? 0,
    })),
    regions,
    places: dashboard ? [...regions, { value: UNPLACED, label: localized(dashboard.map.unplaced) }] : [],
  }
}

/** If there are no roles, removes the fields whose choices are roles. */
export function withoutRoleFields(resource: CompiledResource): CompiledResource {
  const gone = Object.values(resource.fields).flatMap(field =>
    field.choicesFrom === 'roles' ? [field.name] : [],
  )
  if (gone.length === 0) return resource
  const isLeft = ({ field }: { field?: string }) => field === undefined || !gone.includes(field)
  const { fields, list, form } = resource
  return {
    ...resource,
    fields: Object.fromEntries(Object.entries(fields).filter(([name]) => !gone.includes(name))),
    list: list && {
      ...list,
      columns: list.columns.filter(isLeft),
      phone: list.phone.filter(name => !gone.includes(name)),
      filters: list.filters.filter(isLeft),
    },
    form: form && {
      ...form,
      sections: form.sections.map(section => ({
        ...section,
        fields: section.fields.filter(name => !gone.includes(name)),
      })),
    },
  }
}
