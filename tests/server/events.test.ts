/**
 * What consoles hear of changes: by ids, of their own tenant, resumed after a break, bounded, and no longer than they
 * may.
 */
import { getEventListeners, once } from 'node:events'
import { IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, createServer, Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Compiled } from '../../src/engine/compiled'
import { seedDemo } from '../../src/server/demo'
import { Hub } from '../../src/server/live/hub'
import { listenToPostgres } from '../../src/server/live/listener'
import { withRole } from '../../src/server/roles'
import { announce, type Changes } from '../../src/server/store/announce'
import type { Db } from '../../src/server/store/database'
import { device, levels, owner, USERS } from '../support/callMatrix'
import { testConfig } from '../support/config'
import { newDatabase, onPglite } from '../support/databases'
import { listenIn, type OpenStream, openStream } from '../support/eventStream'
import { configOfRoles } from '../support/roles'
import { startTestApp, TEST_NOW, type TestApp } from '../support/server'

const FOREIGN_VENDOR = 2

/** An app with a port. `clock` is what it takes for the time. */
async function serve(db: Db, change: (config: Compiled) => void = () => undefined) {
  const clock = { now: TEST_NOW }
  const config = testConfig(all => {
    all.server.live.batchMs = 20
    all.server.live.recheckSeconds = 1
    change(all)
  })
  const listen = await listenIn(db)
  const api = await startTestApp(db, { bare: true, config, now: () => clock.now, ...(listen && { listen }) })
  await api.app.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}`
  // Until PostgreSQL is listened to.
  await vi.waitFor(async () => expect((await api.ask(USERS.master, '/api/events')).statusCode).toBe(200), {
    timeout: 60_000,
  })
  const open = async (email: string, from?: Parameters<typeof openStream>[2]): Promise<OpenStream> => {
    const stream = await openStream(url, await api.tokenOf(email), from)
    // Behind what was missed.
    if (stream.status === 200 && !from) expect((await stream.next()).event).toBe('ready')
    return stream
  }
  return { api, url, open, clock }
}

let db: Db
let api: TestApp
let serving: Awaited<ReturnType<typeof serve>>
beforeAll(async () => {
  db = await newDatabase()
  await seedDemo(db, { now: TEST_NOW, seed: 1, levels })
  serving = await serve(db)
  api = serving.api
  await api.addAccount({ email: 'other@test.local', level: levels.vendor, vendor: FOREIGN_VENDOR })
})
const tell = (changes: Parameters<typeof announce>[1]) => announce(db, changes)
/** Heard by everybody, after whatever came before. */
const tellAll = () => tell({ resource: 'models' })

const comment = async (id: number, text: string) => {
  const answer = await api.ask(USERS.vendor, {
    method: 'PUT',
    url: `/api/batches/${id}`,
    payload: { comment: text },
  })
  expect(answer.statusCode).toBe(200)
}
const foreignBatch = async () => {
  const { id } = await db
    .insertInto('batches')
    .values({ name: `다른 그룹 ${Math.random()}`, model_id: 1, vendor_id: FOREIGN_VENDOR })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

describe('The stream of changes', () => {
  it('tells ids, and no content, to those who see the record', async () => {
    const { open } = serving
    const [master, vendor, client, other] = await Promise.all(
      [USERS.master, USERS.vendor, USERS.client, USERS['other vendor']].map(email => open(email)),
    )
    await comment(device.batch_id!, '새 설명')
    const batch = String(device.batch_id)
    for (const stream of [master, vendor, client]) {
      const { data } = await stream!.next()
      expect(data).toEqual({ changes: [{ resource: 'batches', ids: [batch] }] })
    }
    await tellAll()
    expect((await other!.next()).data).toEqual({ changes: [{ resource: 'models' }] })
  })

  it('tells a client of its own devices and orders alone', async () => {
    const { open } = serving
    const stream = await open(USERS.client)
    const foreign = await db
      .selectFrom('devices')
      .select('id')
      .where('client_id', '!=', owner.id)
      .executeTakeFirstOrThrow()
    await tell({ resource: 'devices', ids: [device.id, foreign.id] })
    expect(await stream.change('devices')).toEqual([device.id])
    await tell({ resource: 'devices', ids: [foreign.id] })
    await tellAll()
    expect((await stream.next()).data.changes).toEqual([{ resource: 'models' }])
  })

  it('does not tell of what config lets others list', async () => {
    const { open } = serving
    const [client, vendor] = [await open(USERS.client), await open(USERS.vendor)]
    await tell({ resource: 'clients', ids: [owner.id] })
    expect(await vendor.change('clients')).toEqual([String(owner.id)])
    await tellAll()
    expect((await client.next()).data.changes).toEqual([{ resource: 'models' }])
  })

  it('says that something is gone to those whose it was', async () => {
    const { open } = serving
    const [other, vendor] = [await open(USERS['other vendor']), await open(USERS.vendor)]
    const id = await foreignBatch()
    await api.ask(USERS.master, { method: 'DELETE', url: `/api/batches/${id}` })
    expect(await other.change('batches')).toBe('all')
    await tellAll()
    expect((await vendor.next()).data.changes).toEqual([{ resource: 'models' }])
  })

  it('tells of marks to the one who made them', async () => {
    const { open } = serving
    const { id } = await db
      .selectFrom('orders')
      .select('id')
      .where('sender_id', '=', owner.id)
      .executeTakeFirstOrThrow()
    const [client, vendor] = [await open(USERS.client), await open(USERS.vendor)]
    const payload = { ids: [id], starred: true }
    await api.ask(USERS.client, { method: 'POST', url: '/api/orders/marks', payload })
    expect(await client.change('orders')).toEqual([String(id)])
    await tellAll()
    expect((await vendor.next()).data.changes).toEqual([{ resource: 'models' }])
  })

  it('gathers what comes at once, and many as the whole resource', async () => {
    const { open } = serving
    const stream = await open(USERS.master)
    await Promise.all([1, 2, 3].map(id => tell({ resource: 'vendors', ids: [id] })))
    const ids = new Set<string>()
    while (ids.size < 3) for (const id of (await stream.change('vendors')) ?? []) ids.add(id)
    expect([...ids].sort()).toEqual(['1', '2', '3'])
    await tell({ resource: 'orders', ids: Array.from({ length: 5_000 }, (_, at) => at) })
    expect(await stream.change('orders')).toBe('all')
  })

  it('is undone with its transaction', async () => {
    const { open } = serving
    const stream = await open(USERS.master)
    const undone = db.transaction().execute(async tx => {
      await announce(tx, { resource: 'vendors', ids: [1] })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await tellAll()
    expect((await stream.next()).data.changes).toEqual([{ resource: 'models' }])
  })

  it('goes on where it broke off, for its tenant', async () => {
    const { open } = serving
    const first = await open(USERS.vendor)
    await comment(device.batch_id!, '하나')
    const { id: lastId } = await first.next()
    first.close()
    const foreign = await foreignBatch()
    await comment(device.batch_id!, '둘')
    await tell({ resource: 'batches', ids: [foreign] })
    await tellAll()
    const watcher = await open(USERS.master, { lastId })
    expect(await watcher.change('models')).toBe('all')
    const second = await open(USERS.vendor, { lastId })
    const { data } = await second.next()
    expect(data.changes).toEqual([
      { resource: 'batches', ids: [String(device.batch_id)] },
      { resource: 'models' },
    ])
    // A console that loses the connection before this goes on from its own place.
    expect((await second.next()).event).toBe('ready')
  })

  it('tells what came in the last moments to a console that has just loaded', async () => {
    const { open } = serving
    const watcher = await open(USERS.master)
    await tell({ resource: 'devices', ids: [device.id] })
    await watcher.change('devices')
    const stream = await open(USERS.client, { ago: 300 })
    expect((await stream.change('devices')) ?? []).toContain(device.id)
  })

  it('says that everything may have changed to one that was away for too long, or heard another server', async () => {
    const { open } = serving
    for (const from of [{ lastId: 'another.5' }, { ago: 600_000 }]) {
      const stream = await open(USERS.vendor, from)
      expect((await stream.next()).event).toBe('reset')
    }
  })

  it('is not begun for a console that has gone by then', async () => {
    await serving.open(USERS.vendor)
    const { live } = api.app
    const reader = { ...live.connections()[0]!.reader }
    const response = new ServerResponse(new IncomingMessage(new Socket()))
    response.destroy()
    await live.join(reader, response, {})
    expect(live.connections().filter(one => one.reader === reader)).toEqual([])
  })

  it('comes as it is: not compressed, kept by nobody, with the headers of every answer', async () => {
    const stream = await serving.open(USERS.guest)
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/./),
    })
    expect(stream.headers['content-encoding']).toBeUndefined()
  })

  it('refuses an odd question, and who is not signed in', async () => {
    const odd = await openStream(serving.url, await api.tokenOf(USERS.vendor), { query: '?ago=soon' })
    expect(odd.status).toBe(400)
    expect((await openStream(serving.url, 'none')).status).toBe(401)
  })

  it('ends with the session', async () => {
    const token = await api.login(USERS.vendor, 'Fleet-demo1!')
    const stream = await openStream(serving.url, token)
    expect((await stream.next()).event).toBe('ready')
    const authorization = `Bearer ${token}`
    await api.app.inject({ method: 'POST', url: '/api/auth/logout', headers: { authorization } })
    await expect(stream.ended).resolves.toBeUndefined()
  })

  it('ends when the rights change, also where nobody says so', async () => {
    const email = 'demoted@test.local'
    const id = await api.addAccount({ email, level: levels.vendor, vendor: 1 })
    const stream = await serving.open(email)
    await db.updateTable('clients').set({ level: levels.guest }).where('id', '=', id).execute()
    await expect(stream.ended).resolves.toBeUndefined()
  })
})

it('A stream ends with its token, a sign-in has so many, and a server that stops ends all', async () => {
  const {
    open,
    clock,
    api: own,
    url,
  } = await serve(db, ({ server }) => {
    server.live.perSession = 2
    server.live.perOrigin = 3
  })
  const [oldest, second] = [await open(USERS.vendor), await open(USERS.vendor)]
  const third = await open(USERS.vendor)
  await oldest.ended
  await open(USERS.client)
  const refused = await openStream(url, await own.tokenOf(USERS.guest))
  expect(refused.status).toBe(429)
  expect(own.app.live.size).toBe(3)
  clock.now = new Date(TEST_NOW.getTime() + 61 * 60_000)
  await second.ended
  await third.ended
  const last = await open(USERS.master)
  await own.app.close()
  await expect(last.ended).resolves.toBeUndefined()
})

it('A console that reads slowly loses changes and is told so', async () => {
  const { open, api: own } = await serve(db, ({ server }) => {
    server.live.bufferBytes = 1_024
    server.live.batchMs = 20
  })
  const stream = await open(USERS.master)
  const { live } = own.app
  // As a socket that takes nothing.
  const [connection] = live.connections()
  connection!.write(`: ${'x'.repeat(8_000_000)}\n\n`, Date.now())
  await tell({ resource: 'vendors', ids: [1] })
  expect((await stream.next()).event).toBe('reset')
})

type Caller = Parameters<Hub['join']>[0]['caller']

/** A hub that hears of changes by `announce`, and consoles that listen to it. */
function startHub(db: Db, config: ReturnType<typeof testConfig> = testConfig()) {
  let heard: (payload: string) => void = () => {}
  const hub = new Hub({
    db,
    config,
    now: () => TEST_NOW,
    listen: hearing => {
      heard = hearing.heard
      return async () => {}
    },
    isDraining: () => false,
    warn: error => {
      throw error
    },
  })
  hub.start()
  /** @returns the text that the console has been sent */
  const join = async (caller: Caller) => {
    const response = new PassThrough()
    const sent: string[] = []
    response.setEncoding('utf8').on('data', text => sent.push(text))
    const reader = { caller, origin: '127.0.0.1', expires: Number.MAX_SAFE_INTEGER }
    await hub.join(reader, response as unknown as ServerResponse, {})
    return () => sent.join('')
  }
  return { hub, join, announce: (changes: Changes) => heard(JSON.stringify(changes)) }
}

/** The same database: `onResult` is called with the syntax tree of each query as text, and delays its result. */
function watched(db: Db, onResult: (query: string) => void | Promise<void>): Db {
  const queries = new WeakMap<object, string>()
  return db.withPlugin({
    transformQuery({ node, queryId }) {
      queries.set(queryId, JSON.stringify(node))
      return node
    },
    async transformResult({ result, queryId }) {
      await onResult(queries.get(queryId)!)
      return result
    },
  })
}

describe('A process', () => {
  /** Client accounts, each with one device in the same batch. */
  async function withClients(number: number) {
    const { db, app } = await startTestApp()
    await db.insertInto('models').values({ name: 'FT-100' }).execute()
    const { id: batch } = await db
      .insertInto('batches')
      .values({ name: '그룹', model_id: 1, vendor_id: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const accounts = Array.from({ length: number }, (_, at) => ({
      name: `${at}`,
      email: `${at}@test.local`,
      level: levels.client,
      vendor_id: 1,
    }))
    const clients = await db.insertInto('clients').values(accounts).returning('id').execute()
    const devices = clients.map(({ id }, at) => ({
      id: String(350000000000000 + at),
      isdn: `010${20000000 + at}`,
      model_id: 1,
      vendor_id: 1,
      client_id: id,
      batch_id: batch,
    }))
    await db.insertInto('devices').values(devices).execute()
    const callers = clients.map(
      ({ id }): Caller => ({
        id,
        level: levels.client,
        vendor: 1,
        levels,
        session: String(id),
      }),
    )
    return { db, app, batch, devices, callers }
  }

  it('asks once for all accounts that listen: each is sent the ids of its records', async () => {
    const { db, app, batch, devices, callers } = await withClients(50)
    let queries = 0
    const counted = watched(db, () => void queries++)
    const { hub, join, announce } = startHub(counted)
    const consoles = await Promise.all(callers.map(join))
    expect(queries).toBe(0)
    announce({ resource: 'devices', ids: devices.map(({ id }) => id) })
    announce({ resource: 'batches', ids: [batch] })
    await vi.waitFor(() => {
      for (const [at, sent] of consoles.entries()) {
        const changes = [
          { resource: 'devices', ids: [devices[at]!.id] },
          { resource: 'batches', ids: [String(batch)] },
        ]
        expect(sent()).toContain(`data: ${JSON.stringify({ changes })}\n`)
      }
    }, 60_000)
    expect(queries).toBe(1)
    await hub.stop()
    await app.close()
  })

  // On PGlite there is one connection, for which every query waits.
  if (!onPglite)
    it('delays no other listeners by the slow query of a role, which serves all of its accounts', async () => {
      const { db, app, batch, devices, callers } = await withClients(3)
      const current = configOfRoles({
        few: {
          label: '일부',
          level: 'vendor',
          resources: { devices: { rows: { field: 'isdn', eq: devices[1]!.isdn } } },
        },
      })
      const held: (() => void)[] = []
      const slow = watched(db, query =>
        query.includes(devices[1]!.isdn) ? new Promise(resolve => held.push(resolve)) : undefined,
      )
      const { hub, join, announce } = startHub(slow, { ...testConfig(), current: () => current })
      const role = (id: number): Caller => ({
        levels,
        session: `role ${id}`,
        ...withRole({ id, level: levels.vendor, vendor: 1, name: '', email: '', role: 'few' }, current),
      })
      const [one, two] = [await join(role(901)), await join(role(902))]
      const client = await join(callers[0]!)
      announce({ resource: 'devices', ids: devices.map(({ id }) => id) })
      await vi.waitFor(() => expect(client()).toContain(devices[0]!.id), { timeout: 60_000 })
      // Neither does a later change wait for it.
      announce({ resource: 'batches', ids: [batch] })
      await vi.waitFor(() => expect(client()).toContain('batches'), { timeout: 60_000 })
      expect([one(), two()].join()).not.toContain('event: change')
      await vi.waitFor(() => expect(held).toHaveLength(1))
      held[0]!()
      const changes = [{ resource: 'devices', ids: [devices[1]!.id] }]
      await vi.waitFor(() => {
        for (const sent of [one, two]) expect(sent()).toContain(JSON.stringify({ changes }))
      }, 60_000)
      await hub.stop()
      await app.close()
    })

  it('gathers while it tells: a slow database makes no queue of moments', async () => {
    const { db, app, devices, callers } = await withClients(1)
    const held: (() => void)[] = []
    let isSlow = true
    let queries = 0
    const slow = watched(db, async () => {
      queries++
      if (isSlow) await new Promise<void>(resolve => held.push(resolve))
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { hub, join, announce } = startHub(slow)
    try {
      const sent = await join(callers[0]!)
      for (let change = 0; change < 20; change++) {
        announce({ resource: 'devices', ids: [devices[0]!.id] })
        await vi.advanceTimersByTimeAsync(1_000)
      }
      const next = () => {
        held.shift()?.()
        expect(sent().match(/event: change/g)).toHaveLength(2)
      }
      await vi.waitFor(next, { timeout: 60_000 })
      expect(queries).toBe(2)
    } finally {
      vi.useRealTimers()
      isSlow = false
      for (const goOn of held) goOn()
      await hub.stop()
      await app.close()
    }
  })

  it('that listens again and again leaves nothing behind, and says once that it cannot', async () => {
    const made: AbortController[] = []
    const Original = AbortController
    vi.stubGlobal(
      'AbortController',
      class extends Original {
        constructor() {
          super()
          made.push(this)
        }
      },
    )
    let tries = 0
    const server = createServer(socket => {
      tries++
      socket.destroy()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const failed = vi.fn()
    const hearing = { heard() {}, missed() {}, arrives() {}, failed }
    const stop = listenToPostgres(`postgres://nobody@127.0.0.1:${port}/none`, undefined as never)(hearing)
    try {
      await vi.waitFor(() => expect(tries).toBe(3), { timeout: 60_000 })
      expect(getEventListeners(made[0]!.signal, 'abort').length).toBeLessThan(2)
      expect(failed).toHaveBeenCalledTimes(1)
    } finally {
      vi.unstubAllGlobals()
      await stop()
      server.close()
    }
  })
})

describe.runIf(process.env.TEST_DATABASE_URL)('Two processes', () => {
  it('hear of each other, and goes on in the other by time', async () => {
    const { openPostgres } = await import('../support/databases')
    const db = await openPostgres()
    await seedDemo(db, { now: TEST_NOW, seed: 1, levels })
    const [one, two] = [await serve(db), await serve(db)]
    const stream = await two.open(USERS.vendor)
    const payload = { comment: '하나' }
    await one.api.ask(USERS.vendor, { method: 'PUT', url: `/api/batches/${device.batch_id}`, payload })
    expect(await stream.change('batches')).toEqual([String(device.batch_id)])
    const elsewhere = await one.open(USERS.vendor, { lastId: 'gone.3', ago: 500 })
    expect(['change', 'reset']).toContain((await elsewhere.next()).event)
  })
})
