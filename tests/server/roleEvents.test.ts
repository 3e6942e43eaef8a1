/**
 * What people of a role hear of changes, what masters are told of roles, and by which indexes row rules are answered.
 */
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type { Compiled } from '../../src/engine/compiled'
import { hasRightsOf } from '../../src/server/commands/accounts/sessions'
import { changesFor, Listeners, laneOf } from '../../src/server/live/scope'
import { withRole } from '../../src/server/roles'
import type { Db } from '../../src/server/store/database'
import { tenantOf } from '../../src/server/store/tenancy'
import { testConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { configOfRoles } from '../support/roles'
import { startTestApp, type TestApp } from '../support/server'

const ROLES = {
  seoul: { label: '서울', level: 'master', resources: { devices: { rows: { field: 'sido', eq: 'KR-11' } } } },
  same: {
    label: '서울',
    level: 'master',
    resources: { devices: { rows: "sido == 'KR-11' && vendor == user.vendor" } },
  },
  group: { label: '그룹', level: 'master', resources: { devices: { rows: { field: 'batch_id', eq: 7 } } } },
  written: { label: '그룹', level: 'master', resources: { devices: { rows: 'online && batch_id == 7' } } },
  blind: { label: '없음', level: 'master', resources: { devices: { access: { list: false } } } },
}
let current: Compiled = configOfRoles(ROLES)
const config = { ...testConfig(), current: () => current }
const { levels } = current.shared
const HOME = '490154203237518'
const AWAY = '356938035643809'

let db: Db
let api: TestApp
beforeAll(async () => {
  db = await newDatabase()
  api = await startTestApp(db, { config })
  await db.insertInto('models').values({ id: 1, name: 'FT-100' }).execute()
  for (const [at, id] of [HOME, AWAY].entries())
    await db
      .insertInto('devices')
      .values({ id, isdn: `0101000000${at}`, model_id: 1, vendor_id: 1, sido: at === 0 ? 'KR-11' : 'KR-41' })
      .execute()
})

const somebody = (role: string | null, vendor = 0) => ({
  levels: levels.numbers,
  session: 'one',
  ...withRole(
    { id: 7, level: levels.numbers.master, vendor, name: '가', email: 'a@test.local', role },
    current,
  ),
})
const listeners = new Listeners(config)
type Account = ReturnType<typeof somebody>
const heardBy = (caller: Account, changes: typeof told) => changesFor(db, listeners.of(caller), changes)
const told = [{ resource: 'devices', ids: [HOME, AWAY], vendors: [1] }]

it('hear of ids within their rows alone, by what config says now', async () => {
  const master = await heardBy(somebody(null), told)
  expect(master).toEqual([{ resource: 'devices', ids: [HOME, AWAY] }])
  const listening = somebody('seoul')
  expect(await heardBy(listening, told)).toEqual([{ resource: 'devices', ids: [HOME] }])
  expect(await heardBy(somebody('blind'), told)).toEqual([])
  expect(await heardBy(somebody('same', 1), told)).toEqual([{ resource: 'devices' }])
  current = configOfRoles({
    ...ROLES,
    seoul: { ...ROLES.seoul, resources: { devices: { rows: { field: 'sido', eq: 'KR-41' } } } },
  })
  expect(await heardBy(listening, told)).toEqual([{ resource: 'devices', ids: [AWAY] }])
  current = configOfRoles({ blind: ROLES.blind })
  expect(await heardBy(listening, told)).toEqual([])
  current = configOfRoles(ROLES)
})

it('do not hear what others of their level hear, and listen no longer than they have the role', () => {
  const lane = (caller: Account) => laneOf(listeners.of(caller))
  expect(lane(somebody('seoul'))).not.toBe(lane(somebody(null)))
  expect(lane(somebody('seoul'))).not.toBe(lane(somebody('blind')))
  // One query serves all accounts of a role, unless its rule reads the account.
  const other = (role: string) => ({ ...somebody(role), id: 8 })
  expect(lane(other('seoul'))).toBe(lane(somebody('seoul')))
  expect(lane(other('same'))).not.toBe(lane(somebody('same')))
  const account = { id: 7, level: levels.numbers.master, vendor: 0, role: 'seoul' }
  expect(hasRightsOf(account, somebody('seoul'))).toBe(true)
  expect(hasRightsOf({ ...account, role: null }, somebody('seoul'))).toBe(false)
  expect(hasRightsOf({ ...account, role: 'blind' }, somebody('seoul'))).toBe(false)
  expect(hasRightsOf(account, somebody(null))).toBe(false)
})

it('masters are told of roles that accounts have and config does not', async () => {
  const problems = async () => (await api.ask('master', '/api/config/problems')).json().payload as object[]
  expect(await problems()).toEqual([])
  await db.updateTable('clients').set({ role: 'former' }).where('email', '=', 'vendor@test.local').execute()
  expect(await problems()).toEqual([
    {
      file: 'config/roles.json',
      line: 1,
      column: 1,
      path: '',
      severity: 'warning',
      kind: 'data',
      message:
        '역할 "former" 이(가) 설정에 없습니다. 이 역할의 계정 1개는 아무것도 할 수 없습니다. 역할을 다시 적거나 계정의 역할을 바꿔 주세요.',
    },
  ])
})

it.each(['group', 'written'])(
  'a rule is answered by the index that answers the same filter: %s',
  async role => {
    const indexOf = (who: ReturnType<typeof somebody>, batch?: number) =>
      db.transaction().execute(async tx => {
        await sql`set local enable_seqscan = off`.execute(tx)
        let query = tenantOf(tx, who).devices().select('devices.id')
        if (batch) query = query.where('devices.batch_id', '=', batch)
        const { rows } = await sql<Record<string, string>>`explain ${query}`.execute(tx)
        return /devices_batch\b/.exec(rows.map(row => Object.values(row)[0]).join('\n'))?.[0]
      })
    expect(await indexOf(somebody(null), 7)).toBe('devices_batch')
    expect(await indexOf(somebody(role))).toBe('devices_batch')
    expect(await indexOf(somebody('seoul'))).toBeUndefined()
  },
)
