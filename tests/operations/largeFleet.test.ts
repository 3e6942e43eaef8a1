/** Pages of a fleet so large that the planner takes the indexes: each order is exact, and none reads all devices. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Caller } from '../../src/server/caller'
import { deviceListOf } from '../../src/server/routes/devices/deviceFilter'
import { listDevices } from '../../src/server/store/devices/devices'
import { listOrders } from '../../src/server/store/orders/orders'
import { viewOf } from '../../src/server/store/records/visible'
import { tenantOf } from '../../src/server/store/tenancy'
import { runUniqueUpkeep } from '../../src/server/upkeep/uniqueUpkeep'
import { planOf, recordStatements, slowSteps } from '../../src/tools/bench/fleet/plans'
import { testConfig } from '../support/config'
import { newDatabase } from '../support/databases'

/** More than `MAX_SORTED` of `records/list`, also for the first three of `CASES`. */
const DEVICES = 100_000
const PAGE = 20
const config = testConfig().current().shared
const levels = config.levels.numbers
const MASTER = { id: 1, level: levels.master, vendor: 0, levels } as Caller
const STAFF = { id: 2, level: levels.vendor, vendor: 1, levels } as Caller
const db = await newDatabase()

/** Who asks, the filter, and the same condition for the reference. */
const CASES = [
  { caller: MASTER, filter: {}, where: 'true', of: 'all devices' },
  { caller: MASTER, filter: { status: 'linked' }, where: 'd.online', of: 'connected devices' },
  { caller: STAFF, filter: {}, where: 'd.vendor_id = 1', of: 'devices of a large vendor' },
  { caller: MASTER, filter: { vendor: 2 }, where: 'd.vendor_id = 2', of: 'devices of a small vendor' },
  { caller: MASTER, filter: { vendor: 5 }, where: 'd.vendor_id = 5', of: 'no devices' },
] as const

/** Rows of a statement: with all of them a busy machine would exceed its time limit. */
const STEP = 5_000

async function inSteps(statementOf: (from: number, to: number) => string): Promise<void> {
  for (let from = 1; from <= DEVICES; from += STEP)
    await sql.raw(statementOf(from, from + STEP - 1)).execute(db)
}

beforeAll(async () => {
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run(
    `insert into vendors (id, name, brn) select i, 'vendor ' || i % 3, lpad(i::text, 10, '0') from generate_series(1, 5) i`,
  )
  await run(`insert into models (id, name) select i, 'model ' || 9 - i from generate_series(1, 7) i`)
  await run(`insert into batches (id, vendor_id, model_id, name)
    select i, 1 + i % 5, 1 + i % 7, 'batch ' || i % 11 from generate_series(1, 40) i`)
  await inSteps(
    (
      from,
      to,
    ) => `insert into devices (id, isdn, serial, vendor_id, model_id, batch_id, online, linked, release, edition, modem_apn, version)
    select '35' || lpad((i * 7919::bigint % 1000003)::text, 13, '0'), '010' || lpad(i::text, 8, '0'), (i % 5000)::text,
      case when i % 10 < 7 then 1 else 2 + i % 3 end, 1 + i % 7, case when i % 3 > 0 then 1 + i % 40 end, i % 2 > 0, now(),
      'build ' || i % 30, 'edition ' || i % 4, 'apn' || i % 11, '1.' || i % 40
    from generate_series(${from}, ${to}) i`,
  )
  await runUniqueUpkeep(db, {}, config)
  await run('analyze')
})

const sorted = (config.resources.devices!.list?.columns ?? []).filter(({ sortable }) => sortable)
/** Their values change with each connection or signal, so they have no index. */
const VOLATILE = ['linked', 'closed', 'modem.band', 'modem.rsrp']

interface Asked {
  order: string
  ascending: 0 | 1
  index: number
  given?: (typeof CASES)[number]
  digits?: string
  maxCount?: number
}

/** A page of the list, and the statements that were executed for it. */
async function pageOf({ order, ascending, index, given = CASES[0], digits = '', maxCount }: Asked) {
  const recorded = recordStatements(db)
  const { caller, filter } = given
  const tenant = tenantOf(recorded.db, caller)
  const query = { order_by: order, ascending, ...filter, 'search[alike]': digits }
  const { list, order: by, view } = deviceListOf({ tenant, caller, config, query, now: new Date() })
  const paging = { order: by, offset: index * PAGE, limit: PAGE, maxCount }
  const found = await listDevices(list, paging, view)
  return { ...found, statements: recorded.taken() }
}

/** The keys by which the reference sorts. */
const KEYS: Record<string, string> = {
  id: 'd.id',
  isdn: 'd.isdn',
  serial: `lpad(d.serial, 64, '0') collate "C"`,
  model: 'm.name collate "C", d.model_id',
  batch: 'b.name collate "C", d.batch_id',
  linked: 'd.linked',
  closed: 'd.closed',
  'modem.apn': 'd.modem_apn collate "C"',
  'modem.band': 'd.modem_band',
  'modem.rsrp': 'd.modem_rsrp',
}

