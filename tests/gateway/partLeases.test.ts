/** Gateways share the parts of the fleet by leases. With real brokers: `processes/gatewayLeases`. */
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { upFilter } from '../../src/contract/deviceMessages'
import { renewLeases } from '../../src/server/commands/gateway/leases'
import type { Db } from '../../src/server/store/database'
import { newDatabase } from '../support/databases'
import { addDevices, becomes, connectDevice, isOnline, testGateway } from '../support/gateway'
import { startTestBroker } from '../support/testBroker'

const parts = Array.from({ length: 100 }, (_, part) => String(part).padStart(2, '0'))

let db: Db
beforeEach(async () => {
  db = await newDatabase()
})

const renew = (id: string, { isFleetShared = true } = {}) =>
  renewLeases(db, { id, leaseSeconds: 10, isFleetShared })

it('gives a new gateway its share of the parts, and the parts of a silent gateway to the others', async () => {
  expect(await renew('a')).toEqual(parts)
  expect(await renew('b')).toEqual([])
  const first = await renew('a')
  const second = await renew('b')
  expect([first.length, second.length]).toEqual([50, 50])
  expect([...first, ...second].sort()).toEqual(parts)
  // `a` renews nothing for eleven seconds.
  await sql`update gateways set seen = seen - interval '11 seconds' where id = 'a'`.execute(db)
  await sql`update gateway_parts set held_until = held_until - interval '11 seconds' where gateway_id = 'a'`.execute(
    db,
  )
  expect((await renew('b')).sort()).toEqual(parts)
})

it('leaves all parts to a gateway with a built-in broker, which others do not reach', async () => {
  expect(await renew('a', { isFleetShared: false })).toEqual(parts)
  expect(await renew('b', { isFleetShared: false })).toEqual([])
  expect(await renew('a', { isFleetShared: false })).toEqual(parts)
})

it('subscribes again to a part that the broker has refused once', async () => {
  let requests = 0
  const { broker, url } = await startTestBroker()
  broker.authorizeSubscribe = (_client, subscription, done) => {
    const isRefused = subscription.topic === upFilter('17') && requests++ === 0
    done(null, isRefused ? null : subscription)
  }
  await addDevices(db, ['358126096000517'])
  const gateway = await testGateway(db, { broker: { url } })
  await becomes(() => gateway.parts().length, 100)
  await connectDevice(url, '358126096000517')
  await becomes(() => isOnline(db, '358126096000517'), true)
  expect(requests).toBe(2)
})
