/** The simulated devices of `npm run simulate` and of the demo, against a broker that is nothing but one. */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { Aedes, type AedesPublishPacket } from 'aedes'
import { sql } from 'kysely'
import mqtt from 'mqtt-packet'
import { describe, expect, it } from 'vitest'
import { helloTopic, orderTopic, partOf, readUpTopic } from '../../src/contract/deviceMessages'
import { luhnDigit } from '../../src/domain/imei'
import { demoDevices, issueDemoSecrets, lendableDevices } from '../../src/server/demo/demoDevices'
import { keepSimulating, type SimulatingDeps } from '../../src/server/demo/keepSimulating'
import { borrowDemoDevices, serveDemoDevices } from '../../src/server/demo/lending'
import { type SimulatorSettings, spawnSimulator } from '../../src/server/demo/simulator'
import { secretSheet } from '../../src/server/sheets/secretSheet'
import { writeXlsx } from '../../src/sheet'
import { fillDevices } from '../../src/tools/deviceFleet'
import { DeviceConnection } from '../../src/tools/simulate/deviceConnection'
import { readExecuted } from '../../src/tools/simulate/executed'
import { DEFAULTS, startFleet } from '../../src/tools/simulate/fleet'
import { opening } from '../../src/tools/simulate/opening'
import { type Found, readDemo } from '../../src/tools/simulate/readDemo'
import { readSecrets } from '../../src/tools/simulate/readSecrets'
import { BadArgument, readSettings } from '../../src/tools/simulate/readSettings'
import { afterFile } from '../support/afterFile'
import { newDatabase, openPglite } from '../support/databases'
import { isSecretOf } from '../support/gateway'
import { dataFolder } from '../support/spawnServer'

interface Said {
  imei: string
  kind: string
  body: Record<string, unknown>
}

