/**
 * Roles of config: what is wrong with them is said where it stands, and all parts of config follow from what a role
 * may.
 */
import { describe, expect, it, test } from 'vitest'
import { mayManage } from '../../src/domain/authority'
import { choicesFor, may, menuFor, partsFor, readableFields } from '../../src/engine/access'
import { configForRole, effectiveLevel, isRoleMissing } from '../../src/engine/roles'
import { packageConfig } from '../support/config'
import { configOfRoles, EXAMPLE, problemsOfRoles } from '../support/roles'

const role = (rest: object, level = 'vendor') => ({
  roles: { one: { label: '역할', level, resources: rest } },
})
const at = '/roles/one/resources'

describe('what is wrong with a role', () => {
  it('is nothing in the example', () => {
    expect(problemsOfRoles(EXAMPLE)).toEqual([])
  })

  test.each<[object, string, string, object?]>([
    [role({ device: {} }), `${at}/device`, 'unknownResource', { hint: 'devices' }],
    [
      role({ devices: { access: { edt: true } } }),
      `${at}/devices/access/edt`,
      'unknownKey',
      { hint: 'edit' },
    ],
    [role({ devices: { access: { show: true } } }), `${at}/devices/access/show`, 'noEffect'],
    [role({ sims: { access: { export: true } } }), `${at}/sims/access/export`, 'noEffect'],
    [
      role({ devices: { fields: { isdnn: { read: false } } } }),
      `${at}/devices/fields/isdnn`,
      'unknownField',
      { hint: 'isdn' },
    ],
    [
      role({ devices: { fields: { linked: { write: true } } } }),
      `${at}/devices/fields/linked/write`,
      'roleNeverWritten',
    ],
    [
      role({ devices: { fields: { isdn: { read: false, write: true } } } }),
      `${at}/devices/fields/isdn/write`,
      'roleWritesUnread',
    ],
    [
      role({ vendors: { access: { create: true } } }),
      `${at}/vendors/access/create`,
      'roleFloor',
      { least: 'master', level: 'vendor' },
    ],
    [role({ '*': { access: { create: true } } }), `${at}/*/access/create`, 'roleFloor', { least: 'master' }],
    [role({ '*': { rows: { field: 'name', eq: 'x' } } }), `${at}/*/rows`, 'roleEvery'],
    [role({ '*': { fields: { name: {} } } }), `${at}/*/fields`, 'roleEvery'],
    [
      role({ devices: { rows: { field: 'sdo', eq: 'KR-11' } } }),
      `${at}/devices/rows/field`,
      'unknownField',
      { hint: 'sido' },
    ],
    [
      role({ devices: { rows: { field: 'vendor_name', eq: 'x' } } }),
      `${at}/devices/rows/field`,
      'roleRowField',
    ],
    [role({ devices: { rows: { level: 'master' } } }), `${at}/devices/rows/level`, 'roleRowTest'],
    [role({ devices: { rows: { all: [{ own: true }] } } }), `${at}/devices/rows/all/0/own`, 'roleRowTest'],
    [role({ devices: { rows: { field: 'sido' } } }), `${at}/devices/rows`, 'emptyTest'],
    [role({ devices: { rows: { field: 'batch_id', eq: '7' } } }), `${at}/devices/rows/eq`, 'conditionKind'],
    [role({ devices: { rows: { field: 'edition', gt: 3 } } }), `${at}/devices/rows/gt`, 'conditionKind'],
    [role({ devices: { rows: "sdo == 'KR-11'" } }), `${at}/devices/rows`, 'expressionName'],
    [role({}, 'boss'), '/roles/one/level', 'notAllowed'],
    [role({}, 'none'), '/roles/one/level', 'notAllowed'],
    [{ roles: { 'One!': { label: 'x', level: 'guest', resources: {} } } }, '/roles/One!', 'roleName'],
  ])('%j: %s %s', (file, path, code, params = {}) => {
    const problems = problemsOfRoles(file)
    expect(problems.map(problem => [problem.path, problem.code])).toContainEqual([path, code])
    expect(problems.find(problem => problem.code === code)!.params).toMatchObject(params)
  })
})

