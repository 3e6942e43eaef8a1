/** Servers, brokers and devices are killed while orders are under way. The long form: `crash/gateway.crash.test.ts`. */
import { expect, test } from 'vitest'
import { FaultWorld } from '../support/gatewayFaults'
import { bundleServer } from '../support/spawnServer'

bundleServer()

/** Each of a dozen waits may take a minute. */
const LIMIT = { timeout: 900_000, concurrent: true }
const SHORT = { devices: 60, answerMs: [2_000, 6_000] } as const

test(
  'each device executes an order once although the server with its built-in broker is killed',
  LIMIT,
  async () => {
    const world = (await FaultWorld.begin({ ...SHORT, kind: 'PGlite' }))!
    await world.expectTruth()
    await world.sendOrder()
    await world.killSimulator(0)
    await world.killServer(0)
    await world.startServer(0)
    // Half of the devices are gone, and no broker has published their wills.
    await world.expectTruth()
    await world.startSimulator(0)
    await world.expectTruth()
    expect((await world.expectOutcomes()).repeated).toBeGreaterThan(0)
  },
)

test.runIf(process.env.TEST_DATABASE_URL && process.env.TEST_MQTT_URL)(
  'each device executes an order once although Mosquitto and one of two servers are killed',
  LIMIT,
  async () => {
    const world = await FaultWorld.begin({ ...SHORT, kind: 'Mosquitto' })
    if (!world) return
    await world.expectTruth(1)
    await world.sendOrder()
    await world.killSimulator(0)
    await world.killServer(0)
    await world.broker!.kill()
    await world.broker!.start()
    await world.expectTruth(1)
    await Promise.all([world.startServer(0), world.startSimulator(0)])
    await world.expectTruth(0)
    expect((await world.expectOutcomes()).repeated).toBeGreaterThan(0)
  },
)
