/**
 * What somebody may no longer do is not done either when they began it before (security 43): every call with a body,
 * whose body is held open while its sender is demoted, moved, deactivated, deleted or signed out.
 */
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { allEndpoints } from '../../src/contract/endpoints'
import { changing } from '../../src/server/commands/changing'
import { seedDemo } from '../../src/server/demo'
import type { Db } from '../../src/server/store/database'
import { config, device, levels, MATRIX, owner, requestOf } from '../support/callMatrix'
import { newDatabase, onPglite } from '../support/databases'
import { startTestApp, TEST_NOW, type TestApp } from '../support/server'

const client = (db: Db, id: number) => db.updateTable('clients').where('id', '=', id)

const MEANWHILE: Record<string, (db: Db, id: number) => Promise<unknown>> = {
  demoted: (db, id) => client(db, id).set({ level: levels.guest, vendor_id: 0 }).execute(),
  moved: (db, id) => client(db, id).set({ vendor_id: 3, level: levels.vendor }).execute(),
  deactivated: (db, id) => client(db, id).set({ active: false }).execute(),
  deleted: (db, id) => db.deleteFrom('clients').where('id', '=', id).execute(),
  'signed out': (db, id) => db.deleteFrom('sessions').where('client_id', '=', id).execute(),
}

/** Who is still there, with other rights, may ask: for what these rights reach. */
const STILL_THERE = ['demoted', 'moved']

const withBody = allEndpoints().filter(
  ({ name, endpoint }) => endpoint.access !== 'public' && MATRIX[name]?.body !== undefined,
)

let made = 0

describe('A body that is held open', () => {
  let api: TestApp
  let held: (() => void) | undefined

  beforeAll(async () => {
    const db = await newDatabase()
    await seedDemo(db, { now: TEST_NOW, seed: 1, levels })
    api = await startTestApp(db, {
      bare: true,
      config,
      // The sender is known by now, and nothing of the body has been read.
      routes: app => app.addHook('preParsing', async () => held?.()),
    })
  })

  /** Half of the body, then what happens meanwhile, then the rest. */
  const sendSlowly = async (name: string, email: string, meanwhile: () => Promise<unknown>) => {
    const { endpoint } = withBody.find(one => one.name === name)!
    const { payload, headers, ...asked } = await requestOf(api, { endpoint, name })
    const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
    const body = new PassThrough()
    const begun = new Promise<void>(resolve => {
      held = resolve
    })
    body.write(text.slice(0, text.length / 2))
    const answer = api.ask(email, {
      ...asked,
      headers: { 'content-type': 'application/json', ...headers },
      payload: body,
    })
    await begun
    held = undefined
    await meanwhile()
    const before = await everything()
    body.end(text.slice(text.length / 2))
    return { answer: await answer, before }
  }

  /** All that a call could change; what was refused is written down all the same. */
  const everything = async () => {
    const tables = ['vendors', 'clients', 'models', 'batches', 'bunches', 'methods', 'devices', 'orders']
    const rest = ['order_targets', 'order_marks', 'records', 'idempotency']
    const { rows } = await sql`select ${sql.join(
      [...tables, ...rest].map(
        table => sql`(select md5(string_agg(t::text, '' order by t::text)) from ${sql.table(table)} t)`,
      ),
      sql` || `,
    )}`.execute(api.db)
    return rows
  }

  it('is of every call that takes one', () => {
    expect(withBody.length).toBeGreaterThan(12)
  })

  for (const { name, endpoint } of withBody)
    for (const [what, happens] of Object.entries(MEANWHILE))
      it(`of ${name}: its sender, ${what} meanwhile, changes nothing and learns nothing`, async () => {
        const email = `held-${++made}@test.local`
        const staff = what === 'moved'
        const level = staff ? levels.vendor : levels.master
        const id = await api.addAccount({ email, level, vendor: staff ? owner.vendor_id : 0 })
        // What staff may not do is refused before its body is read, and is no case of this.
        if (staff && !reachedByStaff(name)) return expect(MATRIX[name]!.expected.vendor).toBe(403)
        const { answer, before } = await sendSlowly(name, email, () => happens(api.db, id))
        expect(await everything()).toEqual(before)
        const refused = [401, 403]
        if (!endpoint.reads || !STILL_THERE.includes(what))
          return expect(refused).toContain(answer.statusCode)
        if (refused.includes(answer.statusCode)) return
        // The same as for who asks by now; of the device no more than was sent.
        const { headers, ...asked } = await requestOf(api, { endpoint, name })
        const now = await api.ask(email, {
          ...asked,
          headers: { 'content-type': 'application/json', ...headers },
        })
        expect([answer.statusCode, contentOf(answer)]).toEqual([now.statusCode, contentOf(now)])
        expect(answer.body).not.toContain(device.serial)
      })

  const reachedByStaff = (name: string) => MATRIX[name]!.expected.vendor !== 403
})