/** A broker that knows every device by its secret, and keeps what they say. */
async function startBroker() {
  const broker = await Aedes.createBroker()
  const said: Said[] = []
  const sockets = new Set<Socket>()
  broker.authenticate = (_client, user, password, done) =>
    done(null, String(password) === `secret of ${user}`)
  broker.on('publish', (packet: AedesPublishPacket) => {
    const known = readUpTopic(packet.topic)
    if (known) said.push({ ...known, body: JSON.parse(String(packet.payload)) as Said['body'] })
  })
  const server = createServer(socket => {
    sockets.add(socket)
    broker.handle(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterFile(() => {
    server.close()
    broker.close()
  })
  return {
    url: `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`,
    said,
    of: (kind: string, imei?: string) =>
      said
        .filter(one => one.kind === kind && (imei === undefined || one.imei === imei))
        .map(({ body }) => body),
    send: (topic: string, body: object) =>
      broker.publish(
        { cmd: 'publish', topic, payload: JSON.stringify(body), qos: 1, retain: false, dup: false },
        () => undefined,
      ),
    cutAll() {
      for (const socket of sockets) socket.destroy()
    },
  }
}

const imeis = Array.from({ length: 20 }, (_, at) => {
  const digits = `3581260900${String(at * 7).padStart(4, '0')}`
  return digits + luhnDigit(digits)
})
const devices = imeis.map(imei => ({ imei, secret: `secret of ${imei}` }))
const [first = ''] = imeis
const QUICK: SimulatorSettings = {
  ...DEFAULTS,
  url: '',
  answerMs: [20, 60],
  retryMs: 20,
  connectsPerSecond: 1000,
}
const order = (id: number, expires: string | null = null) => ({ id, code: 'reboot', value: 'NOW', expires })

function start(settings: Partial<SimulatorSettings> & { url: string }, who = devices) {
  const fleet = startFleet(who, { ...QUICK, ...settings })
  afterFile(() => fleet.stop(false))
  return fleet
}

describe('simulated devices', () => {
  it('connect with their own secret, say that they are there, and say so again when they are asked', async () => {
    const { url, of, send } = await startBroker()
    const fleet = start({ url })
    await expect.poll(() => of('presence')).toHaveLength(20)
    expect(fleet.report().connected.toSorted()).toEqual(imeis.toSorted())
    const [presence] = of('presence', first)
    expect(presence).toEqual({ online: true, session: expect.any(String) })
    send(helloTopic(partOf(first)), {})
    await expect.poll(() => of('presence', first)).toEqual([presence, presence])
  })

  it('take leave while somebody else plays them, and come back', async () => {
    const { url, of } = await startBroker()
    const fleet = start({ url })
    await expect.poll(() => fleet.report().connected).toHaveLength(20)
    fleet.change({ lent: [first] })
    await expect.poll(() => of('presence', first).map(({ online }) => online)).toEqual([true, false])
    await expect.poll(() => fleet.report().connected).toEqual(imeis.filter(imei => imei !== first))
    fleet.change({ lent: [] })
    await expect.poll(() => fleet.report().connected).toEqual(imeis)
  })

  it('stay away from a broker that does not take their secret', async () => {
    const { url, said } = await startBroker()
    const fleet = start({ url }, [{ imei: first, secret: 'of another' }])
    await expect.poll(() => fleet.report().refused).toBe(1)
    expect([fleet.report().connected, said]).toEqual([[], []])
  })

  it('execute an order once and answer every repetition the same', async () => {
    const { url, of, send } = await startBroker()
    const fleet = start({ url, fail: 0.5 })
    // Who has said that it is there hears orders.
    await expect.poll(() => of('presence')).toHaveLength(20)
    for (const imei of imeis) send(orderTopic(imei), order(7))
    // While it is being executed as well.
    send(orderTopic(first), order(7))
    await expect.poll(() => of('result')).toHaveLength(20)
    send(orderTopic(first), order(7))
    await expect.poll(() => of('result', first)).toHaveLength(2)
    const [once, again] = of('result', first)
    expect(again).toEqual(once)
    expect(fleet.report()).toMatchObject({ executed: 20, repeated: 2 })
    const failed = of('result').filter(({ outcome }) => outcome === 'failure')
    expect(failed.length).toBeGreaterThan(2)
    expect(failed.length).toBeLessThan(18)
    for (const { reason } of failed) expect(reason).toMatch(/[가-힣]/)
  })

  it('execute nothing that has expired or that is no order', async () => {
    const { url, of, send } = await startBroker()
    const fleet = start({ url })
    await expect.poll(() => of('presence')).toHaveLength(20)
    send(orderTopic(first), order(1, '2026-01-01T00:00:00+09:00'))
    send(orderTopic(first), { id: 'x' })
    // One with several values is an order like any other.
    send(orderTopic(first), {
      ...order(2, new Date(Date.now() + 60_000).toISOString()),
      value: { interval: 60, server: { host: 'a' } },
    })
    await expect.poll(() => of('result', first)).toEqual([{ id: 2, outcome: 'success' }])
    expect(fleet.report().executed).toBe(1)
  })

  it('come back with a new session after the connection was lost, and the will closes the old one', async () => {
    const { url, of, cutAll } = await startBroker()
    const fleet = start({ url })
    await expect.poll(() => fleet.report().connected).toHaveLength(20)
    await expect.poll(() => of('presence')).toHaveLength(20)
    cutAll()
    await expect.poll(() => fleet.report().connects).toBe(40)
    await expect.poll(() => of('presence', first)).toHaveLength(3)
    const said = of('presence', first)
    const sessions = new Set(said.map(({ session }) => session))
    expect(sessions.size).toBe(2)
    expect(said).toContainEqual({ online: false, session: said[0]!.session })
  })

  it('end a connection on which nothing is acknowledged, though pings are answered', async () => {
    const server = createServer(socket => {
      const parser = mqtt.parser()
      parser.on('packet', ({ cmd, messageId }) => {
        if (cmd === 'connect')
          socket.write(mqtt.generate({ cmd: 'connack', returnCode: 0, sessionPresent: false }))
        if (cmd === 'pingreq') socket.write(mqtt.generate({ cmd: 'pingresp' }))
        if (cmd === 'subscribe')
          socket.write(mqtt.generate({ cmd: 'suback', messageId: messageId!, granted: [1] }))
      })
      socket.on('data', bytes => parser.parse(bytes))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const login = {
      clientId: 'a',
      username: 'a',
      password: 'b',
      keepaliveSeconds: 1,
      will: { topic: 'gone', payload: '' },
    }
    const refused = await new Promise<boolean>(closed => {
      const connection: DeviceConnection = new DeviceConnection(
        new URL(`mqtt://127.0.0.1:${port}`),
        login,
        {
          open() {
            connection.subscribe(['orders'])
            connection.publish('presence', {})
          },
          message: () => undefined,
          closed,
        },
        1_200,
      )
    })
    server.close()
    expect(refused).toBe(false)
  })

  it('are away for a while and return, and report signals that walk', async () => {
    const { url, of } = await startBroker()
    const fleet = start({ url, offline: 0.5, cycleSeconds: 0.4, telemetrySeconds: 0.05 })
    await expect.poll(() => fleet.report().connects).toBeGreaterThan(40)
    expect(of('presence').filter(({ online }) => online === false).length).toBeGreaterThan(10)
    const signals = of('telemetry')
    expect(signals.length).toBeGreaterThan(40)
    for (const { rsrp, band } of signals) {
      expect(rsrp).toBeGreaterThanOrEqual(-125)
      expect(rsrp).toBeLessThanOrEqual(-60)
      expect(band).toEqual(expect.any(Number))
    }
    expect(new Set(signals.map(({ rsrp }) => rsrp)).size).toBeGreaterThan(5)
  })
})

describe('a simulator in a process of its own', () => {
  it('executes nothing twice when it is killed between executing and reporting', async () => {
    const { url, of, send } = await startBroker()
    const state = join(dataFolder(), 'executed')
    const begin = (answerMs: number) =>
      spawnSimulator({ settings: { ...QUICK, url, state, answerMs: [answerMs, answerMs] }, devices })
    const online = () => of('presence').filter(({ online }) => online)
    // Six seconds between executing and reporting: it is killed there.
    const killed = await begin(12_000)
    await expect.poll(online).toHaveLength(20)
    for (const imei of imeis) send(orderTopic(imei), order(9))
    await expect.poll(async () => (await killed.report()).executed).toBe(20)
    killed.kill()
    await killed.ended
    expect(of('result')).toEqual([])

    const next = await begin(20)
    await expect.poll(online).toHaveLength(40)
    for (const imei of imeis) send(orderTopic(imei), order(9))
    await expect.poll(() => of('result')).toHaveLength(20)
    next.kill()
    await next.ended
    const lines = readExecuted(state)
    expect(lines.filter(line => 'result' in line)).toHaveLength(20)
    expect(lines.filter(line => 'again' in line)).toHaveLength(20)
  })

  it('ends when the process that has started it is gone', async () => {
    const simulator = await spawnSimulator({ settings: {}, devices: [] })
    expect(simulator.pid).toBeGreaterThan(0)
    simulator.letGo()
    expect(await simulator.ended).toEqual({ code: 0, said: '' })
  })
})

it(`the demo's online devices have secrets of this installation, issued once`, async () => {
  const db = await newDatabase()
  await fillDevices(db, devices)
  await sql`delete from device_secrets`.execute(db)
  await sql`update devices set online = true, linked = now() where serial::integer < 5`.execute(db)
  expect(await demoDevices(db)).toEqual([])
  await issueDemoSecrets(db)
  const issued = await demoDevices(db)
  const online = await db
    .selectFrom('devices')
    .select('id')
    .where('online', '=', true)
    .orderBy('id')
    .execute()
  expect(issued.map(({ imei }) => imei)).toEqual(online.map(({ id }) => id))
  const [one, other] = issued
  expect(await isSecretOf(db, one!.imei, one!.secret, new Date())).toBe(true)
  expect(await isSecretOf(db, one!.imei, other!.secret, new Date())).toBe(false)

  // Who is online later has no part in it, nor has a device that was given another secret.
  await db.updateTable('devices').set({ online: true, linked: new Date(), closed: null }).execute()
  await db.updateTable('device_secrets').set({ hash: 'other' }).where('device_id', '=', one!.imei).execute()
  await issueDemoSecrets(db)
  expect(await demoDevices(db)).toHaveLength(issued.length - 1)

  // Others have one once they are asked for, and are no more the server's to play.
  const [further] = (await lendableDevices(db, issued.length)).slice(-1)
  expect(issued.map(({ imei }) => imei)).not.toContain(further!.imei)
  expect(await isSecretOf(db, further!.imei, further!.secret, new Date())).toBe(true)
  expect(await db.selectFrom('device_secrets').select('hash').execute()).toHaveLength(issued.length + 1)
  expect((await lendableDevices(db)).map(({ imei }) => imei).toSorted()).toEqual(
    imeis.filter(imei => imei !== one!.imei).toSorted(),
  )
  expect(await demoDevices(db)).toHaveLength(issued.length - 1)
})

describe('The devices of a demo', () => {
  const say = (key: string, params: object = {}) => `${key} ${Object.values(params).join(' ')}`.trim()
  const url = 'mqtt://127.0.0.1:1883'

  it('are lent by its server, which does not play them until they are given back', async () => {
    const data = dataFolder()
    const db = await openPglite()
    await fillDevices(db, devices)
    await sql`delete from device_secrets`.execute(db)
    await sql`update devices set online = true, linked = now() where serial::integer < 5`.execute(db)
    const read = async (most?: number) => {
      const found: Found = { devices: [] }
      const { text } = await readDemo({ data }, most, found, say)
      return { text, loan: found.loan, imeis: found.devices.map(({ imei }) => imei) }
    }
    expect((await read()).text).toBe(`data.none ${data}\nsimulate.noServer`)

    const lent: (readonly string[])[] = []
    const simulating = { lend: (imeis: readonly string[]) => void lent.push(imeis) }
    const stop = await serveDemoDevices({ data }, { db, url, simulating })
    const one = await read(8)
    expect(one).toMatchObject({ text: '', loan: { url, simulates: true } })
    expect(one.imeis.slice(0, 5)).toEqual((await demoDevices(db)).map(({ imei }) => imei))
    // No device is lent twice.
    const other = await read()
    expect([...one.imeis, ...other.imeis].toSorted()).toEqual(imeis.toSorted())
    one.loan!.giveBack()
    other.loan!.giveBack()
    await expect.poll(() => lent.at(-1)).toEqual([])
    expect(lent.slice(0, 2)).toEqual([one.imeis, [...one.imeis, ...other.imeis]])
    // After a new start of the server the same ones are asked for.
    const again = await borrowDemoDevices({ data }, { imeis: one.imeis })
    expect(again?.devices.map(({ imei }) => imei)).toEqual(one.imeis)

    await stop()
    await again?.over
  })

  it('are counted out, of how many that were asked for', () => {
    expect(opening({ devices: 1_185, asked: 2_000, lent: true, url }, say)).toEqual([
      'simulate.fewer 1,185 2,000',
      `simulate.begins 1185 ${url}`,
      'simulate.lent',
    ])
    expect(opening({ devices: 20, asked: 20, lent: false, url }, say)).toEqual([`simulate.begins 20 ${url}`])
  })
})

it('The devices of the demo are simulated though the database was busy at first', async () => {
  let asked = 0
  const db = (await openPglite()).withPlugin({
    transformQuery({ node }) {
      if (++asked === 1) throw new Error('busy')
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const said: string[] = []
  const say = (_about: object, text: string) => void said.push(text)
  const log = { info: say, warn: say, error: say } as unknown as SimulatingDeps['log']
  afterFile(keepSimulating({ db, log, url: 'mqtt://127.0.0.1:1' }).stop)
  await expect.poll(() => asked).toBeGreaterThan(1)
  expect(said).toEqual(['the simulator of the demo could not be started and is tried again'])
})

describe('npm run simulate', () => {
  it('reads shares, numbers and addresses, and refuses what it does not know', () => {
    const args =
      '--devices 2000 --fail 3% --offline 0.2 --seed 7 --url mqtt://127.0.0.1:1884 --state s --demo'
    expect(readSettings(args.split(' '))).toEqual({
      most: 2000,
      secrets: undefined,
      settings: { fail: 0.03, offline: 0.2, seed: 7, url: 'mqtt://127.0.0.1:1884', state: 's' },
    })
    for (const wrong of [
      '--fail 300%',
      '--offline 100%',
      '--seed x',
      '--devices -1',
      '--url http://a',
      '--what 1',
      'x',
    ])
      expect(() => readSettings(wrong.split(' ')), wrong).toThrow(BadArgument)
  })

  it('finds IMEIs and secrets in a sheet, whatever else is in it', async () => {
    const [one, two] = imeis
    const file = join(dataFolder(), 'secrets.csv')
    writeFileSync(
      file,
      `\ufeff전화번호,IMEI,비밀키\r\n010,${one},abc\r\n011,${two},"d,""ef"\r\n012,123456789012345,x\r\n`,
    )
    expect(await readSecrets(file)).toEqual([
      { imei: one, secret: 'abc' },
      { imei: two, secret: 'd,"ef' },
    ])
  })

  it.each([[[]], [['isdn']]])('reads the sheet of the secrets of a batch, without %j', async hidden => {
    const [imei = ''] = imeis
    const issued = { name: '수도권', secrets: [{ imei, isdn: '01012345678', secret: 'abc' }] }
    const words = { locale: 'ko', translate: (_: unknown, key: string) => key } as const
    const { sheets } = secretSheet(issued, { ...words, hidden: new Set(hidden) })
    const file = join(dataFolder(), 'secrets.xlsx')
    await writeFile(file, writeXlsx(sheets))
    expect(await readSecrets(file)).toEqual([{ imei, secret: 'abc' }])
  })
})
