/**
 * Applies a role to config. In the result of `configForRole`, forbidden actions require the level `nobody` and granted
 * ones the level `none`, also for menus, buttons, columns, filters and widgets. Pass this config, not the original, to
 * the functions of `engine/access`.
 */
import { highest, lowest, type Needed } from '../domain/authority'
import { ownValue } from '../domain/own'
import { buttonLevel } from './access'
import type {
  CompiledConfig,
  CompiledField,
  CompiledMenuItem,
  CompiledResource,
  CompiledRole,
  RoleRights,
} from './compiled'
import { fieldsRead } from './expressions/expression'
import { type ActionName, type BulkActionName, RECORD_ACTIONS, type RecordAction } from './registry'

/** The rights of an account. */
export interface Account {
  level: number
  /** The name of the role in config; absent or empty without a role. */
  role?: string | null | undefined
}

/** Replaces a role that config no longer contains; allows nothing. */
const REMOVED_ROLE: CompiledRole = {
  label: { ko: '', en: '' },
  level: 'guest',
  resources: {
    '*': {
      access: Object.fromEntries([...RECORD_ACTIONS, 'export'].map(action => [action, false])),
      fields: {},
    },
  },
}

/** True for an account whose role is not in config. */
export const isRoleMissing = ({ roles }: Pick<CompiledConfig, 'roles'>, { role }: Account): boolean =>
  !!role && ownValue(roles, role) === undefined

/** The number of the account's level, capped at the level of its role. */
export function effectiveLevel({ roles, levels }: CompiledConfig, { level, role }: Account): number {
  if (!role) return level
  return Math.min(level, levels.numbers[(ownValue(roles, role) ?? REMOVED_ROLE).level])
}

/** Cached results by config and role. */
const configsByRole = new WeakMap<CompiledConfig, Map<string, CompiledConfig>>()

/** Config with the rights of a role applied (cached); unchanged without a role. An unknown role may do nothing. */
export function configForRole(config: CompiledConfig, role: string | null | undefined): CompiledConfig {
  if (!role) return config
  const byRole = configsByRole.get(config) ?? new Map<string, CompiledConfig>()
  configsByRole.set(config, byRole)
  const roleConfig = byRole.get(role) ?? applyRole(config, ownValue(config.roles, role) ?? REMOVED_ROLE, role)
  byRole.set(role, roleConfig)
  return roleConfig
}

function applyRole(config: CompiledConfig, role: CompiledRole, name: string): CompiledConfig {
  const resources = Object.fromEntries(
    Object.values(config.resources).map(resource => [resource.name, resourceForRole(resource, role, name)]),
  )
  const { menu, dashboard, roster } = config
  const devices = ownValue(resources, 'devices')
  return {
    ...config,
    resources,
    menu: { ...menu, items: menu.items.map(item => menuItemForRole(item, config, resources)) },
    dashboard: {
      ...dashboard,
      widgets: dashboard.widgets.map(widget =>
        devices && isForbidden(devices.access.list) ? { ...widget, level: 'nobody' } : widget,
      ),
    },
    roster: {
      ...roster,
      columns: roster.columns.map(column => {
        const field = ownValue(devices?.fields, column.field)
        const isFieldForbidden = field && (isForbidden(field.write) || isForbidden(field.read))
        const isSecretForbidden = column.field === 'secret' && devices && isForbidden(devices.access.secrets)
        return isFieldForbidden || isSecretForbidden ? { ...column, level: 'nobody' } : column
      }),
    },
  }
}

const isForbidden = (needed: Needed | 'never'): boolean => needed === 'nobody'

/** The rights of a role for a resource: its own entry, completed by the entry `*`. */
function rightsOf({ resources }: CompiledRole, resource: string): RoleRights {
  const general = ownValue(resources, '*')
  const specific = ownValue(resources, resource)
  return { access: { ...general?.access, ...specific?.access }, fields: specific?.fields ?? {} }
}

/** The required level for this role: unchanged unless the role allows or forbids an action that exists. */
const levelFor = <Level extends Needed | 'never'>(level: Level, allowed: boolean | undefined) => {
  if (allowed === undefined || level === 'nobody') return level
  return allowed ? ('none' as const) : ('nobody' as const)
}

/**
 * The level of a part of the screen, such as a button, that depends on a right: the level at which the role has the
 * right, unless config requires a higher level for the part.
 */
const levelOfPart = (level: Needed, originalLevelOfRight: Needed, levelOfRight: Needed): Needed => {
  if (levelOfRight === originalLevelOfRight) return level
  return level === originalLevelOfRight ? levelOfRight : highest(level, levelOfRight)
}

/**
 * Hides computed fields that depend on a hidden field, because they would reveal its value. Changes `fields` in place.
 */
