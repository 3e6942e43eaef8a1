/**
 * What devices do wrong, at the broker within the server and at Mosquitto; RabbitMQ: `tests/sec/rabbitmq.sec.test.ts`.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  AUTHORITY_FILES,
  type Issued,
  issueBroker,
  issueDevice,
  makeAuthority,
} from '../../src/tools/deviceCa/authority'
import {
  ALL_IMEIS,
  BAD_INPUT,
  BAD_INPUT_SETTINGS,
  type BrokerWorld,
  doWrong,
  expectOneLine,
  expectServed,
  expectUndisturbed,
  expectWithdrawn,
  logInto,
  prepareBadInput,
  WRONGDOER,
} from '../support/badInput'
import { MOSQUITTO_GATEWAY, mosquittoProgram, startMosquittoOfGuide } from '../support/brokers'
import { openPglite } from '../support/databases'
import { type Connecting, connectDevice, testGateway } from '../support/gateway'

describe('the broker within the server', () => {
  let world: BrokerWorld
  beforeAll(async () => {
    const [db, warned]: [BrokerWorld['db'], string[]] = [await openPglite(), []]
    await prepareBadInput(db)
    const gateway = await testGateway(db, { settings: BAD_INPUT_SETTINGS, log: logInto(warned) })
    const connect = (imei: string, options?: Connecting) => connectDevice(gateway.port!, imei, options)
    world = {
      db,
      gateway,
      warned,
      connect,
      connectWrongly: imei => connect(imei, { password: 'wrong' }),
      outcomes: {
        'a wrong secret or certificate': 'refused',
        'an unknown IMEI': 'refused',
        'the client id of another': 'refused',
        'presence in the name of another': 'ended',
        'an order to another': 'ended',
        'a subscription with wildcards': 'ignored',
        'a payload of a megabyte': 'ended',
        'JSON of the wrong shape': 'ignored',
        'results that nobody waits for': 'ignored',
        'a clock ten years ahead': 'ignored',
        'a clock ten years back': 'ignored',
        'a flood': 'ended',
      },
    }
  })

  it.each(BAD_INPUT)('%s disturbs nobody', async name => {
    expect(await doWrong(world, name)).toBe(world.outcomes[name])
    await expectUndisturbed(world)
  })

  it('counts it all in one line of the log, and serves the device beside it', async () => {
    expectOneLine(world, ['login refused', 'topic refused', 'packet too large', 'flood'])
    expect(await expectServed(world)).toBeUndefined()
  })

  it('ends the connections of devices whose secret ends, now or after its overlap, that change hands or are removed', async () => {
    expect(await expectWithdrawn(world)).toBeUndefined()
  })
})

describe.runIf(process.env.TEST_MQTT_URL && mosquittoProgram())('Mosquitto', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-bad-input-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  let world: BrokerWorld
  beforeAll(async () => {
    const now = new Date()
    const foreign = join(folder, 'foreign')
    await makeAuthority(folder, 'Ours', now)
    await makeAuthority(foreign, 'Another', now)
    await issueBroker(folder, 'localhost', 30, now)
    const issued = new Map<string, Issued>()
    for (const imei of ALL_IMEIS) issued.set(imei, await issueDevice(folder, imei, 30, now))
    const stranger = await issueDevice(foreign, WRONGDOER, 30, now)
    const ports = await startMosquittoOfGuide(folder)
    const [db, warned]: [BrokerWorld['db'], string[]] = [await openPglite(), []]
    await prepareBadInput(db)
    const { name, password } = MOSQUITTO_GATEWAY
    const gateway = await testGateway(db, {
      settings: BAD_INPUT_SETTINGS,
      log: logInto(warned),
      broker: { url: `mqtt://${name}:${password}@127.0.0.1:${ports.gateway}` },
    })
    const by = ({ certificate, key }: Issued, imei: string, options?: Connecting) =>
      connectDevice(`mqtts://127.0.0.1:${ports.devices}`, imei, {
        ca: readFileSync(join(folder, AUTHORITY_FILES.certificate)),
        servername: 'localhost',
        cert: readFileSync(certificate),
        key: readFileSync(key),
        ...options,
      } as Connecting)
    world = {
      db,
      gateway,
      warned,
      connect: (imei, options) => by(issued.get(imei)!, imei, options),
      connectWrongly: imei => by(stranger, imei),
      outcomes: {
        'a wrong secret or certificate': 'refused',
        'an unknown IMEI': 'ended',
        'the client id of another': 'own name',
        'presence in the name of another': 'ignored',
        'an order to another': 'ignored',
        'a subscription with wildcards': 'ignored',
        'a payload of a megabyte': 'ended',
        'JSON of the wrong shape': 'ignored',
        'results that nobody waits for': 'ignored',
        'a clock ten years ahead': 'ignored',
        'a clock ten years back': 'ignored',
        'a flood': 'ended',
      },
    }
  })

  it.each(BAD_INPUT)('%s disturbs nobody', async name => {
    expect(await doWrong(world, name)).toBe(world.outcomes[name])
    await expectUndisturbed(world)
  })

  it('counts what it hears of it in one line of the log, and serves the device beside it', async () => {
    expectOneLine(world, ['device unknown', 'payload not understood', 'result not awaited', 'flood'])
    expect(await expectServed(world)).toBeUndefined()
  })

  it('ends the connections of devices whose secret ends, now or after its overlap, that change hands or are removed', async () => {
    expect(await expectWithdrawn(world)).toBeUndefined()
  })
})
