/**
 * A user who loses rights while a request is on its way changes and learns nothing (security 43): the body of every
 * call is held open while its sender is demoted, moved to another vendor, deactivated, deleted or signed out.
 */
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { allEndpoints } from '../../src/contract/endpoints'
import { changing } from '../../src/server/commands/changing'
import type { Db } from '../../src/server/store/database'
import { config, device, levels, MATRIX, owner, requestOf, seedSmallFleet } from '../support/callMatrix'
import { newDatabase, onPglite } from '../support/databases'
import { callers } from '../support/rosterWorld'
import { allRecords, insertRow } from '../support/rows'
import { startTestApp, statusOf, type TestApp } from '../support/server'

const client = (db: Db, id: number) => db.updateTable('clients').where('id', '=', id)

const EVENTS: Record<string, (db: Db, id: number) => Promise<unknown>> = {
  demoted: (db, id) => client(db, id).set({ level: levels.guest, vendor_id: 0 }).execute(),
  moved: (db, id) => client(db, id).set({ vendor_id: 3, level: levels.vendor }).execute(),
  deactivated: (db, id) => client(db, id).set({ active: false }).execute(),
  deleted: (db, id) => db.deleteFrom('clients').where('id', '=', id).execute(),
  'signed out': (db, id) => db.deleteFrom('sessions').where('client_id', '=', id).execute(),
}
/** After these events the sender may still make calls, with other rights. */
const KEEPS_ACCOUNT = ['demoted', 'moved']

const callsWithBody = allEndpoints().filter(
  ({ name, endpoint }) => endpoint.access !== 'public' && MATRIX[name]?.body !== undefined,
)
/**
 * Every call is tried with a demotion. All calls that change something share one check of the sender, so one of them is
 * tried with the other events as well; each call that reads has its own check.
 */
const CASES = callsWithBody.flatMap(({ name, endpoint }) => {
  const hasAllEvents = endpoint.reads || name === 'clients.save'
  const events = hasAllEvents ? Object.keys(EVENTS) : ['demoted']
  return events.map(event => ({ name, endpoint, event }))
})

describe('A request whose body arrives late', () => {
  let api: TestApp
  let onHeaders: (() => void) | undefined
  let accounts = 0

  beforeAll(async () => {
    // At this hook the sender is known, and the body has not been read.
    const routes = (app: TestApp['app']) => app.addHook('preParsing', async () => onHeaders?.())
    const db = await newDatabase()
    await seedSmallFleet(db)
    api = await startTestApp(db, { bare: true, config, routes })
  })

  /** Sends half of the body, lets the event happen, then sends the rest. */
  const sendSlowly = async (
    { name, endpoint }: (typeof CASES)[number],
    email: string,
    event: () => unknown,
  ) => {
    const { payload, headers, ...request } = await requestOf(api, { endpoint, name })
    const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
    const body = new PassThrough()
    const headersArrived = new Promise<void>(resolve => {
      onHeaders = resolve
    })
    body.write(text.slice(0, text.length / 2))
    const json = { 'content-type': 'application/json', ...headers }
    const answer = api.ask(email, { ...request, headers: json, payload: body })
    await headersArrived
    onHeaders = undefined
    await event()
    const before = await allRecords(api.db)
    body.end(text.slice(text.length / 2))
    return { answer: await answer, before }
  }

  it.each(CASES)('changes and shows nothing: $name, after its sender is $event', async testCase => {
    const { name, endpoint, event } = testCase
    const email = `late-${++accounts}@test.local`
    const isStaff = event === 'moved'
    const level = isStaff ? levels.vendor : levels.master
    const id = await api.addAccount({ email, level, vendor: isStaff ? owner.vendor_id : 0 })
    // A call without the right is refused before its body is read, which leaves nothing to test.
    if (isStaff && MATRIX[name]!.expected.vendor === 403) return
    const { answer, before } = await sendSlowly(testCase, email, () => EVENTS[event]!(api.db, id))
    expect(await allRecords(api.db)).toEqual(before)
    const isRefused = [401, 403].includes(answer.statusCode)
    expect(isRefused || (endpoint.reads && KEEPS_ACCOUNT.includes(event))).toBe(true)
    if (isRefused) return
    // The answer is the one for the rights that the sender has now.
    const { headers, ...request } = await requestOf(api, { endpoint, name })
    const json = { 'content-type': 'application/json', ...headers }
    const now = await api.ask(email, { ...request, headers: json })
    expect([answer.statusCode, contentOf(answer)]).toEqual([now.statusCode, contentOf(now)])
    expect(answer.body).not.toContain(device.serial)
  })
})

/** Exports answer with text. */
const contentOf = ({ headers, body }: { headers: Record<string, unknown>; body: string }): unknown =>
  String(headers['content-type']).includes('json') ? JSON.parse(body) : body

describe('A change in its transaction', () => {
  type Answer = ReturnType<TestApp['ask']>
  let api: TestApp
  beforeAll(async () => {
    api = await startTestApp()
  })

  /** A change by a new member of staff, which stands still in its transaction until `finish`. */
  const begin = async (email: string) => {
    const vendor = await insertRow(api.db, 'vendors', { name: email })
    const id = await api.addAccount({ email, level: levels.vendor, vendor })
    await api.tokenOf(email)
    const caller = { ...callers.vendor, id, vendor, email, session: `test ${id}` }
    const log: string[] = []
    const signals = new PassThrough()
    const [started, released] = [once(signals, 'started'), once(signals, 'released')]
    const change = changing(api.db, caller, async tx => {
      signals.emit('started')
      await released
      await insertRow(tx, 'models', { name: email })
      log.push('changed')
    })
    await started
    const finish = async () => {
      // On PostgreSQL the event would have time to overtake the change.
      await wait(onPglite ? 0 : 100)
      signals.emit('released')
      await change
    }
    return { id, vendor, caller, log, finish }
  }
  type Begun = Awaited<ReturnType<typeof begin>>
  const put = (url: string, payload: object): Answer => api.put('master', url, payload)

  it.each<[string, string, (begun: Begun) => Answer]>([
    ['a demotion', 'rightsChanged', ({ id }) => put('/api/clients/', { id, level: levels.guest })],
    ['a deactivation', 'signedOut', ({ id }) => put('/api/clients/', { id, active: false })],
    [
      'the deactivation of the vendor',
      'signedOut',
      ({ vendor }) => put(`/api/admin/vendors/${vendor}`, { active: false }),
    ],
    ['a deletion', 'signedOut', ({ id }) => api.remove('master', `/api/admin/clients/${id}`)],
    ['signing out', 'signedOut', ({ caller }) => api.post(caller.email, '/api/auth/logout')],
  ])('is completed before %s, and the next change is refused', async (event, code, happen) => {
    const begun = await begin(`${event.replaceAll(' ', '-')}@test.local`)
    const { caller, log, finish } = begun
    const ending = happen(begun).then(({ statusCode }) => log.push(`answered ${statusCode}`))
    await finish()
    await ending
    const next = changing(api.db, caller, async () => log.push('changed again'))
    await expect(next).rejects.toMatchObject({ code })
    expect(log).toEqual(['changed', 'answered 200'])
  })

  it('does not block the profile of its user', async () => {
    // PGlite runs one transaction at a time.
    if (onPglite) return
    const { caller, log, finish } = await begin('profile@test.local')
    expect(await statusOf(api.put(caller.email, '/api/client/', { duty: '운영' }))).toBe(200)
    expect(log).toEqual([])
    await finish()
    expect(log).toEqual(['changed'])
  })
})
