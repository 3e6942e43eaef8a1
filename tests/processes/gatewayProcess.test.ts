/**
 * `npm run gateway`: a process without a server serves devices, and gives its parts of the fleet back when it is told
 * to end.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { packageRoot } from '../../src/server/packageRoot'
import { openDatabase } from '../../src/server/store/database'
import { gatewayConfig } from '../../src/tools/deviceFleet'
import { afterFile } from '../support/afterFile'
import { mosquittoProgram, ownMosquitto } from '../support/brokers'
import { createDatabase } from '../support/databases'
import {
  addDevices,
  addOrder,
  becomes,
  connectDevice,
  isOnline,
  targetOf,
  testGateway,
} from '../support/gateway'
import { dataFolder } from '../support/spawnServer'

/** The commands of `npm run` start without a build. */
function startGatewayProcess(env: Record<string, string>) {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/tools/gateway.ts'], {
    cwd: packageRoot,
    env: { PATH, HOME, FLEET_DATA: dataFolder(), LANG: 'en_US.UTF-8', ...env },
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, said }))
  afterFile(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return { child, ended }
}

it('needs the database and the broker of a server, and says so', async () => {
  const { code, said } = await startGatewayProcess({}).ended
  expect([code, said.trim()]).toEqual([1, expect.stringMatching(/^.*DATABASE_URL.*MQTT_URL.*$/)])
})

describe.runIf(process.env.TEST_MQTT_URL && process.env.TEST_DATABASE_URL && mosquittoProgram())(
  'on a broker',
  () => {
    it('brings a device its order, and lets go of the fleet when it is told to end', async () => {
      const url = await createDatabase()
      const db = await openDatabase({ url })
      afterFile(() => db.destroy())
      const imei = '358126094000017'
      const { url: broker } = await ownMosquitto()
      await addDevices(db, [imei])
      const { child, ended } = startGatewayProcess({ DATABASE_URL: url, MQTT_URL: broker })
      const held = async () =>
        (await db.selectFrom('gateway_parts').select('part').where('gateway_id', 'is not', null).execute())
          .length
      await becomes(held, 100)
      const device = await connectDevice(broker, imei)
      device.answer()
      await becomes(() => isOnline(db, imei), true)
      const order = await addOrder(db, [imei])
      await becomes(() => targetOf(db, order, imei), 'success')
      child.kill('SIGTERM')
      expect(await ended).toMatchObject({ code: 0 })
      expect(await held()).toBe(0)
    })

    it('stores nothing that it reads after a stop longer than its lease', async () => {
      const url = await createDatabase()
      const db = await openDatabase({ url })
      afterFile(() => db.destroy())
      const [imei, witness] = ['358126094000117', '358126094000177']
      await addDevices(db, [imei, witness])
      const { url: broker } = await ownMosquitto()
      const config = dataFolder()
      await gatewayConfig(config, { gateway: { leaseSeconds: 3, helloSeconds: 2 } })
      const { child } = startGatewayProcess({
        DATABASE_URL: url,
        MQTT_URL: broker,
        FLEET_CONFIG: config,
      })
      const first = await connectDevice(broker, imei)
      await becomes(() => isOnline(db, imei), true)
      child.kill('SIGSTOP')
      await first.drop()
      const second = await connectDevice(broker, imei)
      await second.leave()
      const other = await testGateway(db, { broker: { url: broker } })
      await becomes(() => other.parts().length, 100)
      const third = await connectDevice(broker, imei)
      const sessions = async () =>
        (
          await db
            .selectFrom('device_connections')
            .select('session')
            .where('device_id', '=', imei)
            .orderBy('linked')
            .execute()
        ).map(({ session }) => session)
      await becomes(sessions, [first.session, third.session])
      child.kill('SIGCONT')
      // With new parts it has read what the broker had for it.
      await becomes(() => other.parts().length, 50)
      const device = await connectDevice(broker, witness)
      device.answer()
      const order = await addOrder(db, [witness])
      await becomes(() => targetOf(db, order, witness), 'success')
      expect(await sessions()).toEqual([first.session, third.session])
      // The gateway that has taken the part asks the device anew: until it has answered it may be closed.
      await becomes(() => isOnline(db, imei), true)
      expect(await sessions()).toEqual([first.session, third.session])
    })
  },
)
