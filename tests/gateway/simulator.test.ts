/** The simulated devices of `npm run simulate` and of the demo. */
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { helloTopic, orderTopic, partOf } from '../../src/contract/deviceMessages'
import { demoDevices, issueDemoSecrets, lendableDevices } from '../../src/server/demo/demoDevices'
import { borrowDemoDevices, serveDemoDevices } from '../../src/server/demo/lending'
import type { SimulatorSettings } from '../../src/server/demo/simulator'
import { connectToFile } from '../../src/server/localSocket'
import { secretSheet } from '../../src/server/sheets/secretSheet'
import { writeXlsx } from '../../src/sheet'
import { fillDevices } from '../../src/tools/deviceFleet'
import { startFleet } from '../../src/tools/simulate/fleet'
import { readDemo } from '../../src/tools/simulate/readDemo'
import { readSecrets } from '../../src/tools/simulate/readSecrets'
import { afterFile } from '../support/afterFile'
import { newDatabase, openPglite } from '../support/databases'
import { dataFolder } from '../support/dataFolder'
import { isSecretOf } from '../support/gateway'
import { countRows, findRows, updateRows } from '../support/rows'
import { devices, first, imeis, order, QUICK, startBroker } from '../support/simulatorBroker'

function start(settings: Partial<SimulatorSettings> & { url: string }, simulated = devices) {
  const fleet = startFleet(simulated, { ...QUICK, ...settings })
  afterFile(() => fleet.stop(false))
  return fleet
}

