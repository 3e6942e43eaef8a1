/**
 * A thousand devices, five orders to all of them, and `kill -9` of servers, broker and devices while each is under way:
 * every target has the one outcome of its device, and soon after each fault the stored states are those of the devices
 * that are connected.
 */
import { describe, expect, test } from 'vitest'
import type { FaultKind } from '../support/faultBroker'
import { FaultWorld } from '../support/gatewayFaults'
import { bundleServer } from '../support/spawnServer'

bundleServer()

const LONG = { devices: 1_000, answerMs: [1_000, 8_000] } as const
const ROUNDS = 5
/** Rounds in which the broker dies as well, where it is one process of its own. */
const BROKER_DIES = [1, 3]
/**
 * Rounds in which a node of the cluster dies, that of server 0 and of the devices of half 0, and stays dead for so long
 * that the others have to notice by themselves. In the last one its server goes on without it.
 */
const NODE_DIES = [2, 4]

async function killAll(kind: FaultKind): Promise<number> {
  const world = await FaultWorld.begin({ ...LONG, kind })
  if (!world) return 0
  await world.expectTruth()
  const after: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const dying = round % world.servers
    // Another one where there are two.
    const there = (dying + 1) % world.servers
    const half = round % 2
    const isCluster = kind === 'RabbitMQ cluster'
    const node = isCluster && NODE_DIES.includes(round) ? world.broker : undefined
    const serverDies = !node || round !== ROUNDS - 1
    await world.sendOrder(dying)
    // The node first: it publishes no will of its devices.
    await world.killSimulator(half, node?.kill)
    if (serverDies) await world.killServer(dying)
    if (world.broker && !isCluster && BROKER_DIES.includes(round)) {
      await world.broker.kill()
      await world.broker.start()
    }
    if (there === dying) await world.startServer(dying)
    after.push(await world.expectTruth(there))
    await node?.start()
    if (there !== dying && serverDies) await world.startServer(dying)
    await world.startSimulator(half)
    after.push(await world.expectTruth(dying))
  }
  const { repeated } = await world.expectOutcomes()
  const seconds = (Math.max(...after) / 1000).toFixed(1)
  console.log(
    `${kind}: ${repeated} deliveries came twice; stored states were true after ${seconds} s at most`,
  )
  return repeated
}

test('no order is lost or executed twice: PGlite and the broker within the server', {
  timeout: 900_000,
}, async () => {
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
