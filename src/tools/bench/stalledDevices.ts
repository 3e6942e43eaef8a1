/** Measures how fast the built-in broker delivers while some devices do not read. The baseline: all devices read. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { generate, type Packet, parser } from 'mqtt-packet'
import { orderTopic } from '../../contract/deviceMessages'
import type { ServerSettings } from '../../engine/compiled'
import type { DeviceLogins, Login } from '../../server/gateway/deviceLogins'
import { type EmbeddedBroker, openEmbeddedBroker } from '../../server/gateway/embeddedBroker'
import { Tally } from '../../server/gateway/tally'
import { until } from '../until'
import { formatCount, print, printRatio, targetNote } from './print'
import { percentile } from './timing'

const DEVICES = 2_000
const STALLED = DEVICES / 100
const MAX_RATIO = 1.5
const ROUNDS = 20
const PAUSE_MS = 50
/** Messages per round to each device that may stop reading: after a few rounds they fill the buffers of the network. */
const EXTRA_MESSAGES = 40
const EXTRA = JSON.stringify({ value: 'x'.repeat(16_000) })

type Broker = Pick<EmbeddedBroker, 'port' | 'publish' | 'close'>

export async function benchStalledDevices(): Promise<void> {
  const tally = new Tally({ warn: () => undefined })
  const broker = await openBroker(tally)
  const devices: Device[] = []
  try {
    for (let index = 0; index < DEVICES; index++)
      devices.push(await Device.connect(broker.port, String(358126090000000 + index)))
    const mayStall = devices.slice(0, STALLED)
    const others = devices.slice(STALLED)
    await p99Of(broker, others, mayStall)
    const allReadMs = await p99Of(broker, others, mayStall)
    for (const device of mayStall) device.socket.pause()
    const stalledMs = await p99Of(broker, others, mayStall)
    print(`Orders to ${formatCount(others.length)} devices at the built-in broker, p99`)
    printRatio(`${STALLED} others do not read`, stalledMs, 'all read', allReadMs)
    const disconnected = tally.of('reads too slowly')
    const isMet = disconnected === STALLED && stalledMs <= MAX_RATIO * allReadMs
    print(
      `    disconnected for it    ${disconnected}${targetNote(`${MAX_RATIO} ×, ${STALLED} disconnected`, isMet)}`,
    )
    if (!isMet) process.exitCode = 1
  } finally {
    for (const { socket } of devices) socket.destroy()
    tally.stop()
    await broker.close()
  }
}

function openBroker(tally: Tally): Promise<Broker> {
  const logins = {
    check: async (imei: string): Promise<Login> => ({ imei, owner: '', credential: { hash: '' } }),
    withdrawn: async () => [],
  }
  const settings = { deviceMessages: 100_000, connections: 2 * DEVICES } as ServerSettings['gateway']
  const nothing = () => undefined
  return openEmbeddedBroker(
    {
      address: { host: '127.0.0.1', port: 0 },
      logins: logins as unknown as DeviceLogins,
      serves: () => true,
      settings: () => settings,
      tally,
    },
    { onMessage: nothing, onUp: nothing, onDown: nothing },
  )
}

/** The 99th percentile of the times from publication to arrival at the devices, in ms. */
async function p99Of(broker: Broker, devices: readonly Device[], mayStall: readonly Device[]) {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    for (const { imei } of mayStall)
      for (let index = 0; index < EXTRA_MESSAGES; index++) void broker.publish(orderTopic(imei), EXTRA)
    const began = performance.now()
    let arrived = 0
    for (const device of devices) {
      device.onOrder = () => {
        arrived++
        times.push(performance.now() - began)
      }
      void broker.publish(orderTopic(device.imei), '{"id":1}')
    }
    await until(async () => arrived === devices.length, { everyMs: 5 })
    await wait(PAUSE_MS)
  }
  return percentile(times, 0.99)
}

/** A device that acknowledges its orders. */
class Device {
  onOrder: () => void = () => undefined

  private constructor(
    readonly imei: string,
    readonly socket: Socket,
  ) {}

  /** Resolves once the broker has granted the subscription. */
  static async connect(port: number, imei: string): Promise<Device> {
    const socket = connect(port, '127.0.0.1')
    // The broker may end the connection of a device that does not read.
    socket.on('error', () => undefined)
    const device = new Device(imei, socket)
    const send = (packet: Packet) => void socket.write(generate(packet))
    const packets = parser()
    const granted = once(packets, 'granted')
    packets.on('packet', (packet: Packet) => {
      if (packet.cmd === 'connack')
        send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: orderTopic(imei), qos: 1 }] })
      if (packet.cmd === 'suback') packets.emit('granted')
      if (packet.cmd !== 'publish') return
      if (packet.messageId) send({ cmd: 'puback', messageId: packet.messageId })
      device.onOrder()
    })
    socket.on('data', bytes => void packets.parse(bytes))
    send({
      cmd: 'connect',
      clientId: imei,
      username: imei,
      password: Buffer.from('secret'),
      clean: true,
      keepalive: 600,
      protocolId: 'MQTT',
      protocolVersion: 4,
    })
    await granted
    return device
  }
}
