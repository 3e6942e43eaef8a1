/**
 * A reference to a record that the caller does not see is shown as empty, on every way out (security 79). Saved as it
 * was shown, the record keeps it.
 */
import { describe, expect, it } from 'vitest'
import { changesFor, Listeners } from '../../src/server/live/scope'
import { withRole } from '../../src/server/roles'
import { testConfig } from '../support/config'
import {
  allOf,
  COLUMN_NAMES,
  configOfReach,
  fillReach,
  LISTED,
  oneOf,
  REFERENCES,
  REFERRING,
  type Referring,
  TARGETS,
  targetsOf,
} from '../support/reachWorld'
import { findRow, findRows, updateRows } from '../support/rows'
import { startTestApp, type TestApp } from '../support/server'

const current = configOfReach()
const config = { ...testConfig(), current: () => current }
const { numbers } = current.shared.levels

const CALLERS = ['guest', 'client', 'vendor', 'rows'] as const
const emailOf = (who: string) => (who === 'rows' ? 'rows@test.local' : who)

const api = await startTestApp(undefined, { config })
const { id: client } = await findRow(api.db, 'clients', { email: 'client@test.local' })
const ids = await fillReach(api.db, client)
await api.addAccount({ email: 'rows@test.local', level: numbers.master, role: 'rows' })

type Request = Parameters<TestApp['ask']>[1]
type Ways = Readonly<Record<string, (id: string | number) => Request[]>>

const exported = (name: string): Request[] => {
  const columns = COLUMN_NAMES.join()
  return [`/api/exports/${name}?export[format]=csv&export[columns]=${columns}`]
}
const historyOf = (name: string): Request[] => [`/api/history?resource=${name}&page_limit=100`]
/** The ways of a resource that has no special calls. */
const described = (name: string): Ways => ({
  list: () => [`/api/resources/${name}`],
  record: id => [`/api/resources/${name}/${id}`],
})

/** The calls that show a record, by resource and way. */
const WAYS: Readonly<Record<Referring, Ways>> = {
  devices: {
    list: () => ['/api/devices?page_limit=100'],
    record: id => [`/api/devices/${id}`],
    timeline: id => [`/api/devices/${id}/timeline?kind=change`],
  },
  orders: {
    list: () => [{ method: 'POST', url: '/api/orders', payload: {} }],
    record: id => [`/api/orders/${id}`],
    results: id => [`/api/orders/${id}/results?format=csv`],
  },
  clients: {
    list: () => ['/api/admin/clients', '/api/admin/clients?page_limit=100'],
    record: id => [`/api/clients/${id}`, '/api/client?email=client@test.local'],
  },
  vendors: {
    list: () => ['/api/admin/vendors', '/api/admin/vendors?page_limit=100'],
    record: id => [`/api/admin/vendors/${id}`],
  },
  batches: {
    list: () => ['/api/batches', '/api/batches?page_limit=100'],
    record: id => [`/api/batches/${id}`],
  },
  ...(Object.fromEntries(
    ['models', 'bunches', 'methods', 'links', 'remarks'].map(name => [name, described(name)]),
  ) as Record<'models' | 'bunches' | 'methods' | 'links' | 'remarks', Ways>),
}
const waysOf = (resource: Referring): Ways => ({
  ...WAYS[resource],
  export: () => exported(resource),
  history: () => historyOf(resource),
})

/** The responses of calls that the caller may make. */
async function bodiesOf(who: string, requests: Request[]): Promise<string> {
  const bodies: string[] = []
  for (const request of requests) {
    const { statusCode, body } = await api.ask(emailOf(who), request)
    if (![200, 403, 404].includes(statusCode)) throw new Error(`${JSON.stringify(request)} ${body}`)
    if (statusCode === 200) bodies.push(body)
  }
  return bodies.join('\n')
}

/** The targets out of reach that a text names, by id or name. */
const shownIn = (text: string) =>
  Object.entries(TARGETS).flatMap(([target, { outside }]) =>
    [outside.id, outside.name].some(mark => text.includes(String(mark))) ? [target] : [],
  )

describe.each(REFERRING)('references of %s', resource => {
  const ways = Object.entries(waysOf(resource))
  it.each(ways)('show a master records out of the reach of others, by %s', async (way, requests) => {
    const shown = shownIn(await bodiesOf('master', requests(ids[resource])))
    expect(shown).toEqual(way === 'export' ? LISTED : targetsOf(resource))
  })

  it.each(ways)('show other users no record out of reach, by %s', async (way, requests) => {
    for (const who of CALLERS)
      expect([who, way, shownIn(await bodiesOf(who, requests(ids[resource])))]).toEqual([who, way, []])
  })
})

describe.each(['devices', 'clients', 'vendors', 'batches'])('the search (Ctrl+K) for %s', target => {
  const { outside } = TARGETS[target]!
  const texts = target === 'devices' ? [outside.id, outside.name] : [outside.name]
  const asked = (text: string | number) => [`/api/search?q=${encodeURIComponent(text)}`]

  it.each(texts)('finds %s for a master, and for nobody out of whose reach it is', async text => {
    expect(shownIn(await bodiesOf('master', asked(text)))).toEqual([target])
    for (const who of CALLERS) expect([who, shownIn(await bodiesOf(who, asked(text)))]).toEqual([who, []])
  })
})

it('the description of the API contains no stored record, not even in its examples', async () => {
  const body = await bodiesOf('master', ['/api/openapi.json'])
  expect(body).toContain('"example')
  const sides = Object.values(TARGETS).flatMap(target => Object.values(target))
  const marks = sides.flatMap(({ id, name }) => [id, name])
  // `vendor` 1 is a number like others.
  expect(marks.filter(mark => mark !== 1 && body.includes(String(mark)))).toEqual([])
})

