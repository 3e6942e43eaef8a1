/**
 * Devices that sign in by a certificate (security 61): the authority of `npm run device-ca`, and who a TLS server takes
 * them for.
 */
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, createServer, type Server, type TLSSocket } from 'node:tls'
import mqtt, { type IClientOptions } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderTopic, partOf, upFilter, upTopic } from '../../src/contract/deviceMessages'
import {
  certificateOf,
  openRevoked,
  type Revoked,
  readDeviceTls,
  serialOf,
} from '../../src/server/gateway/deviceCertificates'
import type { Db } from '../../src/server/store/database'
import {
  AUTHORITY_FILES,
  type Issued,
  issueBroker,
  issueDevice,
  makeAuthority,
  revoke,
} from '../../src/tools/deviceCa/authority'
import { MOSQUITTO_GATEWAY, mosquittoProgram, startMosquittoOfGuide } from '../support/brokers'
import { newDatabase } from '../support/databases'
import { addDevices, becomes, connectDevice, isOnline, SECRET, testGateway } from '../support/gateway'

const IMEI = '356938035643809'
const OTHER = '490154203237518'
const folder = mkdtempSync(join(tmpdir(), 'fleet-authority-'))
const foreign = join(folder, 'foreign')
const file = (name: keyof typeof AUTHORITY_FILES) => join(folder, AUTHORITY_FILES[name])
const now = new Date()
const LONG_AGO = new Date(now.getTime() - 20 * 86_400_000)
const NO_CERTIFICATE = { cert: undefined, key: undefined }
const NONE: Revoked = { has: () => false }

const certificates: Record<'device' | 'other' | 'stranger' | 'broker' | 'over' | 'noDevice', Issued> =
  {} as never
