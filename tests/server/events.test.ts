/**
 * The stream of changes that consoles receive: ids of records of the own tenant, resumed after a break, bounded, and
 * ended with the session.
 */
import { getEventListeners, once } from 'node:events'
import { IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, createServer, Socket } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import type { Compiled } from '../../src/engine/compiled'
import { listenToPostgres } from '../../src/server/live/listener'
import { announce } from '../../src/server/store/announce'
import type { Db } from '../../src/server/store/database'
import { device, levels, owner, seedSmallFleet, USERS } from '../support/callMatrix'
import { testConfig } from '../support/config'
import { newDatabase, openPostgres } from '../support/databases'
import { listenIn, type OpenStream, openStream } from '../support/eventStream'
import { findRow, insertRow, updateRows } from '../support/rows'
import { bodyOf, startTestApp, statusOf, TEST_NOW, type TestApp } from '../support/server'

const OTHER_VENDOR = 2
const BATCH = String(device.batch_id)

/** An app that listens on a port; `clock.now` is its time. */
async function serve(db: Db, change: (config: Compiled) => void = () => undefined) {
  const clock = { now: TEST_NOW }
  const config = testConfig(all => {
    all.server.live.batchMs = 20
    all.server.live.recheckSeconds = 1
    change(all)
  })
  const listen = await listenIn(db)
  const api = await startTestApp(db, { bare: true, config, now: () => clock.now, ...(listen && { listen }) })
  const url = await api.app.listen({ port: 0, host: '127.0.0.1' })
  // The stream answers with 404 until LISTEN is active in PostgreSQL.
  const isOffered = async () => expect(await statusOf(api.ask(USERS.master, '/api/events'))).toBe(200)
  await vi.waitFor(isOffered, { timeout: 60_000 })
  const open = async (email: string, from?: Parameters<typeof openStream>[2]): Promise<OpenStream> => {
    const stream = await openStream(url, await api.tokenOf(email), from)
    // A stream that resumes begins with the missed changes, before `ready`.
    if (stream.status === 200 && !from) expect((await stream.next()).event).toBe('ready')
    return stream
  }
  return { api, url, open, clock }
}

let api: TestApp
let url: string
let open: Awaited<ReturnType<typeof serve>>['open']
const db = await newDatabase()
await seedSmallFleet(db)
;({ api, url, open } = await serve(db))
await api.addAccount({ email: USERS['other vendor'], level: levels.vendor, vendor: OTHER_VENDOR })
const foreignDevice = (await findRow(db, 'devices', { vendor_id: OTHER_VENDOR })).id
const sender = { sender_id: owner.id, sender_name: owner.name, vendor_id: owner.vendor_id }
const order = await insertRow(db, 'orders', { ...sender, code: 'reboot', caption: 'reboot', theme: 'device' })

type Change = Parameters<typeof announce>[1]
const notify = (change: Change) => announce(db, change)
/** A change that everybody receives, to see that nothing came before it. */
const marker = { resource: 'models' } as const
async function expectOnlyMarker(stream: OpenStream) {
  await notify(marker)
  expect((await stream.next()).data.changes).toEqual([marker])
}
const changeComment = (comment: string) => bodyOf(api.put(USERS.vendor, `/api/batches/${BATCH}`, { comment }))
const foreignBatch = () =>
  insertRow(db, 'batches', { name: `다른 그룹 ${Math.random()}`, model_id: 1, vendor_id: OTHER_VENDOR })