describe('simulated devices', () => {
  it('connect with their secret, send their presence, and repeat it when asked', async () => {
    const { url, of, send } = await startBroker()
    const fleet = start({ url })
    await expect.poll(() => of('presence')).toHaveLength(20)
    expect(fleet.report().connected.toSorted()).toEqual(imeis.toSorted())
    const [presence] = of('presence', first)
    expect(presence).toEqual({ online: true, session: expect.any(String) })
    send(helloTopic(partOf(first)), {})
    await expect.poll(() => of('presence', first)).toEqual([presence, presence])
  })

  it('disconnect while they are lent, and come back', async () => {
    const { url, of } = await startBroker()
    const fleet = start({ url })
    await expect.poll(() => fleet.report().connected).toHaveLength(20)
    fleet.change({ lent: [first] })
    await expect.poll(() => of('presence', first).map(({ online }) => online)).toEqual([true, false])
    await expect.poll(() => fleet.report().connected).toEqual(imeis.filter(imei => imei !== first))
    fleet.change({ lent: [] })
    await expect.poll(() => fleet.report().connected).toEqual(imeis)
  })

  it('do not try again after a refused login', async () => {
    const { url, messages } = await startBroker()
    const fleet = start({ url }, [{ imei: first, secret: 'of another' }])
    await expect.poll(() => fleet.report().refused).toBe(1)
    expect([fleet.report().connected, messages]).toEqual([[], []])
  })

  it('execute an order once and give each repetition the same answer', async () => {
    const { url, of, send } = await startBroker()
    // The execution takes long enough for a repetition of the order meanwhile, also on a busy machine.
    const fleet = start({ url, fail: 0.5, answerMs: [1_500, 1_600] })
    // A device subscribes before it sends its presence.
    await expect.poll(() => of('presence')).toHaveLength(20)
    for (const imei of imeis) send(orderTopic(imei), order(7))
    // The order is repeated during the execution.
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

  it('execute neither expired orders nor malformed ones', async () => {
    const { url, of, send } = await startBroker()
    const fleet = start({ url })
    await expect.poll(() => of('presence')).toHaveLength(20)
    send(orderTopic(first), order(1, '2026-01-01T00:00:00+09:00'))
    send(orderTopic(first), { id: 'x' })
    // Unlike these two, an order with several values is executed.
    send(orderTopic(first), {
      ...order(2, new Date(Date.now() + 60_000).toISOString()),
      value: { interval: 60, server: { host: 'a' } },
    })
    await expect.poll(() => of('result', first)).toEqual([{ id: 2, outcome: 'success' }])
    expect(fleet.report().executed).toBe(1)
  })

  it('come back with a new session after a lost connection; the will ends the old one', async () => {
    const { url, of, cutAll } = await startBroker()
    const fleet = start({ url })
    await expect.poll(() => fleet.report().connected).toHaveLength(20)
    await expect.poll(() => of('presence')).toHaveLength(20)
    cutAll()
    await expect.poll(() => fleet.report().connects).toBe(40)
    await expect.poll(() => of('presence', first)).toHaveLength(3)
    const presences = of('presence', first)
    expect(new Set(presences.map(({ session }) => session)).size).toBe(2)
    expect(presences).toContainEqual({ online: false, session: presences[0]!.session })
  })
})

it('the online devices of the demo get secrets of this installation once', async () => {
  const db = await newDatabase()
  await fillDevices(db, devices)
  await sql`delete from device_secrets`.execute(db)
  await sql`update devices set online = true, linked = now() where serial::integer < 5`.execute(db)
  expect(await demoDevices(db)).toEqual([])
  await issueDemoSecrets(db)
  const issued = await demoDevices(db)
  const online = await findRows(db, 'devices', { online: true })
  expect(issued.map(({ imei }) => imei)).toEqual(online.map(({ id }) => id))
  const [device, otherDevice] = issued
  expect(await isSecretOf(db, device!.imei, device!.secret, new Date())).toBe(true)
  expect(await isSecretOf(db, device!.imei, otherDevice!.secret, new Date())).toBe(false)

  // Devices that come online later get no secret, and a device whose secret was replaced is not simulated.
  await updateRows(db, 'devices', {}, { online: true, linked: new Date(), closed: null })
  await updateRows(db, 'device_secrets', { device_id: device!.imei }, { hash: 'other' })
  await issueDemoSecrets(db)
  expect(await demoDevices(db)).toHaveLength(issued.length - 1)

  // Other devices get a secret when they are lent, and the server does not simulate them.
  const [lentDevice] = (await lendableDevices(db, issued.length)).slice(-1)
  expect(issued.map(({ imei }) => imei)).not.toContain(lentDevice!.imei)
  expect(await isSecretOf(db, lentDevice!.imei, lentDevice!.secret, new Date())).toBe(true)
  expect(await countRows(db, 'device_secrets')).toBe(issued.length + 1)
  const lent = (await lendableDevices(db)).map(({ imei }) => imei)
  expect(lent.toSorted()).toEqual(imeis.filter(imei => imei !== device!.imei).toSorted())
  expect(await demoDevices(db)).toHaveLength(issued.length - 1)
})

describe('the devices of a demo', () => {
  /** Returns the key and the parameters of a sentence in place of the sentence. */
  const say = (key: string, params: object = {}) => `${key} ${Object.values(params).join(' ')}`.trim()
  const url = 'mqtt://127.0.0.1:1883'

  it('are lent by the server, which does not simulate them until they are returned', async () => {
    const data = dataFolder()
    const db = await openPglite()
    await fillDevices(db, devices)
    await sql`delete from device_secrets`.execute(db)
    await sql`update devices set online = true, linked = now() where serial::integer < 5`.execute(db)
    const borrow = async (max?: number) => {
      const result = await readDemo({ data }, max, say)
      if ('failure' in result) return { text: result.failure.text, loan: undefined, imeis: [] }
      return { text: '', loan: result.loan, imeis: result.devices.map(({ imei }) => imei) }
    }
    expect((await borrow()).text).toBe(`data.none ${data}\nsimulate.noServer`)

    const lent: (readonly string[])[] = []
    const simulating = { lend: (imeis: readonly string[]) => void lent.push(imeis) }
    const stop = await serveDemoDevices({ data }, { db, url, simulating })
    // Asks for nothing, and holds up nobody.
    const silent = connectToFile(join(data, 'devices.sock'))
    await once(silent, 'connect')
    const firstLoan = await borrow(8)
    expect(firstLoan).toMatchObject({ text: '', loan: { url, simulates: true } })
    expect(firstLoan.imeis.slice(0, 5)).toEqual((await demoDevices(db)).map(({ imei }) => imei))
    // No device is lent twice.
    const secondLoan = await borrow()
    expect([...firstLoan.imeis, ...secondLoan.imeis].toSorted()).toEqual(imeis.toSorted())
    firstLoan.loan!.giveBack()
    secondLoan.loan!.giveBack()
    await expect.poll(() => lent.at(-1)).toEqual([])
    expect(lent.slice(0, 2)).toEqual([firstLoan.imeis, [...firstLoan.imeis, ...secondLoan.imeis]])
    // After a restart of the server the same devices are borrowed again.
    const again = await borrowDemoDevices({ data }, { imeis: firstLoan.imeis })
    expect(again?.devices.map(({ imei }) => imei)).toEqual(firstLoan.imeis)

    await stop()
    await again?.over
    silent.destroy()
  })
})

it('npm run simulate reads the sheet of the secrets of a batch, also without phone numbers', async () => {
  const [imei = ''] = imeis
  const issued = { name: '수도권', secrets: [{ imei, isdn: '01012345678', secret: 'abc' }] }
  const words = { locale: 'ko', translate: (_: unknown, key: string) => key } as const
  const { sheets } = secretSheet(issued, { ...words, hidden: new Set(['isdn']) })
  const file = join(dataFolder(), 'secrets.xlsx')
  await writeFile(file, writeXlsx(sheets))
  expect(await readSecrets(file)).toEqual([{ imei, secret: 'abc' }])
})
