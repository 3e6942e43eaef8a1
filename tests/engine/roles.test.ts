/**
 * Roles of config: their errors are reported with the location, and menus, buttons, columns and fields depend on the
 * rights of the role.
 */
import { describe, expect, it, test } from 'vitest'
import { mayManage } from '../../src/domain/authority'
import { choicesFor, may, menuFor, partsFor, readableFields } from '../../src/engine/access'
import { compileConfig } from '../../src/engine/load/compileConfig'
import { configForRole, effectiveLevel, isRoleMissing } from '../../src/engine/roles'
import { packageConfig } from '../support/config'
import { configFiles } from '../support/configFiles'
import { configOfRoles, EXAMPLE, problemsOfRoles } from '../support/roles'

/** Invalid `resources` of a role with the level vendor, each with its error. */
const REFUSED: [resources: object, path: string, code: string, params?: object][] = [
  [{ device: {} }, 'device', 'unknownResource', { hint: 'devices' }],
  [{ devices: { access: { edt: true } } }, 'devices/access/edt', 'unknownKey', { hint: 'edit' }],
  [{ devices: { access: { show: true } } }, 'devices/access/show', 'noEffect'],
  [{ sims: { access: { export: true } } }, 'sims/access/export', 'noEffect'],
  [
    { devices: { fields: { isdnn: { read: false } } } },
    'devices/fields/isdnn',
    'unknownField',
    { hint: 'isdn' },
  ],
  [{ devices: { fields: { linked: { write: true } } } }, 'devices/fields/linked/write', 'roleNeverWritten'],
  [
    { devices: { fields: { isdn: { read: false, write: true } } } },
    'devices/fields/isdn/write',
    'roleWritesUnread',
  ],
  [{ clients: { fields: { name: { read: false } } } }, 'clients/fields/name', 'roleRequired'],
  [{ batches: { fields: { name: { write: false } } } }, 'batches/fields/name', 'roleRequired'],
  [
    { vendors: { access: { create: true } } },
    'vendors/access/create',
    'roleFloor',
    { least: 'master', level: 'vendor' },
  ],
  [{ '*': { access: { create: true } } }, '*/access/create', 'roleFloor', { least: 'master' }],
  [{ '*': { rows: { field: 'name', eq: 'x' } } }, '*/rows', 'roleEvery'],
  [{ '*': { fields: { name: {} } } }, '*/fields', 'roleEvery'],
  [
    { devices: { rows: { field: 'sdo', eq: 'KR-11' } } },
    'devices/rows/field',
    'unknownField',
    { hint: 'sido' },
  ],
  [{ devices: { rows: { field: 'vendor_name', eq: 'x' } } }, 'devices/rows/field', 'roleRowField'],
  [{ devices: { rows: { level: 'master' } } }, 'devices/rows/level', 'roleRowTest'],
  [{ devices: { rows: { all: [{ own: true }] } } }, 'devices/rows/all/0/own', 'roleRowTest'],
  [{ devices: { rows: { field: 'sido' } } }, 'devices/rows', 'emptyTest'],
  [{ devices: { rows: { field: 'batch_id', eq: '7' } } }, 'devices/rows/eq', 'conditionKind'],
  [{ devices: { rows: "sdo == 'KR-11'" } }, 'devices/rows', 'expressionName'],
]

describe('the check of roles', () => {
  it('accepts the example', () => {
    expect(problemsOfRoles(EXAMPLE)).toEqual([])
  })

  const role = (resources: object) => ({ label: '역할', level: 'vendor', resources })
  const roles = REFUSED.map(([resources], index) => [`role-${index}`, role(resources)])
  const problems = problemsOfRoles({ roles: Object.fromEntries(roles) })

  test.each(
    REFUSED.map(([resources, path, code, params], index) => ({ resources, path, code, params, index })),
  )('refuses $resources: $path $code', ({ path, code, params = {}, index }) => {
    expect(problems).toContainEqual({
      path: `/roles/role-${index}/resources/${path}`,
      code,
      params: expect.objectContaining(params),
    })
  })

  it('refuses unknown levels, the level none, and invalid names', () => {
    const role = (level: string) => ({ label: '역할', level, resources: {} })
    const invalid = { boss: role('boss'), nobody: role('none') }
    expect(problemsOfRoles({ roles: invalid }).map(({ path, code }) => `${path} ${code}`)).toEqual([
      '/roles/boss/level notAllowed',
      '/roles/nobody/level notAllowed',
    ])
    expect(problemsOfRoles({ roles: { 'One!': role('guest') } })).toMatchObject([
      { path: '/roles/One!', code: 'roleName' },
    ])
  })
})

