/**
 * A thousand devices, five orders to all of them, and `kill -9` of servers, brokers and devices during each order: each
 * target has the result of its device, and soon after each fault the stored states agree with the connected devices.
 */
import { describe, expect, test } from 'vitest'
import type { FaultKind } from '../support/faultBroker'
import { FaultWorld } from '../support/gatewayFaults'
import { bundleServer } from '../support/spawnServer'

bundleServer()

const LONG = { devices: 1_000, answerMs: [1_000, 8_000] } as const
const ROUNDS = 5
/** Rounds in which a separate broker of one process is killed as well. */
const BROKER_DIES = [1, 3]
/**
 * Rounds in which a node of the cluster is killed: the one that server 0 and half of the devices use. It stays away
 * until the other server has noticed. In the last of these rounds server 0 is not killed.
 */
const NODE_DIES = [2, 4]

async function killAll(kind: FaultKind): Promise<number> {
  const world = await FaultWorld.begin({ ...LONG, kind })
  if (!world) return 0
  await world.expectTruth()
  const delays: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const dying = round % world.servers
    // The other server, if there are two.
    const other = (dying + 1) % world.servers
    const half = round % 2
    const isCluster = kind === 'RabbitMQ cluster'
    const node = isCluster && NODE_DIES.includes(round) ? world.broker : undefined
    const serverDies = !node || round !== ROUNDS - 1
    await world.sendOrder(dying)
    // The node is killed first, so that it publishes no wills.
    await world.killSimulator(half, node?.kill)
    if (serverDies) await world.killServer(dying)
    if (world.broker && !isCluster && BROKER_DIES.includes(round)) {
      await world.broker.kill()
      await world.broker.start()
    }
    if (other === dying) await world.startServer(dying)
    delays.push(await world.expectTruth(other))
    await node?.start()
    if (other !== dying && serverDies) await world.startServer(dying)
    await world.startSimulator(half)
    delays.push(await world.expectTruth(dying))
  }
  const { repeated } = await world.expectOutcomes()
  const seconds = (Math.max(...delays) / 1000).toFixed(1)
  console.log(`${kind}: ${repeated} repeated deliveries; stored states were right after ${seconds} s at most`)
  return repeated
}

test('no order is lost or executed twice: PGlite and the built-in broker', { timeout: 900_000 }, async () => {
  expect(await killAll('PGlite')).toBeGreaterThan(0)
})

describe.runIf(process.env.TEST_DATABASE_URL && process.env.TEST_MQTT_URL)(
  'PostgreSQL and two servers',
  () => {
    test.each(['Mosquitto', 'RabbitMQ', 'RabbitMQ cluster'] as const)(
      'no order is lost or executed twice: %s',
      { timeout: 900_000 },
      async kind => {
        expect(await killAll(kind)).toBeGreaterThan(0)
      },
    )
  },
)
