/** The stored connections, signals and positions of devices are true, also after crashes and lost messages. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { upTopic } from '../../src/contract/deviceMessages'
import { storePresence } from '../../src/server/commands/gateway/presence'
import { storeTelemetry } from '../../src/server/commands/gateway/telemetry'
import { thinDeviceHistory } from '../../src/server/commands/gateway/thinning'
import { checkCounters } from '../../src/server/store/counters'
import { packageConfig } from '../support/config'
import { newDatabase, openPostgres } from '../support/databases'
import { addDevices, becomes, connectDevice, isOnline, testGateway } from '../support/gateway'
import { findRow, findRows, holdLocks, insertRows, updateRows, waitingForLocks } from '../support/rows'

const HOUR = 3_600_000

let lastNumber = 0
const newDevice = async () => {
  const imei = `3581260920${String(++lastNumber).padStart(5, '0')}`
  await addDevices(db, [imei])
  return imei
}
const deviceOf = (imei: string) => findRow(db, 'devices', { id: imei })
const connectionsOf = (imei: string) =>
  db.selectFrom('device_connections').selectAll().where('device_id', '=', imei).orderBy('linked').execute()
const db = await newDatabase()
/** A device that disconnected while no gateway ran. */
const unnoticed = await newDevice()
// An earlier gateway has crashed, and the device has disconnected since.
await updateRows(db, 'devices', { id: unnoticed }, { online: true, linked: new Date() })
const gateway = await testGateway(db, { settings: { helloSeconds: 1 } })
const connect = (imei: string, options = {}) => connectDevice(gateway.port!, imei, options)

it('marks a device offline that does not answer after the start, and no other', async () => {
  const imei = await newDevice()
  const device = await connect(imei)
  await becomes(() => isOnline(db, unnoticed), false)
  expect(await becomes(() => isOnline(db, imei), true)).toBe(true)
  await device.leave()
})

it('stores the beginning and the end of each connection', async () => {
  const imei = await newDevice()
  const device = await connect(imei)
  await becomes(() => isOnline(db, imei), true)
  const { linked } = await deviceOf(imei)
  // A repeated presence is no new connection.
  await device.hello()
  await device.say('telemetry', { rsrp: -70 })
  await becomes(async () => (await deviceOf(imei)).modem_rsrp, -70)
  expect((await deviceOf(imei)).linked).toEqual(linked)
  await device.drop()
  await becomes(() => isOnline(db, imei), false)
  const again = await connect(imei)
  await becomes(() => isOnline(db, imei), true)
  expect((await connectionsOf(imei)).map(({ session, closed }) => [session, closed !== null])).toEqual([
    [device.session, true],
    [again.session, false],
  ])
  expect(await checkCounters(db)).toEqual([])
  await again.leave()
})

it('ignores the will of an earlier connection', async () => {
  const imei = await newDevice()
  const old = await connect(imei, { clientId: `${imei}-old` })
  await becomes(() => isOnline(db, imei), true)
  const fresh = await connect(imei, { clientId: `${imei}-new` })
  await becomes(async () => (await connectionsOf(imei)).length, 2)
  await old.drop()
  await fresh.say('telemetry', { rsrp: -77 })
  await becomes(async () => (await deviceOf(imei)).modem_rsrp, -77)
  expect(await isOnline(db, imei)).toBe(true)
  await fresh.leave()
  await becomes(() => isOnline(db, imei), false)
})

it('marks a device offline if its connection ends right after a presence with another session', async () => {
  const imei = await newDevice()
  const device = await connect(imei)
  await becomes(() => isOnline(db, imei), true)
  device.client.publish(upTopic(imei, 'presence'), '{"online":true,"session":"another"}')
  device.client.stream.end()
  await becomes(async () => (await connectionsOf(imei)).length, 2)
  expect(await becomes(() => isOnline(db, imei), false)).toBe(false)
})

it('stores quick changes of one device in their order', async () => {
  const imei = await newDevice()
  const now = new Date()
  const presence = (session: string, online: boolean) => ({ device: imei, session, online })
  const changes = [presence('a', true), presence('a', false), presence('b', true), presence('a', false)]
  await storePresence(db, changes, now)
  expect(await isOnline(db, imei)).toBe(true)
  await storePresence(db, [presence('b', false), presence('c', true), presence('c', false)], now)
  expect(await isOnline(db, imei)).toBe(false)
  expect((await connectionsOf(imei)).map(({ session }) => session).sort()).toEqual(['a', 'b', 'c'])
})