beforeAll(async () => {
  await makeAuthority(folder, 'Ours', now)
  await makeAuthority(foreign, 'Another', now)
  certificates.device = await issueDevice(folder, IMEI, 30, now)
  certificates.other = await issueDevice(folder, OTHER, 30, now)
  certificates.stranger = await issueDevice(foreign, IMEI, 30, now)
  certificates.broker = await issueBroker(folder, 'localhost', 30, now)
  certificates.over = await issueDevice(folder, '351234567890123', 1, LONG_AGO)
  certificates.noDevice = await issueDevice(folder, 'somebody', 30, now)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const read = ({ certificate, key }: Issued) => ({ cert: readFileSync(certificate), key: readFileSync(key) })

describe('a TLS server', () => {
  let server: Server
  let found: (device: string | undefined) => void
  let revoked = NONE
  beforeAll(async () => {
    const { broker } = certificates
    server = createServer(await readDeviceTls({ ...broker, authority: file('certificate') }))
    server.on('secureConnection', (socket: TLSSocket) => {
      found(certificateOf(socket, { revoked })?.imei)
      socket.end()
    })
    server.on('tlsClientError', () => found(undefined))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(() => server.close())

  const conditionUser = (issued?: Issued) =>
    new Promise<string | undefined>(resolve => {
      found = resolve
      const { port } = server.address() as AddressInfo
      const ca = readFileSync(file('certificate'))
      connect({ host: '127.0.0.1', port, servername: 'localhost', ca, ...(issued && read(issued)) })
        .on('error', () => {})
        .resume()
    })

  it('takes a device for the IMEI of its certificate', async () => {
    expect([await conditionUser(certificates.device), await conditionUser(certificates.other)]).toEqual([
      IMEI,
      OTHER,
    ])
  })

  it.each(['stranger', 'broker', 'over', 'noDevice'] as const)(
    'takes nobody for a device who shows a certificate of: %s',
    async name => {
      expect(await conditionUser(certificates[name])).toBeUndefined()
    },
  )

  it('lets one without a certificate through to the question for its secret', async () => {
    expect(await conditionUser()).toBeUndefined()
  })

  it('takes a revoked one for nobody as soon as the list says so, and keeps the last list that can be read', async () => {
    const changes: string[] = []
    const list = await openRevoked(file('revoked'), {
      everyMs: 10,
      onChange: () => changes.push('changed'),
      onProblem: () => changes.push('problem'),
    })
    revoked = list
    expect(await conditionUser(certificates.other)).toBe(OTHER)
    expect([await revoke(folder, OTHER, now), await revoke(folder, OTHER, now)]).toEqual([1, 0])
    await expect.poll(() => changes).toContain('changed')
    expect([await conditionUser(certificates.other), await conditionUser(certificates.device)]).toEqual([
      undefined,
      IMEI,
    ])
    const text = readFileSync(file('revoked'))
    rmSync(file('revoked'))
    await expect.poll(() => changes).toContain('problem')
    expect(await conditionUser(certificates.other)).toBeUndefined()
    list.close()
    writeFileSync(file('revoked'), text)
    revoked = NONE
  })

  it('reads a list of serial numbers as well', async () => {
    const plain = join(folder, 'serials.txt')
    writeFileSync(plain, '00Ab12\n# a comment\n99\n')
    const list = await openRevoked(plain)
    list.close()
    expect([list.has('AB12'), list.has('0099'), list.has('1')]).toEqual([true, true, false])
    expect(serialOf('00')).toBe('0')
  })
})

describe('the broker within the server', () => {
  const [GOOD, REVOKED] = ['352099001761481', '353918052108467']
  const gone = new Set<string>()
  const serials: Record<string, string> = {}
  let db: Db
  let enter: (imei: string, options?: IClientOptions) => ReturnType<typeof connectDevice>
  beforeAll(async () => {
    db = await newDatabase()
    await addDevices(db, [GOOD, REVOKED])
    const keys: Record<string, ReturnType<typeof read>> = {}
    for (const imei of [GOOD, REVOKED, OTHER]) {
      keys[imei] = read(await issueDevice(folder, imei, 30, now))
      serials[imei] = serialOf(new X509Certificate(keys[imei].cert).serialNumber)
    }
    const tls = await readDeviceTls({ ...certificates.broker, authority: file('certificate') })
    const { port } = await testGateway(db, {
      broker: { host: '127.0.0.1', port: 0, tls: { ...tls, revoked: gone } },
    })
    const ca = readFileSync(file('certificate'))
    enter = (imei, options) =>
      connectDevice(`mqtts://127.0.0.1:${port}`, imei, {
        ca,
        servername: 'localhost',
        username: undefined,
        password: undefined,
        ...keys[imei],
        ...options,
      } as IClientOptions)
  })

  it('lets a registered device in by its certificate alone, and by its secret without one', async () => {
    const device = await enter(GOOD)
    await becomes(() => isOnline(db, GOOD), true)
    await device.leave()
    const other = await enter(REVOKED, { ...NO_CERTIFICATE, username: REVOKED, password: SECRET })
    expect(other.client.connected).toBe(true)
    await other.leave()
  })

  it.each([
    ['another user name', GOOD, { username: REVOKED }],
    ['another client id', GOOD, { clientId: REVOKED }],
    ['a device that is not registered', OTHER, {}],
    ['neither certificate nor secret', GOOD, NO_CERTIFICATE],
  ])('refuses a certificate with: %s', async (_, imei, options) => {
    await expect(enter(imei, options)).rejects.toMatchObject({ code: 4 })
  })

  it('ends the connection of a revoked one, and lets it in no more', async () => {
    const { client } = await enter(REVOKED)
    const closed = new Promise<void>(resolve => client.once('close', resolve))
    gone.add(serials[REVOKED]!)
    await closed
    await expect(enter(REVOKED)).rejects.toMatchObject({ code: 4 })
  })
})

describe('the authority', () => {
  it('keeps its keys to itself', () => {
    const modes = [file('key'), certificates.device.key].map(path => statSync(path).mode & 0o777)
    expect(modes).toEqual([0o600, 0o600])
  })

  it('is not made twice in a folder', async () => {
    const before = readFileSync(file('key'), 'utf8')
    await expect(makeAuthority(folder, 'Again', now)).rejects.toMatchObject({ code: 'EEXIST' })
    expect(readFileSync(file('key'), 'utf8')).toBe(before)
  })
})

describe.runIf(process.env.TEST_MQTT_URL && mosquittoProgram())(
  'Mosquitto with the lines of brokers.md',
  () => {
    let ports: Awaited<ReturnType<typeof startMosquittoOfGuide>>
    const clients: mqtt.MqttClient[] = []
    beforeAll(async () => {
      await revoke(folder, OTHER, now)
      ports = await startMosquittoOfGuide(folder)
    })
    afterAll(async () => {
      for (const client of clients) await client.endAsync(true)
    })

    const opened = (client: mqtt.MqttClient) => {
      clients.push(client)
      return new Promise<mqtt.MqttClient>((resolve, reject) => {
        client.once('connect', () => resolve(client))
        client.once('error', reject)
        client.once('close', () => reject(new Error('closed')))
      })
    }
    const device = (issued: Issued, clientId = 'any', protocolVersion: 4 | 5 = 4) =>
      opened(
        mqtt.connect({
          protocol: 'mqtts',
          host: '127.0.0.1',
          servername: 'localhost',
          port: ports.devices,
          ca: readFileSync(file('certificate')),
          ...read(issued),
          clientId,
          protocolVersion,
          reconnectPeriod: 0,
        }),
      )
    const gateway = (password: string) =>
      opened(
        mqtt.connect({
          host: '127.0.0.1',
          port: ports.gateway,
          username: MOSQUITTO_GATEWAY.name,
          password,
          reconnectPeriod: 0,
        }),
      )

    // Of what is denied, MQTT 5 alone has a word for the device.
    it.each([
      [4, 'acknowledged'],
      [5, 'Publish error: Not authorized'],
    ] as const)(
      'lets a device publish and read what is its own, and nothing else: MQTT version %i',
      async (version, denied) => {
        const heard: string[] = []
        const listening = await gateway(MOSQUITTO_GATEWAY.password)
        listening.on('message', topic => heard.push(topic))
        await listening.subscribeAsync([upFilter(partOf(IMEI)), upFilter(partOf(OTHER))], { qos: 1 })
        const client = await device(certificates.device, OTHER, version)
        const got: string[] = []
        client.on('message', topic => got.push(topic))
        await client.subscribeAsync([orderTopic(IMEI), orderTopic(OTHER)], { qos: 1 })
        for (const topic of [upTopic(OTHER, 'result'), orderTopic(IMEI)]) {
          const said = client.publishAsync(topic, '{}', { qos: 1 }).then(
            () => 'acknowledged',
            ({ message }: Error) => message,
          )
          expect(await said).toBe(denied)
        }
        await client.publishAsync(upTopic(IMEI, 'result'), '{}', { qos: 1 })
        await listening.publishAsync(orderTopic(OTHER), '{}', { qos: 1 })
        await listening.publishAsync(orderTopic(IMEI), '{}', { qos: 1 })
        await expect.poll(() => [heard, got]).toEqual([[upTopic(IMEI, 'result')], [orderTopic(IMEI)]])
      },
    )

    it('refuses strangers, the revoked, and a wrong password of the gateway', async () => {
      await expect(device(certificates.stranger)).rejects.toThrow()
      await expect(device(certificates.other)).rejects.toThrow()
      await expect(gateway('wrong')).rejects.toThrow()
    })
  },
)
