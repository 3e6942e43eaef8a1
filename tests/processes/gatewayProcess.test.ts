/** `npm run gateway`: a gateway without a server. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { packageRoot, versions } from '../../src/server/packageRoot'
import { connectDatabase, type Db } from '../../src/server/store/database'
import { gatewayConfig } from '../../src/tools/deviceFleet'
import { afterFile } from '../support/afterFile'
import { mosquittoProgram, ownMosquitto } from '../support/brokers'
import { bundled } from '../support/bundle'
import { migratedPostgres } from '../support/databases'
import { dataFolder } from '../support/dataFolder'
import {
  addDevices,
  addOrder,
  becomes,
  connectDevice,
  isOnline,
  targetOf,
  testGateway,
} from '../support/gateway'
import { findRows } from '../support/rows'

async function startGatewayProcess(env: Record<string, string>) {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [await bundled('gateway')], {
    cwd: packageRoot,
    env: { PATH, HOME, FLEET_DATA: dataFolder(), LANG: 'en_US.UTF-8', ...env },
  })
  let stdout = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, stdout, stderr }))
  afterFile(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return { child, ended }
}

it('names the variables that it needs: database and broker', async () => {
  const { code, stderr } = await (await startGatewayProcess({})).ended
  expect([code, stderr.trim()]).toEqual([1, expect.stringMatching(/^.*DATABASE_URL.*MQTT_URL.*$/)])
})

describe.runIf(process.env.TEST_MQTT_URL && process.env.TEST_DATABASE_URL && mosquittoProgram())(
  'with a broker',
  { concurrent: true },
  () => {
    async function newSite(imeis: readonly string[]) {
      const url = await migratedPostgres()
      const { url: broker } = await ownMosquitto()
      const db = await connectDatabase({ url })
      afterFile(() => db.destroy())
      await addDevices(db, imeis)
      return { db, broker, env: { DATABASE_URL: url, MQTT_URL: broker } }
    }
    const leasedParts = async (db: Db) =>
      (await findRows(db, 'gateway_parts')).filter(part => part.gateway_id !== null).length

    it('delivers orders to devices, and gives up its parts of the fleet on SIGTERM', async () => {
      const imei = '358126094000017'
      const { db, broker, env } = await newSite([imei])
      const { child, ended } = await startGatewayProcess(env)
      await becomes(() => leasedParts(db), 100)
      const device = await connectDevice(broker, imei)
      device.answer()
      await becomes(() => isOnline(db, imei), true)
      const order = await addOrder(db, [imei])
      await becomes(() => targetOf(db, order, imei), 'success')
      child.kill('SIGTERM')
      const { code, stdout } = await ended
      expect(code).toBe(0)
      const lines = stdout.split('\n').filter(line => /"msg":"(started|stopping|stopped)"/.test(line))
      expect(lines.map(line => JSON.parse(line))).toMatchObject([
        { msg: 'started', version: versions().version },
        { msg: 'stopping' },
        { msg: 'stopped' },
      ])
      expect(await leasedParts(db)).toBe(0)
    })

    it('stores no message that it reads after its process was stopped for longer than its lease', async () => {
      const [imei, witness] = ['358126094000117', '358126094000177']
      const { db, broker, env } = await newSite([imei, witness])
      const config = dataFolder()
      await gatewayConfig(config, { gateway: { leaseSeconds: 3, helloSeconds: 10 } })
      const { child } = await startGatewayProcess({ ...env, FLEET_CONFIG: config })
      const first = await connectDevice(broker, imei)
      await becomes(() => isOnline(db, imei), true)
      child.kill('SIGSTOP')
      await first.drop()
      const second = await connectDevice(broker, imei)
      await second.leave()
      const other = await testGateway(db, { broker: { url: broker } })
      await becomes(() => other.parts().length, 100)
      const third = await connectDevice(broker, imei)
      const sessions = async () => {
        const connections = await findRows(db, 'device_connections', { device_id: imei })
        return connections.sort((a, b) => Number(a.linked) - Number(b.linked)).map(row => row.session)
      }
      await becomes(sessions, [first.session, third.session])
      child.kill('SIGCONT')
      // Once it has parts again, it has read the messages that waited at the broker.
      await becomes(() => other.parts().length, 50)
      const device = await connectDevice(broker, witness)
      device.answer()
      const order = await addOrder(db, [witness])
      await becomes(() => targetOf(db, order, witness), 'success')
      expect(await sessions()).toEqual([first.session, third.session])
      // The gateway that has the part now asks the device, which may be closed until it has answered.
      await becomes(() => isOnline(db, imei), true)
      expect(await sessions()).toEqual([first.session, third.session])
    })
  },
)
