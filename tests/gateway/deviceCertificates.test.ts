/**
 * Devices that sign in by a certificate (security 61): which device a TLS server recognises, and the authority of
 * `npm run device-ca`.
 */
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, createServer, type Server, type TLSSocket } from 'node:tls'
import type { IClientOptions } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
  createAuthority,
  type Issued,
  issueBroker,
  issueDevice,
  revoke,
} from '../../src/tools/deviceCa/authority'
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
const NONE_REVOKED: Revoked = { has: () => false }

const certificates: Record<'device' | 'other' | 'stranger' | 'broker' | 'expired' | 'noDevice', Issued> =
  {} as never
await createAuthority(folder, 'Ours', now)
await createAuthority(foreign, 'Another', now)
certificates.device = await issueDevice(folder, IMEI, 30, now)
certificates.other = await issueDevice(folder, OTHER, 30, now)
certificates.stranger = await issueDevice(foreign, IMEI, 30, now)
certificates.broker = await issueBroker(folder, 'localhost', 30, now)
certificates.expired = await issueDevice(folder, '351234567890123', 1, LONG_AGO)
certificates.noDevice = await issueDevice(folder, 'no IMEI', 30, now)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const read = ({ certificate, key }: Issued) => ({ cert: readFileSync(certificate), key: readFileSync(key) })

describe('a TLS server', () => {
  let server: Server
  let resolveUser: (imei: string | undefined) => void
  let revoked = NONE_REVOKED
  beforeAll(async () => {
    const { broker } = certificates
    server = createServer(await readDeviceTls({ ...broker, authority: file('certificate') }))
    server.on('secureConnection', (socket: TLSSocket) => {
      resolveUser(certificateOf(socket, { revoked })?.imei)
      socket.end()
    })
    server.on('tlsClientError', () => resolveUser(undefined))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(() => server.close())

  const imeiOfConnection = (issued?: Issued) =>
    new Promise<string | undefined>(resolve => {
      resolveUser = resolve
      const { port } = server.address() as AddressInfo
      const ca = readFileSync(file('certificate'))
      connect({ host: '127.0.0.1', port, servername: 'localhost', ca, ...(issued && read(issued)) })
        .on('error', () => {})
        .resume()
    })

  it('identifies a device by the IMEI of its certificate', async () => {
    const { device, other } = certificates
    expect([await imeiOfConnection(device), await imeiOfConnection(other)]).toEqual([IMEI, OTHER])
  })

  it.each(['stranger', 'broker', 'expired', 'noDevice'] as const)(
    'does not identify a device by a certificate of kind %s',
    async name => {
      expect(await imeiOfConnection(certificates[name])).toBeUndefined()
    },
  )

  it('accepts a connection without a certificate, for a login by secret', async () => {
    expect(await imeiOfConnection()).toBeUndefined()
  })

  it('reads the list of revoked certificates again when it changes, and keeps the last readable list', async () => {
    const changes: string[] = []
    const list = await openRevoked(file('revoked'), {
      everyMs: 10,
      onChange: () => changes.push('changed'),
      onProblem: () => changes.push('problem'),
    })
    revoked = list
    expect(await imeiOfConnection(certificates.other)).toBe(OTHER)
    expect([await revoke(folder, OTHER, now), await revoke(folder, OTHER, now)]).toEqual([1, 0])
    await expect.poll(() => changes).toContain('changed')
    const { device, other } = certificates
    expect([await imeiOfConnection(other), await imeiOfConnection(device)]).toEqual([undefined, IMEI])
    const text = readFileSync(file('revoked'))
    rmSync(file('revoked'))
    await expect.poll(() => changes).toContain('problem')
    expect(await imeiOfConnection(certificates.other)).toBeUndefined()
    list.close()
    writeFileSync(file('revoked'), text)
    revoked = NONE_REVOKED
  })

  it('also reads a list of serial numbers', async () => {
    const plain = join(folder, 'serials.txt')
    writeFileSync(plain, '00Ab12\n# a comment\n99\n')
    const list = await openRevoked(plain)
    list.close()
    expect([list.has('AB12'), list.has('0099'), list.has('1')]).toEqual([true, true, false])
    expect(serialOf('00')).toBe('0')
  })
})

describe('the built-in broker', () => {
  const [GOOD, REVOKED] = ['352099001761481', '353918052108467']
  const revokedSerials = new Set<string>()
  const serials: Record<string, string> = {}
  let db: Db
  let connectAs: (imei: string, options?: IClientOptions) => ReturnType<typeof connectDevice>
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
      broker: { host: '127.0.0.1', port: 0, tls: { ...tls, revoked: revokedSerials } },
    })
    const ca = readFileSync(file('certificate'))
    connectAs = (imei, options) =>
      connectDevice(`mqtts://127.0.0.1:${port}`, imei, {
        ca,
        servername: 'localhost',
        username: undefined,
        password: undefined,
        ...keys[imei],
        ...options,
      } as IClientOptions)
  })

  it('admits a registered device by its certificate, or by its secret', async () => {
    const device = await connectAs(GOOD)
    await becomes(() => isOnline(db, GOOD), true)
    await device.leave()
    const other = await connectAs(REVOKED, { ...NO_CERTIFICATE, username: REVOKED, password: SECRET })
    expect(other.client.connected).toBe(true)
    await other.leave()
  })

  it.each([
    ['a certificate and another user name', GOOD, { username: REVOKED }],
    ['a certificate and another client id', GOOD, { clientId: REVOKED }],
    ['the certificate of a device that is not registered', OTHER, {}],
    ['neither certificate nor secret', GOOD, NO_CERTIFICATE],
  ])('refuses a connection with %s', async (_, imei, options) => {
    await expect(connectAs(imei, options)).rejects.toMatchObject({ code: 4 })
  })

  it('ends the connection of a revoked certificate and refuses the next', async () => {
    const { client } = await connectAs(REVOKED)
    const closed = new Promise<void>(resolve => client.once('close', resolve))
    revokedSerials.add(serials[REVOKED]!)
    await closed
    await expect(connectAs(REVOKED)).rejects.toMatchObject({ code: 4 })
  })
})

it('the authority writes keys that only their owner can read, and is not created twice in a folder', async () => {
  const modes = [file('key'), certificates.device.key].map(path => statSync(path).mode & 0o777)
  expect(modes).toEqual([0o600, 0o600])
  const before = readFileSync(file('key'), 'utf8')
  await expect(createAuthority(folder, 'Again', now)).rejects.toMatchObject({ code: 'EEXIST' })
  expect(readFileSync(file('key'), 'utf8')).toBe(before)
})
