/** The clock of the server's machine is a day ahead for a while (security 58). */
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { gatewayConfig } from '../../src/tools/deviceFleet'
import { jumpingClock } from '../support/jumpingClock'
import {
  askOverHttp,
  bundleServer,
  dataFolder,
  eachDatabase,
  environmentOf,
  signedIn,
  startServer,
} from '../support/spawnServer'

bundleServer()

test.each(eachDatabase)('%s: waiting orders do not expire', async (_name, open) => {
  const clock = jumpingClock()
  const config = dataFolder()
  await gatewayConfig(config, { order: { sweepSeconds: 1 } })
  const { server, url, ask } = await startServer({
    FLEET_CONFIG: config,
    ...clock.env,
    ...environmentOf(await open()),
  })
  const page = JSON.parse((await ask({ method: 'GET', url: '/api/devices?page_index=1&page_limit=1' })).text)
  const payload = { code: 'reboot', data: 'NOW', targets: [page.data[0].id] }
  const order = JSON.parse((await ask({ method: 'POST', url: '/api/orders/order', payload })).text)
  clock.moveBy(25 * 3_600_000)
  await wait(4_000)
  clock.moveBy(0)
  await wait(1_500)
  const askAgain = askOverHttp(url, await signedIn(url))
  const { text } = await askAgain({ method: 'POST', url: '/api/orders', payload: {} })
  const found = JSON.parse(text).data.find(({ id }: { id: number }) => id === order.payload.id)
  expect(found).toMatchObject({ status: 'waiting', failure: 0 })
  server.kill('SIGINT')
  expect(await server.ended).toBe(0)
})
