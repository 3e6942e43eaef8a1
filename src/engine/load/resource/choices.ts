/** Compiles choices of fields and filters: listed in the file, or from a built-in list (`{"from": …}`). */
import { LEVEL_NAMES } from '../../../domain/authority'
import type { CompiledField, CompiledResource } from '../../compiled'
import { localized } from '../../i18n'
import { type ChoiceSource, UNPLACED } from '../../registry'
import type { Dashboard, LevelsFile, OrderMethods } from '../../shapes/files'
import type { Field, Resource } from '../../shapes/resource'
import type { Roles } from '../../shapes/roles'
import type { LevelOf } from '../files/app'

export type ChoiceLists = Readonly<Record<ChoiceSource, NonNullable<CompiledField['choices']>>>

export function compileChoices(
  choicesInFile: Field['choices'],
  lists: ChoiceLists,
): Pick<CompiledField, 'choices' | 'choicesFrom'> {
  if (!choicesInFile) return {}
  if (Array.isArray(choicesInFile))
    return { choices: choicesInFile.map(({ value, label }) => ({ value, label: localized(label) })) }
  return { choices: lists[choicesInFile.from], choicesFrom: choicesInFile.from }
}

interface ListSources {
  levels: LevelsFile | undefined
  methods: OrderMethods | undefined
  dashboard: Dashboard | undefined
  roles: Roles | undefined
  levelOf: LevelOf
  /** The labels of all resources, by name. */
  resources: Readonly<Record<string, Resource['label']>>
}

/** The built-in lists of choices. A list is empty if its file is broken. */
export function choiceLists({
  levels,
  methods,
  dashboard,
  roles,
  levelOf,
  resources,
}: ListSources): ChoiceLists {
  // Sheets may contain the short name and other names.
  const regions = (dashboard?.map.regions ?? []).map(({ id, name, short, aliases }) => ({
    value: id,
    label: localized(name),
    short: localized(short),
    ...(aliases && { aliases }),
  }))
  // `none` cannot be assigned to users (§6).
  const assignable = LEVEL_NAMES.filter(name => name !== 'none')
  return {
    levels: assignable.flatMap(name => {
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
    resources: Object.entries(resources).map(([value, label]) => ({ value, label: localized(label) })),
    regions,
    places: dashboard ? [...regions, { value: UNPLACED, label: localized(dashboard.map.unplaced) }] : [],
  }
}

/** Removes the fields whose choices are roles, for a config without roles. */
export function withoutRoleFields(resource: CompiledResource): CompiledResource {
  const roleFields = Object.values(resource.fields).flatMap(field =>
    field.choicesFrom === 'roles' ? [field.name] : [],
  )
  if (roleFields.length === 0) return resource
  const isKept = ({ field }: { field?: string }) => field === undefined || !roleFields.includes(field)
  const { fields, list, form } = resource
  return {
    ...resource,
    fields: Object.fromEntries(Object.entries(fields).filter(([name]) => !roleFields.includes(name))),
    list: list && {
      ...list,
      columns: list.columns.filter(isKept),
      phone: list.phone.filter(name => !roleFields.includes(name)),
      filters: list.filters.filter(isKept),
    },
    form: form && {
      ...form,
      sections: form.sections.map(section => ({
        ...section,
        fields: section.fields.filter(name => !roleFields.includes(name)),
      })),
    },
  }
}