describe('config as a role has it', () => {
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

  it('is the plain one without a role, and one object for each role', () => {
    expect(configForRole(config, undefined)).toBe(config)
    expect(configForRole(config, '')).toBe(config)
    expect(configForRole(config, 'clerk')).toBe(clerk)
  })

  it('lets an auditor list and open everything, and change nothing', () => {
    for (const { name } of Object.values(config.resources)) {
      expect([name, may(auditor, numbers.master, name, 'list')]).toEqual([name, true])
      for (const action of ['create', 'edit', 'delete', 'secrets'] as const)
        expect([name, action, may(auditor, numbers.master, name, action)]).toEqual([name, action, false])
    }
  })

  it('has no buttons of what the role may not, and all others', () => {
    const buttons = (of: typeof config) => {
      const { list, page } = of.resources.devices!
      const actions = [
        ...list!.actions,
        ...list!.rowActions,
        ...list!.bulkActions,
        ...list!.columns.flatMap(column => column.actions),
        ...page!.actions,
      ]
      return [...new Set(partsFor(of, numbers.master, actions).map(({ name }) => name))].sort()
    }
    expect(buttons(auditor)).toEqual(['export'])
    expect(buttons(config)).toEqual(
      expect.arrayContaining(['assignClient', 'control', 'edit', 'order', 'registerDevices', 'remove']),
    )
  })

  it('has fields, columns and filters as the role may see them', () => {
    const names = (of: typeof config) =>
      readableFields(of, numbers.client, of.resources.devices!).map(({ name }) => name)
    expect(names(config)).toContain('version')
    expect(names(clerk)).not.toContain('version')
    const columns = partsFor(clerk, numbers.client, clerk.resources.devices!.list!.columns).map(
      ({ field }) => field,
    )
    expect(columns).not.toContain('version')
    expect(clerk.resources.devices!.list!.export).toBe('nobody')
  })

  it('has no links to what the role may not list', () => {
    const links = (of: typeof config) => menuFor(of, numbers.client, 'bar').map(({ to }) => to)
    expect(links(config).some(to => to.startsWith('/app/orders'))).toBe(true)
    expect(links(clerk).some(to => to.startsWith('/app/orders'))).toBe(false)
    expect(links(clerk).length).toBeGreaterThan(0)
  })

  it('allows nothing where config does not have the role, and nobody more than the level of theirs', () => {
    const gone = configForRole(config, 'gone')
    expect(isRoleMissing(config, { level: 9, role: 'gone' })).toBe(true)
    for (const { name } of Object.values(config.resources))
      expect(may(gone, numbers.master, name, 'list')).toBe(false)
    expect(effectiveLevel(config, { level: numbers.master, role: 'gone' })).toBe(numbers.guest)
    expect(effectiveLevel(config, { level: numbers.master, role: 'clerk' })).toBe(numbers.client)
    expect(effectiveLevel(config, { level: numbers.guest, role: 'auditor' })).toBe(numbers.guest)
    expect(effectiveLevel(config, { level: numbers.vendor })).toBe(numbers.vendor)
  })

  it('offers the roles up to the own level, and to who has one their own and lower ones', () => {
    const offered = (of: typeof config, level: number) =>
      choicesFor(of.resources.clients!.fields.role!, level).map(({ value }) => value)
    expect(offered(config, numbers.master)).toEqual([
      'auditor',
      'regional-manager',
      'company-manager',
      'clerk',
    ])
    expect(offered(config, numbers.vendor)).toEqual(['regional-manager', 'company-manager', 'clerk'])
    expect(offered(configForRole(config, 'regional-manager'), numbers.vendor)).toEqual(['regional-manager'])
    expect(offered(clerk, numbers.client)).toEqual(['clerk'])
  })

  it('shows nothing that is worked out of a field which it does not see', () => {
    const { shared } = configOfRoles(
      {
        blind: {
          label: '가',
          level: 'vendor',
          resources: { rentals: { fields: { price: { read: false } } } },
        },
      },
      'rentals',
    )
    const { fields } = configForRole(shared, 'blind').resources.rentals!
    expect([fields.price!.read, fields.total!.read, fields.size!.read]).toEqual([
      'nobody',
      'nobody',
      'nobody',
    ])
    expect(fields.title!.read).toBe('none')
  })

  it('asks for no role where there are none', () => {
    const { clients } = packageConfig().shared.resources
    expect(clients!.fields.role).toBeUndefined()
    expect(clients!.list!.columns.map(({ field }) => field)).not.toContain('role')
    expect(clients!.form!.sections.flatMap(({ fields }) => fields)).not.toContain('role')
  })
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
])('whether %j may change an account of %j: %s', (own, other, expected) => {
  expect(mayManage(own, other)).toBe(expected)
})