it('stores no presence of an unknown device', async () => {
  const unknown = { device: '350000000000000', session: 'x', online: true }
  expect((await storePresence(db, [unknown], new Date())).size).toBe(0)
})

it('keeps one row for the further connections of a device that reconnects all the time', async () => {
  const imei = await newDevice()
  const start = new Date('2026-11-20T12:00:00Z').getTime()
  const store = (ms: number, session: string, online: boolean) =>
    storePresence(db, [{ device: imei, session, online }], new Date(start + ms))
  for (let nth = 0; nth < 200; nth++) {
    await store(nth * 45, `s${nth}`, true)
    // Some connections are replaced before the broker reports their end.
    if (nth % 2 === 0) await store(nth * 45 + 20, `s${nth}`, false)
  }
  const rows = async () =>
    (await connectionsOf(imei)).map(
      row => `${row.session} ${row.reconnects} ${row.closed ? 'closed' : 'open'}`,
    )
  // After three connections within a minute, the next ones are counted in the row of the third.
  expect(await rows()).toEqual(['s0 0 closed', 's1 0 closed', 's199 197 open'])
  await store(10_000, 's198', false)
  expect(await isOnline(db, imei)).toBe(true)
  await store(11_000, 's199', false)
  expect(await isOnline(db, imei)).toBe(false)
  // The row grows as long as this goes on; the first connection after a minute of rest gets its own row.
  await store(60_000, 's200', true)
  await store(110_000, 's201', true)
  expect((await rows()).at(-1)).toBe('s201 199 open')
  await store(171_000, 's202', true)
  expect((await rows()).slice(-2)).toEqual(['s201 199 closed', 's202 0 open'])
})

it('a device that repeats its sessions within one batch of messages keeps the newest one', async () => {
  const imei = await newDevice()
  const sessions = ['a', 'b', 'a', 'c', 'a', 'b', 'd', 'b']
  const states = sessions.map(session => ({ device: imei, session, online: true }))
  await storePresence(db, states, new Date())
  const open = (await connectionsOf(imei)).filter(({ closed }) => closed === null)
  expect(open.map(({ session }) => session)).toEqual(['b'])
})

it('stores telemetry with the time of the server, and the position as a province', async () => {
  const imei = await newDevice()
  const device = await connect(imei)
  await device.say('telemetry', {
    rsrp: -81,
    band: 5,
    apn: 'a.example',
    version: '2.0',
    at: '2036-11-20T00:00:00Z',
    device: '358126092000001',
  })
  await device.say('telemetry', { rsrp: -84, position: { lat: 37.5665, lon: 126.978 } })
  const stored = async () => {
    const { modem_rsrp, modem_band, modem_apn, version, sido } = await deviceOf(imei)
    return [modem_rsrp, modem_band, modem_apn, version, sido]
  }
  await becomes(stored, [-84, 5, 'a.example', '2.0', 'KR-11'])
  await device.say('telemetry', { province: 'KR-49' })
  await becomes(stored, [-84, 5, 'a.example', '2.0', 'KR-49'])
  // A position outside the map and an unknown province change nothing.
  await device.say('telemetry', { position: { lat: 0, lon: 0 }, province: 'KR-49' })
  await device.say('telemetry', { province: 'KR-99', rsrp: -85 })
  await becomes(stored, [-85, 5, 'a.example', '2.0', 'KR-49'])
  // At most one signal a minute is kept.
  const signals = await findRows(db, 'device_signals', { device_id: imei })
  expect(signals.map(({ rsrp, grain }) => [rsrp, grain])).toHaveLength(1)
  expect(Math.abs(new Date(signals[0]!.at).getTime() - Date.now())).toBeLessThan(60_000)
  expect(await checkCounters(db)).toEqual([])
  await device.leave()
})

