/** Who may call what, for every call of the contract and every kind of user (security 1 and 2). */

import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { allEndpoints } from '../../src/contract/endpoints'
import { reaches } from '../../src/domain/authority'
import { may } from '../../src/engine/access'
import { seedDemo } from '../../src/server/demo'
import {
  AIMS,
  type Aim,
  askedOf,
  config,
  device,
  LEVEL_OF,
  levels,
  MATRIX,
  USERS,
  type User,
} from '../support/callMatrix'
import { openPglite } from '../support/databases'
import { startTestApp, TEST_NOW, type TestApp } from '../support/server'

const built = allEndpoints()

describe('who may call what', () => {
  let api: TestApp
  beforeAll(async () => {
    const db = await openPglite()
    await seedDemo(db, { now: TEST_NOW, seed: 1, levels })
    api = await startTestApp(db, { bare: true, config })
    await api.addAccount({ email: 'other@test.local', level: levels.vendor, vendor: 2 })
  })

  it('is settled for every call that has a route, and for no other', () => {
    expect(Object.keys(MATRIX).sort()).toEqual(built.map(({ name }) => name).sort())
  })

  const ask = async (name: string, user: User, at?: Aim) => {
    const { endpoint } = built.find(known => known.name === name)!
    return api.ask(USERS[user], await askedOf(api, { endpoint, name }, at))
  }

  for (const [name, { expected }] of Object.entries(MATRIX))
    for (const user of Object.keys(USERS) as User[])
      it(`${name} by ${user}: ${expected[user]}`, async () => {
        const answer = await ask(name, user)
        const cell = expected[user]
        if (typeof cell === 'number') expect(answer.statusCode).toBe(cell)
        else expect([answer.statusCode, answer.body]).toEqual([200, expect.stringMatching(cell)])
        if (answer.statusCode >= 400) expect(answer.json()).toMatchObject({ result: false })
      })

  it('follows the levels that contract and config declare: 401 to strangers, 403 to those below', async () => {
    for (const { name, endpoint } of built) {
      const { access } = endpoint
      if (access === 'public') continue
      expect([name, MATRIX[name]!.expected.nobody]).toEqual([name, 401])
      for (const [user, level] of Object.entries(LEVEL_OF)) {
        const { asks } = MATRIX[name]!
        const allowed =
          reaches(levels[level], access, levels) &&
          (!asks || may(config.current().shared, levels[level], ...asks))
        const refused = MATRIX[name]!.expected[user as User] === 403
        expect([name, user, refused]).toEqual([name, user, !allowed])
      }
    }
  })

  it('says the same of what belongs to others as of what does not exist', async () => {
    const register = async (sheet: object) => {
      const payload = { code: 'reboot', data: 'NOW', ...sheet }
      const answer = await api.ask(USERS['other vendor'], {
        method: 'POST',
        url: '/api/orders/order',
        payload,
      })
      return [answer.statusCode, answer.body]
    }
    expect(await register({ targets: [device.id] })).toEqual(await register({ targets: ['000000000000000'] }))
    expect(await register({ batch: device.batch_id })).toEqual(await register({ batch: 987_654 }))
    expect(await register({ targets: [device.id] })).toEqual([404, expect.any(String)])
  })

  describe('a record of another vendor', () => {
    const aimed = built.filter(
      ({ name, endpoint }) =>
        /\{(id|email)\}/.test(endpoint.path) || ['clients.save', 'orders.marks'].includes(name),
    )
    /** Models have no tenant: everybody who may read them reads all. */
    const owned = aimed.filter(({ name }) => MATRIX[name]!.aim !== 'model')
    const strangers = Object.keys(LEVEL_OF).filter(user => user !== 'master') as Exclude<User, 'nobody'>[]

    it('can be aimed at by every call that names a record', () => {
      expect(aimed.filter(({ name }) => !MATRIX[name]!.aim).map(({ name }) => name)).toEqual([])
      expect(owned.length).toBeGreaterThan(10)
    })

    for (const { name } of owned)
      for (const user of strangers)
        it(`is for ${user} in ${name} as if it did not exist, and stays as it was`, async () => {
          const theirs = await foreign(MATRIX[name]!.aim!)
          const before = await everything()
          const nobody = typeof theirs.id === 'string' ? '999999999987654' : 987_654
          const refused = await ask(name, user, theirs)
          const unknown = await ask(name, user, { ...theirs, id: nobody, email: 'no@test.local' })
          expect([refused.statusCode, refused.body]).toEqual([unknown.statusCode, unknown.body])
          expect([403, 404]).toContain(refused.statusCode)
          expect(await everything()).toEqual(before)
        })

    /** Of vendor 3, to which none of the users belongs. */
    const foreign = async (aim: keyof typeof AIMS): Promise<Aim> => {
      const target = await AIMS[aim === 'home' ? 'batch' : aim](api)
      if (aim === 'client' || aim === 'picture')
        await sql`update clients set vendor_id = 3 where id = ${target.id}`.execute(api.db)
      if (aim === 'batch' || aim === 'home' || aim === 'oneDevice')
        await sql`update batches set vendor_id = 3 where id = ${target.id}`.execute(api.db)
      if (aim === 'device')
        await sql`update devices set vendor_id = 3, client_id = null where id = ${target.id}`.execute(api.db)
      if (aim === 'order')
        await sql`update orders set vendor_id = 3, sender_id = null where id = ${target.id}`.execute(api.db)
      return target
    }
    const everything = async () => {
      const { rows } = await sql`
        select (select json_agg(v order by id) from vendors v) as vendors,
               (select json_agg(c order by id) from clients c) as clients,
               (select json_agg(b order by id) from batches b) as batches,
               (select json_agg(o order by id) from orders o) as orders,
               (select json_agg(t order by order_id, device_id) from order_targets t) as targets,
               (select json_agg(m order by client_id, order_id) from order_marks m) as marks,
               (select json_agg(s order by device_id, hash) from device_secrets s) as secrets`.execute(api.db)
      return rows
    }
  })
})
