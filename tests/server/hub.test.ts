/** The hub, which sends changes to the consoles of one server. The stream itself: `server/events`. */
import type { ServerResponse } from 'node:http'
import { PassThrough } from 'node:stream'
import { describe, expect, it, vi } from 'vitest'
import { Hub } from '../../src/server/live/hub'
import { withRole } from '../../src/server/roles'
import type { Changes } from '../../src/server/store/announce'
import type { Db } from '../../src/server/store/database'
import { testConfig } from '../support/config'
import { onPglite } from '../support/databases'
import { levels } from '../support/demo'
import { configOfRoles } from '../support/roles'
import { insertRow } from '../support/rows'
import { startTestApp, TEST_NOW } from '../support/server'

type Caller = Parameters<Hub['join']>[0]['caller']

/** A hub that receives changes by `announce`, and consoles that join it. */
function startHub(db: Db, config: ReturnType<typeof testConfig> = testConfig()) {
  let notify: (payload: string) => void = () => {}
  const hub = new Hub({
    db,
    config,
    now: () => TEST_NOW,
    listen: ({ onNotification }) => {
      notify = onNotification
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
  return { hub, join, announce: (changes: Changes) => notify(JSON.stringify(changes)) }
}

/** The same database, which calls `onResult` with each query (its syntax tree as text) and waits for it to finish. */
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

describe('the hub of changes', () => {
  /** Client accounts, each with one device in the same batch. */
  async function withClients(number: number) {
    const { db, app, addAccount } = await startTestApp()
    await insertRow(db, 'models', { name: 'FT-100' })
    const batch = await insertRow(db, 'batches', { name: '그룹', model_id: 1, vendor_id: 1 })
    const device = { model_id: 1, vendor_id: 1, batch_id: batch }
    const devices: { id: string; isdn: string }[] = []
    const callers: Caller[] = []
    for (let nth = 0; nth < number; nth++) {
      const id = await addAccount({ email: `${nth}@test.local`, level: levels.client, vendor: 1 })
      callers.push({ id, level: levels.client, vendor: 1, levels, session: String(id) })
      const identity = { id: String(350000000000000 + nth), isdn: `010${20000000 + nth}` }
      await insertRow(db, 'devices', { ...device, ...identity, client_id: id })
      devices.push(identity)
    }
    return { db, app, batch, devices, callers }
  }

  it('reads the owners of changed records once for all accounts, and sends each the ids of its records', async () => {
    const { db, app, batch, devices, callers } = await withClients(50)
    let queries = 0
    const counted = watched(db, () => void queries++)
    const { hub, join, announce } = startHub(counted)
    const consoles = await Promise.all(callers.map(join))
    expect(queries).toBe(0)
    announce({ resource: 'devices', ids: devices.map(({ id }) => id) })
    announce({ resource: 'batches', ids: [batch] })
    await vi.waitFor(() => {
      for (const [index, sent] of consoles.entries()) {
        const changes = [
          { resource: 'devices', ids: [devices[index]!.id] },
          { resource: 'batches', ids: [String(batch)] },
        ]
        expect(sent()).toContain(`data: ${JSON.stringify({ changes })}\n`)
      }
    }, 60_000)
    expect(queries).toBe(1)
    await hub.stop()
    await app.close()
  })

  // On PGlite all queries wait for the one connection.
  if (!onPglite)
    it('runs one query for all accounts of a role, and does not delay other accounts by it', async () => {
      const { db, app, batch, devices, callers } = await withClients(3)
      const resources = { devices: { rows: { field: 'isdn', eq: devices[1]!.isdn } } }
      const current = configOfRoles({ few: { label: '일부', level: 'vendor', resources } })
      const waiting: (() => void)[] = []
      const slow = watched(db, query =>
        query.includes(devices[1]!.isdn) ? new Promise(resolve => waiting.push(resolve)) : undefined,
      )
      const { hub, join, announce } = startHub(slow, { ...testConfig(), current: () => current })
      const role = (id: number): Caller => {
        const account = { id, level: levels.vendor, vendor: 1, name: '', email: '', role: 'few' }
        return { levels, session: `role ${id}`, ...withRole(account, current) }
      }
      const [first, second] = [await join(role(901)), await join(role(902))]
      const client = await join(callers[0]!)
      announce({ resource: 'devices', ids: devices.map(({ id }) => id) })
      await vi.waitFor(() => expect(client()).toContain(devices[0]!.id), { timeout: 60_000 })
      // A later change does not wait either.
      announce({ resource: 'batches', ids: [batch] })
      await vi.waitFor(() => expect(client()).toContain('batches'), { timeout: 60_000 })
      expect([first(), second()].join()).not.toContain('event: change')
      await vi.waitFor(() => expect(waiting).toHaveLength(1), 60_000)
      waiting[0]!()
      const changes = [{ resource: 'devices', ids: [devices[1]!.id] }]
      await vi.waitFor(() => {
        for (const sent of [first, second]) expect(sent()).toContain(JSON.stringify({ changes }))
      }, 60_000)
      await hub.stop()
      await app.close()
    })

  it('combines the changes that arrive during a slow query into one further query', async () => {
    const { db, app, devices, callers } = await withClients(1)
    const waiting: (() => void)[] = []
    let isSlow = true
    let queries = 0
    const slow = watched(db, async () => {
      queries++
      if (isSlow) await new Promise<void>(resolve => waiting.push(resolve))
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { hub, join, announce } = startHub(slow)
    try {
      const sent = await join(callers[0]!)
      for (let change = 0; change < 20; change++) {
        announce({ resource: 'devices', ids: [devices[0]!.id] })
        await vi.advanceTimersByTimeAsync(1_000)
      }
      const answerNext = () => {
        waiting.shift()?.()
        expect(sent().match(/event: change/g)).toHaveLength(2)
      }
      await vi.waitFor(answerNext, { timeout: 60_000 })
      expect(queries).toBe(2)
    } finally {
      vi.useRealTimers()
      isSlow = false
      for (const goOn of waiting) goOn()
      await hub.stop()
      await app.close()
    }
  })
})