describe('the stream of changes', () => {
  it.each<[string, () => Promise<unknown>, Change['resource'], Partial<Record<keyof typeof USERS, unknown>>]>(
    [
      [
        'ids go to users who may see the record',
        () => changeComment('새 설명'),
        'batches',
        { master: [BATCH], vendor: [BATCH], client: [BATCH], 'other vendor': undefined },
      ],
      [
        'a client gets only the ids of devices that belong to it',
        () => notify({ resource: 'devices', ids: [device.id, foreignDevice] }),
        'devices',
        { client: [device.id] },
      ],
      [
        'a client gets nothing of foreign devices',
        () => notify({ resource: 'devices', ids: [foreignDevice] }),
        'devices',
        { client: undefined },
      ],
      [
        'changes of accounts go to their vendor, but not to clients, although config lets these list some accounts',
        () => notify({ resource: 'clients', ids: [owner.id] }),
        'clients',
        { vendor: [String(owner.id)], client: undefined },
      ],
      [
        'a removal goes without ids to the vendor that owned the record',
        async () => api.remove(USERS.master, `/api/batches/${await foreignBatch()}`),
        'batches',
        { 'other vendor': 'all', vendor: undefined },
      ],
      [
        'marks of orders go to the user who set them',
        () => api.post(USERS.client, '/api/orders/marks', { ids: [order], starred: true }),
        'orders',
        { client: ['1'], vendor: undefined },
      ],
    ],
  )('%s', async (_rule, change, resource, expected) => {
    const users = Object.keys(expected) as Exclude<keyof typeof USERS, 'nobody'>[]
    const streams = await Promise.all(users.map(user => open(USERS[user])))
    await change()
    for (const [index, user] of users.entries())
      if (expected[user] === undefined) await expectOnlyMarker(streams[index]!)
      else expect([user, await streams[index]!.change(resource)]).toEqual([user, expected[user]])
  })

  it('has the ids of simultaneous changes, but none for a change of thousands of records', async () => {
    const stream = await open(USERS.master)
    await Promise.all([1, 2, 3].map(id => notify({ resource: 'vendors', ids: [id] })))
    const ids = new Set<string>()
    while (ids.size < 3) for (const id of (await stream.change('vendors')) ?? []) ids.add(id)
    expect([...ids].sort()).toEqual(['1', '2', '3'])
    await notify({ resource: 'orders', ids: Array.from({ length: 5_000 }, (_, index) => index) })
    expect(await stream.change('orders')).toBe('all')
  })

  it('has nothing of a transaction that is rolled back', async () => {
    const stream = await open(USERS.master)
    const undone = db.transaction().execute(async tx => {
      await announce(tx, { resource: 'vendors', ids: [1] })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await expectOnlyMarker(stream)
  })

  it('resumes after the last received event, with the changes of the own tenant', async () => {
    const first = await open(USERS.vendor)
    await changeComment('하나')
    const { id: lastId } = await first.next()
    first.close()
    await changeComment('둘')
    await notify({ resource: 'batches', ids: [await foreignBatch()] })
    await notify(marker)
    expect(await (await open(USERS.master, { lastId })).change('models')).toBe('all')
    const second = await open(USERS.vendor, { lastId })
    expect((await second.next()).data.changes).toEqual([{ resource: 'batches', ids: [BATCH] }, marker])
    // `ready` comes last: a console that disconnects before it must resume from its old event.
    expect((await second.next()).event).toBe('ready')
  })

  it.each([{ lastId: 'another.5' }, { ago: 600_000 }])(
    'begins with a reset for a console that was away too long or at another server: %j',
    async from => {
      expect((await (await open(USERS.vendor, from)).next()).event).toBe('reset')
    },
  )

  it('keeps no connection of a console that has disconnected before the stream begins', async () => {
    await open(USERS.vendor)
    const { live } = api.app
    const reader = { ...live.connections()[0]!.reader }
    const response = new ServerResponse(new IncomingMessage(new Socket()))
    response.destroy()
    await live.join(reader, response, {})
    expect(live.connections().filter(connection => connection.reader === reader)).toEqual([])
  })

  it('is neither compressed nor cached, and has the security headers', async () => {
    const { headers } = await open(USERS.guest)
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/./),
    })
    expect(headers['content-encoding']).toBeUndefined()
  })

  it('ends with the session', async () => {
    const token = await api.tokenOf(USERS.vendor)
    const stream = await openStream(url, token)
    expect((await stream.next()).event).toBe('ready')
    await api.post(token, '/api/auth/logout')
    await expect(stream.ended).resolves.toBeUndefined()
  })

  it('ends when the rights change, also without a notification', async () => {
    const email = 'demoted@test.local'
    const id = await api.addAccount({ email, level: levels.vendor, vendor: 1 })
    const stream = await open(email)
    await updateRows(db, 'clients', { id }, { level: levels.guest })
    await expect(stream.ended).resolves.toBeUndefined()
  })
})

it('streams are limited for each session and each address, and end when the token expires or the server closes', async () => {
  const other = await serve(db, ({ server }) => {
    server.live.perSession = 2
    server.live.perOrigin = 3
  })
  const [oldest, second] = [await other.open(USERS.vendor), await other.open(USERS.vendor)]
  const third = await other.open(USERS.vendor)
  await oldest.ended
  await other.open(USERS.client)
  expect((await openStream(other.url, await other.api.tokenOf(USERS.guest))).status).toBe(429)
  expect(other.api.app.live.size).toBe(3)
  other.clock.now = new Date(TEST_NOW.getTime() + 61 * 60_000)
  await second.ended
  await third.ended
  const last = await other.open(USERS.master)
  await other.api.app.close()
  await expect(last.ended).resolves.toBeUndefined()
})

it('a console that reads too slowly gets a reset instead of the changes that it missed', async () => {
  const other = await serve(db, ({ server }) => {
    server.live.bufferBytes = 1_024
  })
  const stream = await other.open(USERS.master)
  const reading = await other.open(USERS.master)
  stream.pause()
  // This is more than the buffers of the network hold.
  other.api.app.live.connections()[0]!.write(`: ${'x'.repeat(32_000_000)}\n\n`, Date.now())
  await notify({ resource: 'vendors', ids: [1] })
  await reading.change('vendors')
  stream.resume()
  expect((await stream.next()).event).toBe('reset')
})

it('a listener that reconnects again and again leaks nothing, and reports the failure once', async () => {
  const controllers: AbortController[] = []
  const Original = AbortController
  vi.stubGlobal(
    'AbortController',
    class extends Original {
      constructor() {
        super()
        controllers.push(this)
      }
    },
  )
  let connections = 0
  const server = createServer(socket => {
    connections++
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const failed = vi.fn()
  const stop = listenToPostgres(
    `postgres://nobody@127.0.0.1:${port}/none`,
    undefined as never,
  )({ onNotification() {}, onMissed() {}, onAvailable() {}, onFailure: failed })
  try {
    await vi.waitFor(() => expect(connections).toBe(3), { timeout: 60_000 })
    expect(getEventListeners(controllers[0]!.signal, 'abort').length).toBeLessThan(2)
    expect(failed).toHaveBeenCalledTimes(1)
  } finally {
    vi.unstubAllGlobals()
    await stop()
    server.close()
  }
})

it.runIf(process.env.TEST_DATABASE_URL)(
  'a server streams the changes that another has made, and a console that changes servers misses none',
  async () => {
    const shared = await openPostgres()
    await seedSmallFleet(shared)
    const [first, second] = [await serve(shared), await serve(shared)]
    const stream = await second.open(USERS.vendor)
    await first.api.put(USERS.vendor, `/api/batches/${BATCH}`, { comment: '하나' })
    expect(await stream.change('batches')).toEqual([BATCH])
    const moved = await first.open(USERS.vendor, { lastId: 'gone.3', ago: 30_000 })
    expect(['change', 'reset']).toContain((await moved.next()).event)
  },
)
