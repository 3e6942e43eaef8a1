/** Rights of a user by config (§6). The console decides with these functions what to show, the server what to allow. */
import { hasLevel, lowest, type Needed } from '../domain/authority'
import { ownValue } from '../domain/own'
import type {
  CompiledAction,
  CompiledBulkAction,
  CompiledColumn,
  CompiledConfig,
  CompiledField,
  CompiledFilter,
  CompiledMenuItem,
  CompiledResource,
  CompiledTab,
  CompiledView,
  MenuSlot,
} from './compiled'
import { type ActionName, actionProperties, type BulkActionName, type RecordAction } from './registry'

/** Whether a user of this level may perform an action on a resource; false for an unknown resource. */
export function may(config: CompiledConfig, level: number, resource: string, action: RecordAction): boolean {
  const compiled = ownValue(config.resources, resource)
  return compiled !== undefined && hasLevel(level, compiled.access[action], config.levels.numbers)
}

/** The links of a menu slot that this level sees, in their order. */
export function menuFor(config: CompiledConfig, level: number, slot: MenuSlot): CompiledMenuItem[] {
  const maySee = (needed: Needed) => hasLevel(level, needed, config.levels.numbers)
  return maySee(config.menu.slots[slot].level)
    ? config.menu.items.filter(item => item.slot === slot && maySee(item.level))
    : []
}

/** The parts of a list or a page (columns, filters, views, actions, tabs) that this level may see. */
export function partsFor<
  Part extends Pick<
    CompiledColumn | CompiledFilter | CompiledAction | CompiledBulkAction | CompiledTab | CompiledView,
    'level'
  >,
>(config: CompiledConfig, level: number, parts: readonly Part[]): Part[] {
  return parts.filter(part => hasLevel(level, part.level, config.levels.numbers))
}

/** The lowest level that has one of the rights a button needs. */
export const buttonLevel = (name: ActionName | BulkActionName, access: CompiledResource['access']): Needed =>
  lowest(...(actionProperties(name).needs ?? []).map(right => access[right]))

/** The fields of a resource that this level may see. */
export function readableFields(
  config: CompiledConfig,
  level: number,
  resource: CompiledResource,
): CompiledField[] {
  return Object.values(resource.fields).filter(field => hasLevel(level, field.read, config.levels.numbers))
}

/** True when this level may set the field. */
export function mayWrite(config: CompiledConfig, level: number, field: CompiledField): boolean {
  return field.write !== 'never' && hasLevel(level, field.write, config.levels.numbers)
}

type Choice = NonNullable<CompiledField['choices']>[number]

/**
 * The choices of a field for a user. Levels and roles are offered up to the user's own level (§6, decision 26).
 *
 * @param level the number of the user's level
 */
export function choicesFor(field: Pick<CompiledField, 'choices' | 'choicesFrom'>, level: number): Choice[] {
  const choices = (field.choices ?? []).filter(({ level: minLevel = 0 }) => minLevel <= level)
  return field.choicesFrom === 'levels' ? choices.filter(({ value }) => Number(value) <= level) : choices
}

/** The fields that every user may change in their own account, besides the password (§2 Profile). */
export const OWN_FIELDS = ['name', 'email', 'phone', 'zone', 'duty'] as const
export type OwnField = (typeof OWN_FIELDS)[number]

/** The resource for the profile page: only `OWN_FIELDS`, with their rules, readable and writable by every level. */
export function ownResource(clients: CompiledResource): CompiledResource {
  const fields = OWN_FIELDS.flatMap(name => {
    const field = clients.fields[name]
    return field ? [[name, { ...field, read: 'none', write: 'none' } as const] as const] : []
  })
  return { ...clients, fields: Object.fromEntries(fields) }
}
