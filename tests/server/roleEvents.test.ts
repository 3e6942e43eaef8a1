/** Roles: the stream of changes, the warning about roles that are not in config, and the indexes of row rules. */
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import type { Compiled } from '../../src/engine/compiled'
import { hasRightsOf } from '../../src/server/commands/accounts/sessions'
import { changesFor, Listeners, laneOf } from '../../src/server/live/scope'
import { withRole } from '../../src/server/roles'
import { tenantOf } from '../../src/server/store/tenancy'
import { testConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { planOf } from '../support/plans'
import { configOfRoles } from '../support/roles'
import { insertRow, updateRows } from '../support/rows'
import { payloadOf, startTestApp } from '../support/server'

const ofDevices = (rights: object) => ({ label: '담당', level: 'master', resources: { devices: rights } })
const ROLES = {
  seoul: ofDevices({ rows: { field: 'sido', eq: 'KR-11' } }),
  'own-seoul': ofDevices({ rows: "sido == 'KR-11' && vendor == user.vendor" }),
  group: ofDevices({ rows: { field: 'batch_id', eq: 7 } }),
  'online-group': ofDevices({ rows: 'online && batch_id == 7' }),
  blind: ofDevices({ access: { list: false } }),
}
const usual = configOfRoles(ROLES)
let current: Compiled = usual
const config = { ...testConfig(), current: () => current }
const { numbers: levels } = usual.shared.levels
const [IN_SEOUL, IN_GYEONGGI] = ['490154203237518', '356938035643809'] as [string, string]

const db = await newDatabase()
const api = await startTestApp(db, { config })
await insertRow(db, 'models', { id: 1, name: 'FT-100' })
const device = { model_id: 1, vendor_id: 1 }
await insertRow(db, 'devices', { ...device, id: IN_SEOUL, isdn: '01010000000', sido: 'KR-11' })
await insertRow(db, 'devices', { ...device, id: IN_GYEONGGI, isdn: '01010000001', sido: 'KR-41' })
afterEach(() => {
  current = usual
})

const userWith = (role: string | null, vendor = 0) => {
  const account = { id: 7, level: levels.master, vendor, name: '가', email: 'a@test.local', role }
  return { levels, session: 'one', ...withRole(account, current) }
}

describe('a user with a role', () => {
  const changes = [{ resource: 'devices', ids: [IN_SEOUL, IN_GYEONGGI], vendors: [1] }]
  const listeners = new Listeners(config)
  type User = ReturnType<typeof userWith>
  const idsFor = async (user: User) =>
    (await changesFor(db, listeners.of(user), changes)).map(({ ids }) => ids)

  it('is notified of changed records inside the row rules that are in force', async () => {
    expect(await idsFor(userWith(null))).toEqual([[IN_SEOUL, IN_GYEONGGI]])
    const user = userWith('seoul')
    expect(await idsFor(user)).toEqual([[IN_SEOUL]])
    expect(await idsFor(userWith('blind'))).toEqual([])
    // A user of their vendor gets a change without ids, because the user may no longer see the records.
    expect(await idsFor(userWith('own-seoul', 1))).toEqual([undefined])
    current = configOfRoles({ ...ROLES, seoul: ofDevices({ rows: { field: 'sido', eq: 'KR-41' } }) })
    expect(await idsFor(user)).toEqual([[IN_GYEONGGI]])
    current = configOfRoles({ blind: ROLES.blind })
    expect(await idsFor(user)).toEqual([])
  })

  it('shares the query for notifications with users of the same role only', () => {
    const lane = (user: User) => laneOf(listeners.of(user))
    expect(lane(userWith('seoul'))).not.toBe(lane(userWith(null)))
    expect(lane(userWith('seoul'))).not.toBe(lane(userWith('blind')))
    const otherUser = (role: string) => ({ ...userWith(role), id: 8 })
    expect(lane(otherUser('seoul'))).toBe(lane(userWith('seoul')))
    // The rule of this role depends on the user.
    expect(lane(otherUser('own-seoul'))).not.toBe(lane(userWith('own-seoul')))
  })

  it('has a stream of changes that ends when the role changes', () => {
    const account = { id: 7, level: levels.master, vendor: 0, role: 'seoul' }
    expect(hasRightsOf(account, userWith('seoul'))).toBe(true)
    expect(hasRightsOf({ ...account, role: null }, userWith('seoul'))).toBe(false)
    expect(hasRightsOf({ ...account, role: 'blind' }, userWith('seoul'))).toBe(false)
    expect(hasRightsOf(account, userWith(null))).toBe(false)
  })
})

it('masters are warned of accounts whose role is not in config', async () => {
  const problems = () => payloadOf(api.ask('master', '/api/config/problems'))
  expect(await problems()).toEqual([])
  await updateRows(db, 'clients', { email: 'vendor@test.local' }, { role: 'former' })
  const message =
    '역할 "former" 이(가) 설정에 없습니다. 이 역할의 계정 1개는 아무것도 할 수 없습니다. 역할을 다시 적거나 계정의 역할을 바꿔 주세요.'
  const place = { file: 'config/roles.json', line: 1, column: 1, path: '' }
  expect(await problems()).toEqual([{ ...place, severity: 'warning', kind: 'data', message }])
})

it('a row rule uses the same index as the same filter', async () => {
  const usesIndex = async (user: ReturnType<typeof userWith>, batch?: number) => {
    let query = tenantOf(db, user).devices().select('devices.id')
    if (batch) query = query.where('devices.batch_id', '=', batch)
    return /devices_batch\b/.test(await planOf(db, sql`${query}`))
  }
  expect(await usesIndex(userWith(null), 7)).toBe(true)
  expect(await usesIndex(userWith('group'))).toBe(true)
  expect(await usesIndex(userWith('online-group'))).toBe(true)
  expect(await usesIndex(userWith('seoul'))).toBe(false)
})