describe('the references of a record', () => {
  const read = async (who: string) =>
    (await api.ask(emailOf(who), `/api/resources/links/${ids.links}`)).json() as Record<string, unknown>

  it('are shown as far as they are in reach', async () => {
    const { inside } = TARGETS.devices!
    for (const who of CALLERS) {
      const record = await read(who)
      expect([who, record[oneOf('devices')], record[allOf('devices')]]).toEqual([who, null, [inside.id]])
      expect([who, record[allOf('places')]]).toEqual([who, [TARGETS.places!.inside.id]])
      // One's own vendor is no secret.
      expect([who, record[allOf('vendors')]]).toEqual([who, [1]])
    }
  })

  it.each([
    ['links', (id: unknown) => `/api/resources/links/${id}`],
    ['remarks', (id: unknown) => `/api/resources/remarks/${id}`],
    ['devices', (id: unknown) => `/api/devices/${id}`],
    ['batches', (id: unknown) => `/api/batches/${id}`],
  ] as const)('of %s are kept when the record is saved as it was read', async (resource, url) => {
    for (const who of ['client', 'vendor', 'rows']) {
      const response = await api.ask(emailOf(who), url(ids[resource]))
      // The page of a device has these two besides the record.
      const { sees, misunderstood, ...record } = response.json().payload ?? response.json()
      const saved = await api.ask(emailOf(who), { method: 'PUT', url: url(ids[resource]), payload: record })
      if (saved.statusCode === 403) continue
      expect([who, saved.statusCode, saved.json().errors]).toEqual([who, 200, undefined])
      expect([who, shownIn(saved.body)]).toEqual([who, []])
      const row =
        resource === 'devices' || resource === 'batches'
          ? (await findRow(api.db, resource, { id: ids[resource] as never })).extra
          : (await findRow(api.db, 'records', { id: ids[resource] as never })).data
      expect([who, row]).toMatchObject([who, REFERENCES])
    }
  })

  it('that are out of reach are kept when others are chosen, and cannot be guessed', async () => {
    const put = (payload: object) =>
      api.ask('vendor', { method: 'PUT', url: `/api/resources/links/${ids.links}`, payload })
    const { inside, outside } = TARGETS.devices!
    expect((await put({ [allOf('devices')]: [] })).statusCode).toBe(200)
    const { data } = await findRow(api.db, 'records', { id: ids.links as number })
    expect((data as Record<string, unknown>)[allOf('devices')]).toEqual([outside.id])
    for (const guess of [outside.id, '490154203237999'])
      for (const payload of [{ [allOf('devices')]: [guess] }, { [oneOf('devices')]: guess }]) {
        const { statusCode, json } = await put(payload)
        expect([statusCode, Object.keys(json().errors)]).toEqual([422, Object.keys(payload)])
      }
    expect((await put({ [allOf('devices')]: [inside.id], [oneOf('devices')]: inside.id })).statusCode).toBe(
      200,
    )
    const after = (await findRow(api.db, 'records', { id: ids.links as number })).data
    expect(after).toMatchObject({
      [allOf('devices')]: [outside.id, inside.id],
      [oneOf('devices')]: inside.id,
    })
    const restored = JSON.stringify({ ...data, ...REFERENCES }) as never
    await updateRows(api.db, 'records', { id: ids.links as number }, { data: restored })
  })

  it('are found by no filter, search or order out of reach', async () => {
    const found = async (who: string, filter: object) => {
      const query = `filter=${encodeURIComponent(JSON.stringify(filter))}`
      const response = await api.ask(emailOf(who), `/api/resources/links?${query}`)
      expect(response.statusCode).toBe(200)
      return response.json().length as number
    }
    for (const [target, { inside, outside }] of Object.entries(TARGETS)) {
      const filters = [{ [oneOf(target)]: outside.id }, { [allOf(target)]: outside.id }]
      for (const filter of filters) {
        expect([target, await found('master', filter)]).toEqual([target, 1])
        for (const who of CALLERS) expect([who, filter, await found(who, filter)]).toEqual([who, filter, 0])
      }
      expect([target, await found('rows', { [allOf(target)]: inside.id })]).toEqual([target, 1])
    }
  })

  it('that are out of reach are in no change that a console receives', async () => {
    const changes = Object.entries(TARGETS).map(([resource, { outside }]) => ({
      resource,
      ids: [outside.id as string],
      vendors: [TARGETS.vendors!.outside.id as number],
    }))
    for (const who of ['master', ...CALLERS]) {
      const email = who === 'rows' ? 'rows@test.local' : `${who}@test.local`
      const { vendor_id: vendor, ...account } = await findRow(api.db, 'clients', { email })
      const reader = { levels: numbers, session: 'one', ...withRole({ ...account, vendor }, current) }
      const heard = await changesFor(api.db, new Listeners(config).of(reader), changes)
      expect([who, shownIn(JSON.stringify(heard)).length > 0]).toEqual([who, who === 'master'])
    }
  })
})

it('a change of many devices keeps the references that its sender does not see', async () => {
  const { inside, outside } = TARGETS.devices!
  const change = {
    name: 'reach-0001',
    kind: 'change',
    ids: [inside.id],
    expected: 1,
    values: { [allOf('devices')]: [inside.id] },
  }
  const response = await api.ask('vendor', { method: 'POST', url: '/api/bulk/devices', payload: change })
  expect([response.statusCode, response.json()]).toEqual([200, expect.anything()])
  const [device] = await findRows(api.db, 'devices', { id: inside.id as string })
  expect(device!.extra).toMatchObject({ [allOf('devices')]: [outside.id, inside.id] })
})
