/** "All that are found" is the filter of a list: it touches exactly what the list shows over all its pages. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type { Compiled } from '../../src/engine/compiled'
import { LEVELS, type Level } from '../../src/tools/services/site'
import { testConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { atScale } from '../support/scale'
import { startTestApp, type TestApp } from '../support/server'

const DEVICES = 60

/** As delivered, with a text and a reference of its own that the list filters by. */
function withFilters({ shared }: Compiled): void {
  const { fields, list } = shared.resources.devices!
  const added = { storage: 'extra', read: 'guest', write: 'client' } as const
  fields.site = { ...fields.version!, ...added, name: 'site', label: { ko: '장소', en: 'Site' } }
  fields.spare = { ...fields.model_id!, ...added, name: 'spare', label: { ko: '대체', en: 'Spare' } }
  list!.filters.push({
    ...list!.filters[0]!,
    name: 'site',
    field: 'site',
    type: 'select',
    label: fields.site.label,
  })
}

let api: TestApp
beforeAll(async () => {
  api = await startTestApp(await newDatabase(), { config: testConfig(withFilters) })
  await api.db.insertInto('vendors').values({ name: '누리통신' }).execute()
  await api.db
    .insertInto('models')
    .values([{ name: 'FT-100' }, { name: 'FT-200' }])
    .execute()
  await api.db
    .insertInto('batches')
    .values([
      { name: '가', model_id: 1, vendor_id: 1 },
      { name: '나', model_id: 1, vendor_id: 2 },
    ])
    .execute()
  // Of the vendor of those who ask and of another one, of their client and of none, in every mixture.
  await sql`insert into devices (id, isdn, serial, model_id, vendor_id, client_id, batch_id, online, linked, sido, extra)
      select (350000000000000 + i)::text, '010' || (20000000 + i), (1000 + i)::text, model, vendor,
        case when vendor = 1 and i % 3 = 0 then (select id from clients where email = 'client@test.local') end,
        case when model = 1 and i % 5 < 2 then vendor end, i % 4 = 0, case when i % 4 = 0 then now() end,
        ('{KR-11,KR-26}'::text[])[1 + i % 4],
        case i % 3 when 0 then '{"site": "창고 A"}' when 1 then '{"site": "창고 B", "spare": 2}' else '{}' end::jsonb
      from generate_series(1, ${DEVICES}::integer) i, lateral (select 1 + i % 2 as model, 1 + i / 2 % 2 as vendor) v`.execute(
    api.db,
  )
})

const filter = fc.record(
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
// A filter of many words finds nothing.
const asked = fc
  .tuple(filter, fc.nat(4))
  .map(([all, most]) => Object.fromEntries(Object.entries(all).slice(0, most)))

/** What the list shows over all its pages; `undefined` where it is refused. */
async function shownTo(who: Level, filters: Record<string, unknown>): Promise<string[] | undefined> {
  const query = Object.entries(filters).map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`)
  const shown: string[] = []
  for (let page = 1; ; page++) {
    const address = [...query, 'page_limit=7', `page_index=${page}`].join('&')
    const answer = await api.ask(who, `/api/devices?${address}`)
    if (answer.statusCode !== 200) return undefined
    const { data, count } = answer.json() as { data: { id: string }[]; count: number }
    shown.push(...data.map(({ id }) => id))
    if (shown.length >= count) return shown.sort()
  }
}

it.each(LEVELS)('is what the list shows a %s over all its pages, whatever the filter', async who => {
  let round = 0
  let changes = 0
  await fc.assert(
    fc.asyncProperty(asked, async filters => {
      const shown = await shownTo(who, filters)
      const version = `${who} ${++round}`
      const payload = { filter: filters, expected: shown?.length ?? 0 }
      const post = (url: string, more: object = {}) =>
        api.ask(who, { method: 'POST', url, payload: { ...payload, ...more } })

      const change = { name: `change-${who}-${round}`, kind: 'change', values: { version } }
      const changed = await post('/api/devices/bulk', change)
      const stored = api.db.selectFrom('devices').where('version', '=', version).select('id').orderBy('id')
      const touched = (await stored.execute()).map(({ id }) => id)
      const aimedAt = await post('/api/devices/bulk/targets')
      if (who === 'guest') {
        expect([changed.statusCode, aimedAt.statusCode, touched]).toEqual([403, 403, []])
        return
      }
      // What the list refuses is refused here too.
      expect(changed.statusCode).toBe(shown === undefined ? 400 : shown.length > 0 ? 200 : 422)
      expect(touched).toEqual(shown ?? [])
      expect(aimedAt.statusCode).toBe(shown === undefined ? 400 : 200)
      const targets = (aimedAt.json().payload ?? []) as { device: string }[]
      expect(targets.map(({ device }) => device)).toEqual(shown ?? [])
      if (touched.length > 0) changes++
    }),
    { numRuns: atScale(who === 'guest' ? 3 : 10, 300), seed: 14 },
  )
  expect(changes > 0).toBe(who !== 'guest')
})
