/** Compiles `roles.json`, and checks it against the compiled resources. */
import { isAtLeast, type LevelName } from '../../../domain/authority'
import { ownValue } from '../../../domain/own'
import type {
  CompiledCondition,
  CompiledConfig,
  CompiledResource,
  CompiledRole,
  RoleRights,
  RoleRows,
} from '../../compiled'
import { CONTRACT_RESOURCES } from '../../fields/contractFields'
import { localized } from '../../i18n'
import { RECORD_ACTIONS } from '../../registry'
import type { Roles } from '../../shapes/roles'
import type { Location } from '../Location'
import { supportedParts } from '../resource/context'
import { mustBeEntered } from '../resource/fieldChecks'
import { minLevelOf } from '../resource/minLevel'
import { compileRows } from '../resource/rows'
import type { LevelOf } from './app'

type Rights = Roles['roles'][string]['resources'][string]
type Resources = CompiledConfig['resources']

/** The key for the rights to all resources without an entry. */
const ALL_RESOURCES = '*'

const ROLE_NAME = /^[a-z][a-z0-9-]{0,39}$/

interface RoleContext {
  level: LevelName
  resources: Resources
}

export function compileRoles(
  { roles }: Roles,
  root: Location,
  resources: Resources,
  levelOf: LevelOf,
): { roles: Record<string, CompiledRole>; rows: RoleRows } {
  const compiled: Record<string, CompiledRole> = {}
  const rows: Record<string, Record<string, CompiledCondition>> = {}
  for (const [name, role] of Object.entries(roles)) {
    const loc = root.at('roles', name)
    if (!ROLE_NAME.test(name)) loc.reportKey('roleName', { name })
    const context = { level: levelOf(role.level), resources }
    const rights: Record<string, RoleRights> = {}
    const conditions: Record<string, CompiledCondition> = {}
    for (const [resource, roleRights] of Object.entries(role.resources)) {
      const resourceLoc = loc.at('resources', resource)
      rights[resource] = { access: roleRights.access ?? {}, fields: roleRights.fields ?? {} }
      if (resource === ALL_RESOURCES) checkRightsForAll(roleRights, resourceLoc, context)
      else if (
        resourceLoc.expectKnown(resource, [...Object.keys(resources), ALL_RESOURCES], 'unknownResource')
      ) {
        checkRights(roleRights, resourceLoc, resources[resource]!, context)
        if (roleRights.rows !== undefined)
          conditions[resource] = compileRows(
            roleRights.rows,
            resourceLoc.at('rows'),
            resources[resource]!,
            levelOf,
          )
      }
    }
    for (const resource of Object.values(resources)) checkCreation(resource, rights, loc, context.level)
    compiled[name] = { label: localized(role.label), level: context.level, resources: rights }
    rows[name] = conditions
  }
  return { roles: compiled, rows }
}

/** `fields` and `rows` belong to one resource, so `"*"` cannot have them. */
function checkRightsForAll(rights: Rights, loc: Location, { level, resources }: RoleContext): void {
  loc.refuseKeys(rights, ['fields', 'rows'], 'roleEvery')
  for (const action of RECORD_ACTIONS) {
    if (!rights.access?.[action]) continue
    for (const { name } of Object.values(resources)) {
      const minLevel = minLevelOf(ownValue(CONTRACT_RESOURCES, name), action)
      if (minLevel && supportedParts(name).access.includes(action) && !isAtLeast(level, minLevel)) {
        loc.at('access', action).report('roleFloor', { level, least: minLevel, resource: name })
        // One error per action is enough.
        break
      }
    }
  }
}

function checkRights(
  written: Rights,
  loc: Location,
  resource: CompiledResource,
  { level }: RoleContext,
): void {
  const { access = {}, fields = {} } = written
  const { name } = resource
  const supported = supportedParts(name)
  const unsupported = RECORD_ACTIONS.filter(action => !supported.access.includes(action))
  loc.at('access').refuseKeys(access, unsupported, 'noEffect', { resource: name })
  // The history is narrowed by the rows of the resources that it is about.
  if (ownValue(CONTRACT_RESOURCES, name)?.readOnly)
    loc.refuseKeys(written, ['rows'], 'noEffect', { resource: name })
  if (access.export !== undefined && !resource.list?.export)
    loc.at('access', 'export').reportKey('noEffect', { name: 'export', resource: name })
  for (const action of RECORD_ACTIONS) {
    const minLevel = minLevelOf(ownValue(CONTRACT_RESOURCES, name), action)
    if (access[action] && minLevel && !isAtLeast(level, minLevel))
      loc.at('access', action).report('roleFloor', { level, least: minLevel, resource: name })
  }
  for (const [field, rights] of Object.entries(fields)) {
    const fieldLoc = loc.at('fields', field)
    if (!fieldLoc.expectKnown(field, Object.keys(resource.fields))) continue
    if (rights.write && resource.fields[field]!.write === 'never')
      fieldLoc.at('write').report('roleNeverWritten', { name: field })
    if (rights.write && rights.read === false)
      fieldLoc.at('write').report('roleWritesUnread', { name: field })
  }
}

/**
 * Reports required fields that a role cannot enter although it may create records. Skips devices: they are registered
 * by sheet, whose required columns are in `roster.json`.
 */
function checkCreation(
  resource: CompiledResource,
  rights: Readonly<Record<string, RoleRights>>,
  role: Location,
  level: LevelName,
): void {
  const { name } = resource
  const [general, specific] = [ownValue(rights, ALL_RESOURCES), ownValue(rights, name)]
  if (name === 'devices' || !(general || specific)) return
  const mayCreate =
    specific?.access.create ?? general?.access.create ?? isAtLeast(level, resource.access.create)
  const minLevel = minLevelOf(ownValue(CONTRACT_RESOURCES, name), 'create')
  if (!mayCreate || (minLevel && !isAtLeast(level, minLevel))) return
  for (const field of Object.values(resource.fields).filter(mustBeEntered)) {
    const { read, write } = specific?.fields[field.name] ?? {}
    const mayEnter =
      (read ?? isAtLeast(level, field.read)) && (write ?? isAtLeast(level, field.write as LevelName))
    if (mayEnter) continue
    const entry = role.at('resources', specific ? name : ALL_RESOURCES)
    const isDeniedByRole = read === false || write === false
    const loc = isDeniedByRole ? entry.at('fields', field.name) : entry
    loc.report('roleRequired', { name: field.name, resource: name })
  }
}
