/**
 * Roles. `configAs` returns config as it applies to a role: whatever the role forbids needs the level `nobody`, and
 * additional rights need the level `none`. Menus, buttons, columns, filters and widgets follow. Always pass the config
 * of the user's role to the functions of `engine/access`.
 */
import type { Needed } from '../domain/authority'
import { ownValue } from '../domain/own'
import type {
  CompiledConfig,
  CompiledField,
  CompiledMenuItem,
  CompiledResource,
  CompiledRole,
  RoleRights,
} from './compiled'
import { fieldsRead } from './expressions/expression'
import { type ActionName, type BulkActionName, factsOf, RECORD_ACTIONS, type RecordAction } from './registry'

/** The rights of an account. */
export interface Account {
  level: number
  /** The role's name in config; empty without a role. */
  role?: string | null | undefined
}

/** The role of accounts whose role is no longer in config: it allows nothing. */
const NO_ROLE: CompiledRole = {
  label: { ko: '', en: '' },
  level: 'guest',
  resources: {
    '*': { access: Object.fromEntries([...RECORD_ACTIONS, 'export'].map(one => [one, false])), fields: {} },
  },
}

/** True for an account whose role is not in config. */
export const isRoleMissing = ({ roles }: Pick<CompiledConfig, 'roles'>, { role }: Account): boolean =>
  !!role && ownValue(roles, role) === undefined

/** The account's level, capped at the level of its role. */
export function effectiveLevel({ roles, levels }: CompiledConfig, { level, role }: Account): number {
  if (!role) return level
  return Math.min(level, levels.numbers[(ownValue(roles, role) ?? NO_ROLE).level])
}

const viewsByConfig = new WeakMap<CompiledConfig, Map<string, CompiledConfig>>()

/** Config with the rights of this role applied; unchanged without a role. */
export function configAs(config: CompiledConfig, role: string | null | undefined): CompiledConfig {
  if (!role) return config
  const views = viewsByConfig.get(config) ?? new Map<string, CompiledConfig>()
  viewsByConfig.set(config, views)
  const view = views.get(role) ?? viewFor(config, ownValue(config.roles, role) ?? NO_ROLE, role)
  views.set(role, view)
  return view
}

function viewFor(config: CompiledConfig, role: CompiledRole, name: string): CompiledConfig {
  const resources = Object.fromEntries(
    Object.values(config.resources).map(resource => [resource.name, resourceAs(resource, role, name)]),
  )
  const { menu, dashboard, roster } = config
  const of = (resource: string) => ownValue(resources, resource)
  const devices = of('devices')
  return {
    ...config,
    resources,
    menu: { ...menu, items: menu.items.map(item => menuItemAs(item, config, resources)) },
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
        const isClosed = field && (isForbidden(field.write) || isForbidden(field.read))
        const isSecret = column.field === 'secret' && devices && isForbidden(devices.access.secrets)
        return isClosed || isSecret ? { ...column, level: 'nobody' } : column
      }),
    },
  }
}

const isForbidden = (needed: Needed | 'never'): boolean => needed === 'nobody'

/** The rights of a role for a resource: those under its name, over those of `*`. */
function rightsOf({ resources }: CompiledRole, resource: string): RoleRights {
  const every = ownValue(resources, '*')
  const named = ownValue(resources, resource)
  return { access: { ...every?.access, ...named?.access }, fields: named?.fields ?? {} }
}

/** The level that a user of this role needs; unchanged if the role has no entry. */
const levelFor = <Level extends Needed | 'never'>(level: Level, allowed: boolean | undefined) =>
  allowed === undefined ? level : allowed ? ('none' as const) : ('nobody' as const)

/** Hides computed fields that depend on a hidden field: they would reveal its value. */
function closeComputed(fields: Record<string, CompiledField>): void {
  const revealsHidden = ({ read, computed }: CompiledField): boolean =>
    isForbidden(read) ||
    (computed
      ? fieldsRead(computed).some(name => fields[name] !== undefined && revealsHidden(fields[name]))
      : false)
  for (const field of Object.values(fields))
    if (field.computed && revealsHidden(field)) fields[field.name] = { ...field, read: 'nobody' }
}

