/** Misbehaving devices, and wrong logins, at a Mosquitto with the config of `brokers.md`. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectAsync } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  AUTHORITY_FILES,
  createAuthority,
  type Issued,
  issueBroker,
  issueDevice,
  revoke,
} from '../../src/tools/deviceCa/authority'
import {
  ALL_IMEIS,
  BAD_INPUT_SETTINGS,
  type BrokerWorld,
  itRefusesBadInput,
  logInto,
  prepareBadInput,
  WRONGDOER,
} from '../support/badInput'
import { MOSQUITTO_GATEWAY, mosquittoProgram, startMosquittoOfGuide } from '../support/brokers'
import { newDatabase } from '../support/databases'
import { type Connecting, connectDevice, testGateway } from '../support/gateway'

/** A device that may not connect any more. */
const REVOKED = '358126097000401'

describe.runIf(process.env.TEST_MQTT_URL && mosquittoProgram())('Mosquitto', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-bad-input-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  let world: BrokerWorld
  let connectRevoked: () => Promise<unknown>
  let gatewayUrl: (password: string) => string
  beforeAll(async () => {
    const now = new Date()
    const foreign = join(folder, 'foreign')
    await createAuthority(folder, 'Ours', now)
    await createAuthority(foreign, 'Another', now)
    await issueBroker(folder, 'localhost', 30, now)
    const issued = new Map<string, Issued>()
    for (const imei of ALL_IMEIS) issued.set(imei, await issueDevice(folder, imei, 30, now))
    const stranger = await issueDevice(foreign, WRONGDOER, 30, now)
    const revoked = await issueDevice(folder, REVOKED, 30, now)
    await revoke(folder, REVOKED, now)
    const ports = await startMosquittoOfGuide(folder)
    const db = await newDatabase()
    const warned: string[] = []
    await prepareBadInput(db)
    gatewayUrl = password => `mqtt://${MOSQUITTO_GATEWAY.name}:${password}@127.0.0.1:${ports.gateway}`
    const gateway = await testGateway(db, {
      settings: BAD_INPUT_SETTINGS,
      log: logInto(warned),
      broker: { url: gatewayUrl(MOSQUITTO_GATEWAY.password) },
    })
    const connectWith = ({ certificate, key }: Issued, imei: string, options?: Connecting) =>
      connectDevice(`mqtts://127.0.0.1:${ports.devices}`, imei, {
        ca: readFileSync(join(folder, AUTHORITY_FILES.certificate)),
        servername: 'localhost',
        cert: readFileSync(certificate),
        key: readFileSync(key),
        ...options,
      } as Connecting)
    connectRevoked = () => connectWith(revoked, REVOKED)
    world = {
      db,
      gateway,
      warned,
      connect: (imei, options) => connectWith(issued.get(imei)!, imei, options),
      connectWrongly: imei => connectWith(stranger, imei),
    }
  })

  itRefusesBadInput(
    () => world,
    {
      'a wrong secret or certificate': 'refused',
      'an unknown IMEI': 'ended',
      'the client id of another': 'own name',
      'presence in the name of another': 'ignored',
      'an order to another': 'ignored',
      'a subscription with wildcards': 'ignored',
      'a payload of a megabyte': 'ended',
      'a flood': 'ended',
    },
    ['device unknown', 'flood'],
  )

  it('refuses a revoked certificate, and a wrong password of the gateway', async () => {
    await expect(connectRevoked()).rejects.toThrow()
    await expect(connectAsync(gatewayUrl('wrong'), { reconnectPeriod: 0 })).rejects.toThrow()
  })
})
