/** What a device says wrongly is logged, and shown at the device. */
import { expect, it } from 'vitest'
import { upTopic } from '../../src/contract/deviceMessages'
import { lastMisunderstood } from '../../src/server/store/gateway/misunderstood'
import { tenantOf } from '../../src/server/store/tenancy'
import { packageConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { addDevices, becomes, connectDevice, silentLog, testGateway } from '../support/gateway'
import { findRow } from '../support/rows'

const [FIRST, SECOND] = ['358126090000017', '358126090000117'] as const

let nowMs = Date.now()
const logged: object[] = []
const db = await newDatabase()
await addDevices(db, [FIRST, SECOND])
const warn = (details: object, message: string) =>
  void (message.includes('understood') && logged.push(details))
const gateway = await testGateway(db, { now: () => new Date(nowMs), log: { ...silentLog, warn } })
const port = gateway.port!
const lastOf = async (imei: string) => {
  const { numbers: levels } = packageConfig().shared.levels
  const last = await lastMisunderstood(tenantOf(db, { id: 1, level: levels.master, vendor: 0, levels }), imei)
  return last && [last.kind, last.reason, ...last.fields]
}

it('stores and logs what was not understood, the log at most once a minute per device', async () => {
  const [first, second] = [await connectDevice(port, FIRST), await connectDevice(port, SECOND)]
  await first.say('telemetry', { rsrp: -71, band: null, apn: 'lte' })
  await becomes(() => lastOf(FIRST), ['telemetry', 'fields', 'band'])
  expect(await findRow(db, 'devices', { id: FIRST })).toMatchObject({ modem_rsrp: -71, modem_apn: 'lte' })
  await first.client.publishAsync(upTopic(FIRST, 'result'), Buffer.from([0xc7, 0xd1]), { qos: 1 })
  await becomes(() => lastOf(FIRST), ['result', 'encoding'])
  await second.say('presence', { online: true })
  await becomes(() => lastOf(SECOND), ['presence', 'shape', 'session'])
  expect(logged).toEqual([
    { imei: FIRST, kind: 'telemetry', reason: 'fields', fields: ['band'] },
    { imei: SECOND, kind: 'presence', reason: 'shape', fields: ['session'] },
  ])
  nowMs += 60_000
  await first.say('telemetry', { version: 2 })
  await becomes(() => lastOf(FIRST), ['telemetry', 'fields', 'version'])
  expect(logged).toHaveLength(3)
})
