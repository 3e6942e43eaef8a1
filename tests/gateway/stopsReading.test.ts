/** A device that stops reading while it has open orders: its connection ends, and other devices wait no longer. */
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { generate, type Packet } from 'mqtt-packet'
import { expect, it, vi } from 'vitest'
import { orderTopic, upTopic } from '../../src/contract/deviceMessages'
import { newDatabase } from '../support/databases'
import {
  addDevices,
  addOrder,
  becomes,
  connectDevice,
  connectRaw,
  isOnline,
  testGateway,
} from '../support/gateway'
import { findRow } from '../support/rows'

const [STALLED, OTHER, NEWCOMER] = ['358126099000011', '358126099000029', '358126099000037'] as const
const OPEN_ORDERS = 60
const PRESENCES = 40
const PRESENCE_EVERY_MS = 60
const WITHIN_MS = 5_000

it('ends its connection; orders, presence and telemetry of others are in time', async () => {
  const db = await newDatabase()
  await addDevices(db, [STALLED, OTHER, NEWCOMER])
  // Open orders are repeated at each presence: together they are more than the buffers of the network hold.
  const gateway = await testGateway(db, { settings: { againSeconds: 0.05, deviceMessages: 1_000 } })
  const counted = vi.spyOn(gateway.tally, 'add')
  const other = await connectDevice(gateway.port!, OTHER)
  for (let nth = 0; nth < OPEN_ORDERS; nth++) await addOrder(db, [STALLED], { data: 'x'.repeat(2_000) })

  const socket = connectRaw(gateway.port!, STALLED)
  const send = (packet: Packet) => void socket.write(generate(packet))
  socket.on('error', () => undefined)
  await once(socket, 'data')
  send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: orderTopic(STALLED), qos: 1 }] })
  await once(socket, 'data')
  socket.pause()
  let sessions = 0
  const sayPresence = () => {
    const payload = JSON.stringify({ online: true, session: `p${++sessions}` })
    const topic = upTopic(STALLED, 'presence')
    send({ cmd: 'publish', topic, payload, qos: 0, dup: false, retain: false })
  }
  while (sessions < PRESENCES) {
    sayPresence()
    await wait(PRESENCE_EVERY_MS)
  }

  const order = await addOrder(db, [OTHER])
  await becomes(() => other.orders.some(({ id }) => id === order), true, WITHIN_MS)
  const newcomer = await connectDevice(gateway.port!, NEWCOMER)
  await becomes(() => isOnline(db, NEWCOMER), true, WITHIN_MS)
  await newcomer.say('telemetry', { rsrp: -71 })
  await becomes(async () => (await findRow(db, 'devices', { id: NEWCOMER })).modem_rsrp, -71, WITHIN_MS)
  // On a busy machine the orders are repeated more slowly: it takes more presences to fill the buffers.
  const hasEnded = () => {
    sayPresence()
    return socket.destroyed
  }
  await becomes(hasEnded, true)
  expect(counted.mock.calls).toContainEqual(['reads too slowly'])
  expect(await becomes(() => isOnline(db, STALLED), false)).toBe(false)
})
