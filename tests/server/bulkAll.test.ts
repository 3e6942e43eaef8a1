/** A bulk change of "all found devices" reaches exactly the devices that the list shows for the same filter. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Compiled } from '../../src/engine/compiled'
import { LEVELS, type Level } from '../../src/tools/services/site'
import { testConfig } from '../support/config'
import { findRows, insertRow, insertRows } from '../support/rows'
import { atScale } from '../support/scale'
import { startTestApp } from '../support/server'

const DEVICES = 60

/** Adds a text and a reference, and a filter for the text. */
function addFilters({ shared }: Compiled): void {
  const { fields, list } = shared.resources.devices!
  const added = { storage: 'extra', read: 'guest', write: 'client' } as const
  const label = { ko: '장소', en: 'Site' }
  fields.site = { ...fields.version!, ...added, name: 'site', label }
  fields.spare = { ...fields.model_id!, ...added, name: 'spare', label: { ko: '대체', en: 'Spare' } }
  list!.filters.push({ ...list!.filters[0]!, name: 'site', field: 'site', type: 'select', label })
}

const api = await startTestApp(undefined, { config: testConfig(addFilters) })
const { db } = api
await insertRow(db, 'vendors', { name: '누리통신' })
await insertRows(db, 'models', [{ name: 'FT-100' }, { name: 'FT-200' }])
await insertRow(db, 'batches', { name: '가', model_id: 1, vendor_id: 1 })
await insertRow(db, 'batches', { name: '나', model_id: 1, vendor_id: 2 })
// Every combination of model, vendor, client, batch, connection, region and added values.
await sql`insert into devices
    (id, isdn, serial, model_id, vendor_id, client_id, batch_id, online, linked, sido, extra)
  select (350000000000000 + i)::text, '010' || (20000000 + i), (1000 + i)::text, model, vendor,
    case when vendor = 1 and i % 3 = 0 then (select id from clients where email = 'client@test.local') end,
    case when model = 1 and i % 5 < 2 then vendor end, i % 4 = 0, case when i % 4 = 0 then now() end,
    ('{KR-11,KR-26}'::text[])[1 + i % 4],
    case i % 3 when 0 then '{"site": "창고 A"}' when 1 then '{"site": "창고 B", "spare": 2}' else '{}' end::jsonb
  from generate_series(1, ${DEVICES}::integer) i,
    lateral (select 1 + i % 2 as model, 1 + i / 2 % 2 as vendor) v`.execute(db)

const anyFilter = fc.record(
  {
    status: fc.constantFrom('all', 'linked', 'closed'),
    model: fc.constantFrom(1, 2),
    batch: fc.constantFrom(1, 2),
    vendor: fc.constantFrom(1, 2),
    client: fc.constantFrom(1, 2, 3),
    sido: fc.constantFrom('KR-11', 'KR-26', 'none'),
    site: fc.constantFrom('창고 A', '창고 B', '창고'),
    spare: fc.constantFrom('1', '2'),
    'search[alike]': fc.constantFrom('2000000', '200000', '100', '3'),
    'search[topic]': fc.constantFrom('all', 'number', 'serial', 'imei'),
  },
  { requiredKeys: [] },
)
// More than four conditions would find nothing.
const shortFilter = fc
  .tuple(anyFilter, fc.nat(4))
  .map(([filter, conditions]) => Object.fromEntries(Object.entries(filter).slice(0, conditions)))

/** The ids that the list shows over all its pages; undefined if it refuses the filter. */
async function listed(who: Level, filter: Record<string, unknown>): Promise<string[] | undefined> {
  const query = Object.entries(filter).map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`)
  const ids: string[] = []
  for (let page = 1; ; page++) {
    const pageOfList = [...query, `page_limit=25&page_index=${page}`].join('&')
    const answer = await api.ask(who, `/api/devices?${pageOfList}`)
    if (answer.statusCode !== 200) return undefined
    const { data, count } = answer.json<{ data: { id: string }[]; count: number }>()
    ids.push(...data.map(({ id }) => id))
    if (ids.length >= count) return ids.sort()
  }
}

it.each(LEVELS)('A bulk change by a %s reaches the devices of the list', async who => {
  let round = 0
  let changes = 0
  await fc.assert(
    fc.asyncProperty(shortFilter, async filter => {
      const ids = await listed(who, filter)
      const version = `${who} ${++round}`
      const post = (url: string, more: object = {}) => {
        const payload = { filter, expected: ids?.length ?? 0, ...more }
        return api.post(who, url, payload)
      }
      const change = { name: `change-${who}-${round}`, kind: 'change', values: { version } }
      const changed = await post('/api/bulk/devices', change)
      const changedIds = (await findRows(api.db, 'devices', { version })).map(({ id }) => id)
      const targets = await post('/api/devices/bulk/targets')
      if (who === 'guest') {
        expect([changed.statusCode, targets.statusCode, changedIds]).toEqual([403, 403, []])
        return
      }
      expect(changedIds).toEqual(ids ?? [])
      expect(changed.statusCode).toBe(ids === undefined ? 400 : ids.length > 0 ? 200 : 422)
      expect(targets.statusCode).toBe(ids === undefined ? 400 : 200)
      const devices = (targets.json().payload ?? []) as { device: string }[]
      expect(devices.map(({ device }) => device)).toEqual(ids ?? [])
      if (changedIds.length > 0) changes++
    }),
    { numRuns: atScale(who === 'guest' ? 3 : 10, 300), seed: 14 },
  )
  expect(changes > 0).toBe(who !== 'guest')
})