it('thins old signals out to one an hour, later one a day, and deletes the oldest', async () => {
  const device_id = '358126092099999'
  const now = new Date('2026-11-20T12:00:00Z')
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * HOUR)
  const signal = (at: Date, rsrp: number) => ({
    device_id,
    grain: 0,
    at: at.toISOString(),
    rsrp,
    rsrp_min: rsrp,
    rsrp_max: rsrp,
    band: 3,
    samples: 1,
  })
  const rows = [
    signal(hoursAgo(1), -90),
    // A strength of 0 is unknown and does not count in the mean.
    ...[-80, -90, 0].map((rsrp, nth) => signal(new Date(hoursAgo(60).getTime() + nth * 60_000), rsrp)),
    ...[-70, -71].map((rsrp, nth) => signal(hoursAgo(24 * 100 + nth), rsrp)),
    signal(hoursAgo(24 * 800), -60),
  ]
  await insertRows(db, 'device_signals', rows)
  const connection = { device_id, linked: hoursAgo(24 * 500) }
  await insertRows(db, 'device_connections', [
    { ...connection, session: 'old', closed: hoursAgo(24 * 499) },
    { ...connection, session: 'open', closed: null },
  ])
  const settings = packageConfig().server.gateway
  // The second run changes nothing.
  for (let run = 0; run < 2; run++) await thinDeviceHistory(db, settings, now)
  const signals = await findRows(db, 'device_signals', { device_id })
  const kept = signals.map(({ grain, rsrp, rsrp_min, rsrp_max, samples }) =>
    [grain, rsrp, rsrp_min, rsrp_max, samples].join(' '),
  )
  expect(kept.sort()).toEqual(['0 -90 -90 -90 1', '1 -85 -90 -80 3', '2 -71 -71 -70 2'])
  expect((await connectionsOf(device_id)).map(({ session }) => session)).toEqual(['open'])
})

it('telemetry and presence change no indexed column, so that PostgreSQL can update a row within its page', async () => {
  const { rows } = await sql<{
    options: string[]
  }>`select reloptions as options from pg_class where relname = 'devices'`.execute(db)
  expect(rows[0]!.options).toContain('fillfactor=85')
  const { rows: indexed } = await sql<{ name: string }>`
      select a.attname as name from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
      where i.indrelid = 'devices'::regclass`.execute(db)
  const updatedColumns = ['online', 'linked', 'closed', 'modem_rsrp', 'modem_band', 'modem_apn', 'sido']
  expect(indexed.filter(({ name }) => updatedColumns.includes(name))).toEqual([])
})

it.runIf(process.env.TEST_DATABASE_URL)(
  'telemetry does not overwrite what a user saves meanwhile',
  async () => {
    const imei = '358126092088888'
    const postgres = await openPostgres()
    await addDevices(postgres, [imei])
    let storing: Promise<void> | undefined
    await holdLocks(postgres, async tx => {
      const saved = { version: '9.0', release: 'r9', edition: 'e9', sido: 'KR-26' }
      await tx.updateTable('devices').set(saved).where('id', '=', imei).execute()
      storing = storeTelemetry(postgres, [
        { device: imei, at: new Date(), isSignalDue: false, rsrp: -66, band: 7 },
      ])
      await becomes(() => waitingForLocks(postgres), 1)
    })
    await storing
    expect(await findRow(postgres, 'devices', { id: imei })).toMatchObject({
      version: '9.0',
      release: 'r9',
      edition: 'e9',
      sido: 'KR-26',
      modem_rsrp: -66,
      modem_band: 7,
    })
  },
)

it('asks a device for its presence if the newer of its two connections has ended and it still sends messages', async () => {
  const imei = await newDevice()
  const older = await connect(imei)
  await becomes(() => isOnline(db, imei), true)
  const newer = await connect(imei, { clientId: `${imei}-ota` })
  const stored = async () => (await connectionsOf(imei)).map(({ session }) => session)
  await becomes(stored, [older.session, newer.session])
  await newer.drop()
  await becomes(() => isOnline(db, imei), false)
  await older.say('telemetry', { rsrp: -70 })
  expect(await becomes(() => isOnline(db, imei), true)).toBe(true)
})

it('asks a device for its presence again if the first one was malformed', async () => {
  const imei = await newDevice()
  const device = await connect(imei, { silent: true })
  await device.say('presence', { online: true, session: 'x'.repeat(65) })
  expect(await becomes(() => isOnline(db, imei), true)).toBe(true)
})