/** A spreadsheet is text. */
const contentOf = ({ headers, body }: { headers: object; body: string }): unknown =>
  String((headers as Record<string, unknown>)['content-type']).includes('json') ? JSON.parse(body) : body

const put = (url: string, payload: object) => ({ method: 'PUT' as const, url, payload })

/** What ends the rights of staff, as the product does it. */
const TAKEN_AWAY: Record<string, (api: TestApp, id: number) => Promise<{ statusCode: number }>> = {
  'a demotion': (api, id) => api.ask('master', put('/api/clients/', { id, level: levels.guest })),
  'a deactivation': (api, id) => api.ask('master', put('/api/clients/', { id, active: false })),
  'the deactivation of the vendor': api => api.ask('master', put('/api/admin/vendors/1', { active: false })),
  'a deletion': (api, id) => api.ask('master', { method: 'DELETE', url: `/api/admin/clients/${id}` }),
  'signing out': api => api.ask('vendor', { method: 'POST', url: '/api/auth/logout' }),
}

/** A change by staff that stands still in its transaction until `finish`. */
const begin = async () => {
  const api = await startTestApp(await newDatabase())
  const { id } = await api.db
    .selectFrom('clients')
    .select('id')
    .where('email', '=', 'vendor@test.local')
    .executeTakeFirstOrThrow()
  await api.tokenOf('vendor@test.local')
  const caller = {
    id,
    level: 6,
    vendor: 1,
    levels,
    name: '',
    email: 'vendor@test.local',
    session: `test ${id}`,
    origin: '',
    request: '',
  }
  const order: string[] = []
  const [go, gone] = gate()
  const change = changing(api.db, caller, async tx => {
    go.emit('under way')
    await gone
    await tx.insertInto('models').values({ name: 'done' }).execute()
    order.push('changed')
  })
  await once(go, 'under way')
  const finish = async () => {
    // On PGlite there is one transaction at a time in any case.
    await new Promise(resolve => setTimeout(resolve, onPglite ? 0 : 100))
    go.emit('go on')
    await change
  }
  return { api, id, caller, order, finish }
}

for (const [what, happens] of Object.entries(TAKEN_AWAY))
  it(`A change under way is waited for by ${what}, and the next is refused`, async () => {
    const { api, id, caller, order, finish } = await begin()
    const taken = happens(api, id).then(({ statusCode }) => order.push(`taken ${statusCode}`))
    await finish()
    await taken
    expect(order).toEqual(['changed', 'taken 200'])
    const later = changing(api.db, caller, async () => order.push('never'))
    const code = what === 'a demotion' ? 'rightsChanged' : 'signedOut'
    await expect(later).rejects.toMatchObject({ code })
    expect(order).toEqual(['changed', 'taken 200'])
  })

if (!onPglite)
  it('An upload under way does not keep its sender from changing their profile', async () => {
    const { api, order, finish } = await begin()
    const answer = await api.ask('vendor', put('/api/client/', { duty: '운영' }))
    expect([answer.statusCode, order]).toEqual([200, []])
    await finish()
    expect(order).toEqual(['changed'])
  })

function gate(): [PassThrough, Promise<unknown>] {
  const signals = new PassThrough()
  return [signals, once(signals, 'go on')]
}