/** The ids of the page, from all devices in their order; all ids for the page -1. */
async function expectedIds({
  order,
  ascending,
  index,
  given = CASES[0],
  digits = '',
}: Asked): Promise<string[]> {
  const direction = ascending ? 'asc nulls first' : 'desc nulls last'
  const keys = (KEYS[order] ?? `d.${order} collate "C"`).split(/,(?! ?\d)(?![^(]*\))/)
  const by = [...keys, 'd.id'].map(key => `${key} ${direction}`).join()
  const { rows } = await sql<{ id: string }>`select d.id from devices d
    left join models m on m.id = d.model_id left join batches b on b.id = d.batch_id
    where ${sql.raw(given.where)} and concat_ws(' ', d.id, d.isdn, lpad(d.serial, 8, '0')) like ${`%${digits}%`}
    order by ${sql.raw(by)} ${sql.raw(index < 0 ? '' : `limit ${PAGE} offset ${index * PAGE}`)}`.execute(db)
  return rows.map(({ id }) => id)
}

const lastPage = (count: number) => Math.ceil(count / PAGE) - 1

async function expectRight(asked: Asked): Promise<void> {
  const { data } = await pageOf(asked)
  expect([asked, data.map(({ id }) => id)]).toEqual([asked, await expectedIds(asked)])
}

describe.each(CASES)('of $of', given => {
  it('the count is right', async () => {
    const all = { order: 'id', ascending: 1, given } as const
    expect((await pageOf({ ...all, index: 0 })).count).toBe((await expectedIds({ ...all, index: -1 })).length)
  })

  it.each(sorted.map(({ field }) => field))(
    'by %s, the first, deep and last pages are right',
    async order => {
      expect.hasAssertions()
      for (const ascending of [1, 0] as const) {
        const { count } = await pageOf({ order, ascending, given, index: 0 })
        const last = Math.max(0, lastPage(count))
        for (const index of new Set([0, Math.min(137, last), (last >> 1) + 1, last]))
          await expectRight({ order, ascending, given, index })
      }
    },
  )
})

it.each(['010', '35', '0000123', '01000012345', '99999999'])(
  'a search for %s finds the right pages',
  async digits => {
    for (const order of ['id', 'model', 'release']) {
      const { count } = await pageOf({ order, ascending: 0, digits, index: 0 })
      for (const index of [0, 1, lastPage(count), lastPage(count) + 1])
        if (index >= 0) await expectRight({ order, ascending: 0, digits, index })
      expect(count).toBe((await expectedIds({ order, ascending: 0, digits, index: -1 })).length)
    }
  },
)

it('a search counts no more devices than asked, while the page is within that number', async () => {
  const search = { order: 'id', ascending: 1, digits: '1' } as const
  const all = await expectedIds({ ...search, index: -1 })
  const { data, count, atLeast } = await pageOf({ ...search, index: 9, maxCount: 200 })
  expect({ ids: data.map(({ id }) => id), count, atLeast }).toEqual({
    ids: all.slice(180, 200),
    count: 200,
    atLeast: true,
  })
  expect(await pageOf({ ...search, index: 10, maxCount: 200 })).toMatchObject({ count: all.length })
  expect(await pageOf({ ...search, index: 0, maxCount: DEVICES })).not.toHaveProperty('atLeast')
  // The counters count these.
  expect(await pageOf({ ...search, digits: '', index: 0, maxCount: 200 })).toMatchObject({ count: DEVICES })
})

it.each(sorted.flatMap(({ field }) => (VOLATILE.includes(field) ? [] : [field])))(
  'by %s, a page neither reads all devices nor sorts more than two pages',
  async order => {
    for (const index of [0, lastPage(DEVICES)]) {
      const { statements } = await pageOf({ order, ascending: 1, index })
      expect(statements).toHaveLength(2)
      for (const statement of statements)
        expect(slowSteps(await planOf(db, statement), 2 * PAGE + 1)).toEqual([])
    }
  },
)

describe('orders', () => {
  const view = viewOf({ config, resource: config.resources.orders! }, MASTER.level)
  const rowFilters = { conditions: [], search: undefined }

  beforeAll(async () => {
    await sql`insert into clients (id, vendor_id, level, name, email, password_hash)
      values (${MASTER.id}, 0, ${MASTER.level}, 'master', 'master@test.local', 'x')`.execute(db)
    await inSteps(
      (
        from,
        to,
      ) => `insert into orders (sender_id, sender_name, vendor_id, code, caption, title, data, theme, success, failure, expired)
      select ${MASTER.id}, 'master', 0, 'reboot', 'Reboot', 'Order ' || i, 'NOW', 'search', i % 2, 1 - i % 2, now()
      from generate_series(${from}, ${to}) i`,
    )
    await sql
      .raw(
        'insert into order_marks (client_id, order_id, archived) select sender_id, id, true from orders where id % 100 = 0',
      )
      .execute(db)
    await sql.raw('analyze').execute(db)
  })

  it.each([undefined, 'failure'] as const)(
    'of the status %s are neither all read nor sorted',
    async status => {
      for (const offset of [0, DEVICES / 4]) {
        const recorded = recordStatements(db)
        const filters = { ...(status && { status }), search: '', archived: false, rowFilters }
        const { data } = await listOrders(
          tenantOf(recorded.db, MASTER),
          filters,
          { offset, limit: PAGE },
          view,
        )
        expect(data).toHaveLength(PAGE)
        // Only the caller's archived marks may be sorted.
        for (const statement of recorded.taken())
          expect(slowSteps(await planOf(db, statement), DEVICES / 100)).toEqual([])
      }
    },
  )
})