function hideRevealingComputed(fields: Record<string, CompiledField>): void {
  const revealsHidden = ({ read, computed }: CompiledField): boolean =>
    isForbidden(read) ||
    (computed !== undefined &&
      fieldsRead(computed).some(name => fields[name] !== undefined && revealsHidden(fields[name])))
  for (const field of Object.values(fields))
    if (field.computed && revealsHidden(field)) fields[field.name] = { ...field, read: 'nobody' }
}

function resourceForRole(resource: CompiledResource, role: CompiledRole, roleName: string): CompiledResource {
  const rights = rightsOf(role, resource.name)
  const isOrderingForbidden = rightsOf(role, 'orders').access.create === false
  const access = Object.fromEntries(
    RECORD_ACTIONS.map(action => [action, levelFor(resource.access[action], rights.access[action])]),
  ) as CompiledResource['access']
  // Editing requires `show`, except for devices, whose page requires only `list`.
  if (isForbidden(access.show) && resource.name !== 'devices') access.edit = 'nobody'
  const fields = Object.fromEntries(
    Object.values(resource.fields).map(field => {
      const { read, write } = rights.fields[field.name] ?? {}
      const fieldForRole: CompiledField = {
        ...field,
        read: levelFor(field.read, read),
        write: field.write === 'never' ? 'never' : levelFor(field.write, write),
      }
      return [field.name, field.choicesFrom === 'roles' ? withOnlyRole(fieldForRole, roleName) : fieldForRole]
    }),
  )
  hideRevealingComputed(fields)
  /** The level of a column or filter, which depends on the right to see its field. */
  const levelByField = (level: Needed, field: string | undefined): Needed => {
    const originalLevel = ownValue(resource.fields, field ?? '')?.read
    const levelOfRole = ownValue(fields, field ?? '')?.read
    if (originalLevel === undefined || levelOfRole === undefined) return level
    return levelOfPart(level, originalLevel, levelOfRole)
  }
  const roleLevel = (name: ActionName | BulkActionName, level: Needed): Needed => {
    if (isOrderingForbidden && ORDER_BUTTONS.includes(name)) return 'nobody'
    if (name === 'registerDevices' && isForbidden(lowest(access.create, access.edit))) return 'nobody'
    if (name === 'export') return exportLevel(level)
    return levelOfPart(level, buttonLevel(name, resource.access), buttonLevel(name, access))
  }
  const withRoleLevel = <Part extends { name: ActionName | BulkActionName; level: Needed }>(
    part: Part,
  ): Part => ({ ...part, level: roleLevel(part.name, part.level) })
  const exportLevel = (level: Needed): Needed =>
    isForbidden(access.list)
      ? 'nobody'
      : levelFor(levelOfPart(level, resource.access.list, access.list), rights.access.export)
  const { list, page } = resource
  return {
    ...resource,
    access,
    fields,
    list: list && {
      ...list,
      columns: list.columns.map(column => ({
        ...column,
        level: levelByField(column.level, column.field),
        actions: column.actions.map(withRoleLevel),
      })),
      filters: list.filters.map(filter => ({ ...filter, level: levelByField(filter.level, filter.field) })),
      actions: list.actions.map(withRoleLevel),
      rowActions: list.rowActions.map(withRoleLevel),
      bulkActions: list.bulkActions.map(withRoleLevel),
      ...(list.export && { export: exportLevel(list.export) }),
    },
    page: page && { ...page, actions: page.actions.map(withRoleLevel) },
  }
}

/** Buttons of devices that create orders; hidden if the role forbids that. */
const ORDER_BUTTONS: readonly string[] = ['control', 'order'] satisfies (ActionName | BulkActionName)[]

/** A user with a role can assign only that role (`domain/authority`, `mayManage`). */
const withOnlyRole = (field: CompiledField, roleName: string): CompiledField => ({
  ...field,
  choices: field.choices?.filter(({ value }) => value === roleName),
})

/** A menu item with its level for this role. A link to a page of a resource needs the right to this page. */
function menuItemForRole(
  item: CompiledMenuItem,
  originalConfig: CompiledConfig,
  resources: CompiledConfig['resources'],
): CompiledMenuItem {
  const path = item.to.replace(/[?#].*$/, '')
  const target = Object.values(resources).find(
    resource => path === resource.path || path.startsWith(`${resource.path}/`),
  )
  if (!target) return item
  const right = rightToOpen(path, target)
  const originalLevel = originalConfig.resources[target.name]!.access[right]
  return { ...item, level: levelOfPart(item.level, originalLevel, target.access[right]) }
}

/** The right to open a page of a resource: its list, an empty form, or the page of a record. */
function rightToOpen(path: string, resource: CompiledResource): RecordAction {
  if (path === resource.path) return 'list'
  return /\/(compose|edit)$/.test(path) ? 'create' : 'show'
}