function resourceAs(resource: CompiledResource, role: CompiledRole, name: string): CompiledResource {
  const rights = rightsOf(role, resource.name)
  const mayOrder = rightsOf(role, 'orders').access.create
  const access = Object.fromEntries(
    RECORD_ACTIONS.map(action => [action, levelFor(resource.access[action], rights.access[action])]),
  ) as CompiledResource['access']
  const fields = Object.fromEntries(
    Object.values(resource.fields).map(field => {
      const { read, write } = rights.fields[field.name] ?? {}
      const as: CompiledField = {
        ...field,
        read: levelFor(field.read, read),
        write: field.write === 'never' ? 'never' : levelFor(field.write, write),
      }
      return [field.name, field.choicesFrom === 'roles' ? withOnlyRole(as, name) : as]
    }),
  )
  closeComputed(fields)
  const base = resource.access
  /** The level of a button that needs a right: hidden if the role lacks it, shown if the role adds it. */
  const levelByRight = (level: Needed, right: RecordAction | undefined): Needed => {
    if (!right || access[right] === base[right]) return level
    return isForbidden(access[right]) ? 'nobody' : level === base[right] ? 'none' : level
  }
  const levelByField = (level: Needed, field: string | undefined): Needed => {
    const before = ownValue(resource.fields, field ?? '')?.read
    const now = ownValue(fields, field ?? '')?.read
    if (before === undefined || now === undefined || before === now) return level
    return isForbidden(now) ? 'nobody' : level === before ? 'none' : level
  }
  const button = <Part extends { name: ActionName | BulkActionName; level: Needed }>(part: Part): Part => ({
    ...part,
    level:
      (ORDERS.includes(part.name) && mayOrder === false) ||
      NEEDS_ANY_OF[part.name]?.every(action => isForbidden(access[action]))
        ? 'nobody'
        : part.name === 'export'
          ? exported(part.level)
          : levelByRight(part.level, factsOf(part.name).needs),
  })
  const exported = (level: Needed): Needed =>
    isForbidden(access.list) ? 'nobody' : levelFor(levelByRight(level, 'list'), rights.access.export)
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
        actions: column.actions.map(button),
      })),
      filters: list.filters.map(filter => ({ ...filter, level: levelByField(filter.level, filter.field) })),
      actions: list.actions.map(button),
      rowActions: list.rowActions.map(button),
      bulkActions: list.bulkActions.map(button),
      ...(list.export && { export: exported(list.export) }),
    },
    page: page && { ...page, actions: page.actions.map(button) },
  }
}

/** Buttons that need at least one of these rights. */
const NEEDS_ANY_OF: Readonly<Partial<Record<ActionName | BulkActionName, readonly RecordAction[]>>> = {
  registerDevices: ['create', 'edit'],
}

/** Buttons of devices that create orders. */
const ORDERS: readonly string[] = ['control', 'order'] satisfies (ActionName | BulkActionName)[]

/** A user with a role can assign only that role (`domain/authority`, `mayManage`). */
const withOnlyRole = (field: CompiledField, name: string): CompiledField => ({
  ...field,
  choices: field.choices?.filter(({ value }) => value === name),
})

/** A menu item needs the right for its page. */
function menuItemAs(
  item: CompiledMenuItem,
  before: CompiledConfig,
  resources: CompiledConfig['resources'],
): CompiledMenuItem {
  const path = item.to.replace(/[?#].*$/, '')
  const target = Object.values(resources).find(one => path === one.path || path.startsWith(`${one.path}/`))
  if (!target) return item
  const right: RecordAction =
    path === target.path ? 'list' : /\/(compose|edit)$/.test(path) ? 'create' : 'show'
  const [oldLevel, newLevel] = [before.resources[target.name]!.access[right], target.access[right]]
  if (oldLevel === newLevel) return item
  return { ...item, level: isForbidden(newLevel) ? 'nobody' : item.level === oldLevel ? 'none' : item.level }
}