describe('config for a role', () => {
  const { shared: config } = configOfRoles({
    ...EXAMPLE.roles,
    clerk: {
      label: '담당',
      level: 'client',
      resources: {
        devices: {
          access: { create: true, export: false, delete: false },
          fields: { version: { read: false }, client_name: { read: true } },
        },
        orders: { access: { list: false, show: false, create: false } },
      },
    },
  })
  const { numbers } = config.levels
  const auditor = configForRole(config, 'auditor')
  const clerk = configForRole(config, 'clerk')

  it('is unchanged without a role, and cached for each role', () => {
    expect(configForRole(config, undefined)).toBe(config)
    expect(configForRole(config, '')).toBe(config)
    expect(configForRole(config, 'clerk')).toBe(clerk)
  })

  it('has no buttons for forbidden actions', () => {
    const buttons = (roleConfig: typeof config) => {
      const { list, page } = roleConfig.resources.devices!
      const columnActions = list!.columns.flatMap(column => column.actions)
      const actions = [
        ...list!.actions,
        ...list!.rowActions,
        ...list!.bulkActions,
        ...columnActions,
        ...page!.actions,
      ]
      return [...new Set(partsFor(roleConfig, numbers.master, actions).map(({ name }) => name))].sort()
    }
    expect(buttons(auditor)).toEqual(['export'])
    expect(buttons(config)).toEqual(
      expect.arrayContaining(['assignClient', 'control', 'edit', 'order', 'registerDevices', 'remove']),
    )
  })

  it('hides forbidden fields, columns and the export', () => {
    const names = (roleConfig: typeof config) =>
      readableFields(roleConfig, numbers.client, roleConfig.resources.devices!).map(({ name }) => name)
    expect(names(config)).toContain('version')
    expect(names(clerk)).not.toContain('version')
    const columns = partsFor(clerk, numbers.client, clerk.resources.devices!.list!.columns).map(
      ({ field }) => field,
    )
    expect(columns).not.toContain('version')
    expect(clerk.resources.devices!.list!.export).toBe('nobody')
  })

  it('has no menu links to forbidden lists', () => {
    const links = (roleConfig: typeof config) =>
      menuFor(roleConfig, numbers.client, 'bar').map(({ to }) => to)
    expect(links(config).some(to => to.startsWith('/app/orders'))).toBe(true)
    expect(links(clerk).some(to => to.startsWith('/app/orders'))).toBe(false)
    expect(links(clerk).length).toBeGreaterThan(0)
  })

  it('allows nothing for a removed role, and never raises the level of an account', () => {
    const removed = configForRole(config, 'removed')
    expect(isRoleMissing(config, { level: 9, role: 'removed' })).toBe(true)
    for (const { name } of Object.values(config.resources))
      expect(may(removed, numbers.master, name, 'list')).toBe(false)
    expect(effectiveLevel(config, { level: numbers.master, role: 'removed' })).toBe(numbers.guest)
    expect(effectiveLevel(config, { level: numbers.master, role: 'clerk' })).toBe(numbers.client)
    expect(effectiveLevel(config, { level: numbers.guest, role: 'auditor' })).toBe(numbers.guest)
    expect(effectiveLevel(config, { level: numbers.vendor })).toBe(numbers.vendor)
  })

  it('offers, for accounts, roles up to the level of the user; a user with a role may give only that role', () => {
    const offered = (roleConfig: typeof config, level: number) =>
      choicesFor(roleConfig.resources.clients!.fields.role!, level).map(({ value }) => value)
    const belowMaster = ['regional-manager', 'company-manager', 'clerk']
    expect(offered(config, numbers.master)).toEqual(['auditor', ...belowMaster])
    expect(offered(config, numbers.vendor)).toEqual(belowMaster)
    expect(offered(configForRole(config, 'regional-manager'), numbers.vendor)).toEqual(['regional-manager'])
    expect(offered(clerk, numbers.client)).toEqual(['clerk'])
  })

  it('hides computed fields that depend on a hidden field', () => {
    const resources = { rentals: { fields: { price: { read: false } } } }
    const { shared } = configOfRoles({ blind: { label: '가', level: 'vendor', resources } }, 'rentals')
    const { fields } = configForRole(shared, 'blind').resources.rentals!
    const readers = ['price', 'total', 'size', 'title'].map(name => fields[name]!.read)
    expect(readers).toEqual(['nobody', 'nobody', 'nobody', 'none'])
  })

  it('allows no edit of records that the role may not see, because their form shows them', () => {
    const resources = {
      batches: { access: { show: false, edit: true } },
      vendors: { access: { show: true, edit: true } },
    }
    const { shared } = configOfRoles({ blind: { label: '가', level: 'master', resources } })
    const { batches, vendors } = configForRole(shared, 'blind').resources
    expect([batches!.access.edit, vendors!.access.edit]).toEqual(['nobody', 'none'])
    const file = JSON.parse(configFiles()['resources/batches.json']!) as { access: object }
    Object.assign(file.access, { show: 'master', edit: 'vendor' })
    const compiled = compileConfig({ ...configFiles(), 'resources/batches.json': JSON.stringify(file) })
    expect(compiled).toMatchObject({
      config: { shared: { resources: { batches: { access: { edit: 'master' } } } } },
    })
    expect(compiled.warnings.map(({ path, code }) => [path, code])).toEqual([['/access/edit', 'editShows']])
  })
})

it('clients have no role field if config has no roles', () => {
  const { clients } = packageConfig().shared.resources
  expect(clients!.fields.role).toBeUndefined()
  expect(clients!.list!.columns.map(({ field }) => field)).not.toContain('role')
  expect(clients!.form!.sections.flatMap(({ fields }) => fields)).not.toContain('role')
})

test.each([
  [{ level: 6 }, { level: 6 }, true],
  [{ level: 6 }, { level: 6, role: 'a' }, true],
  [{ level: 6 }, { level: 9 }, false],
  [{ level: 6 }, { level: 3, role: 'a' }, true],
  [{ level: 6, role: 'a' }, { level: 3 }, false],
  [{ level: 6, role: 'a' }, { level: 3, role: 'a' }, false],
  [{ level: 6, role: 'a' }, { level: 6, role: 'a' }, true],
  [{ level: 6, role: 'a' }, { level: 6, role: 'b' }, false],
  [{ level: 6, role: 'a' }, { level: 6, role: null }, false],
  [{ level: 6, role: 'a' }, { level: 9, role: 'a' }, false],
])('a caller with %j may manage an account with %j: %s', (caller, account, isAllowed) => {
  expect(mayManage(caller, account)).toBe(isAllowed)
})
