/** Measures the time from the result of a device until the browser has painted it in the list of orders. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { orderTopic, upTopic } from '../../contract/deviceMessages'
import type { SimulatedDevice } from '../../server/demo/simulator'
import { startChromium } from '../services/chromium'
import { until } from '../until'
import { benchConsoleMemory } from './consoleMemory'
import { connectAs } from './gatewayTiming'
import { asMaster, withGatewayWorld } from './gatewayWorld'
import { ms, print, targetNote } from './print'
import { median, percentile } from './timing'

/** The number of devices; each sends one result. */
const DEVICES = 60
const P50_MS = 300
const P95_MS = 1_000
const TITLE = 'bench of the screen'

export async function benchPixel(): Promise<void> {
  await withGatewayWorld(
    'aedes',
    { connected: 0, spares: DEVICES },
    async ({ site, ask, token, ...world }) => {
      await benchConsoleMemory(site, async () => (await asMaster(site.url)).token)
      const devices = await Promise.all(world.spares.map(device => connect(world.brokerUrl, device)))
      await until(async () => (await world.linked()) === DEVICES)
      const targets = world.spares.map(({ imei }) => imei)
      const order = { code: 'reboot', data: 'NOW', title: TITLE, targets }
      const { id } = await ask<{ id: number }>('POST', '/api/orders/order', order)
      await until(async () => devices.every(({ orders }) => orders.includes(id)))
      await using browser = await startChromium()
      const page = await openOrders(await browser.newPage(), site.url, token)
      const delays: number[] = []
      for (const [index, device] of devices.entries()) {
        // Wait for a random time, so that results are not in step with the batches of the stream.
        await wait(200 + Math.random() * 500)
        const sentAt = Date.now()
        await device.publish('result', { id, outcome: 'success' })
        delays.push((await paintedAt(page, index + 1)) - sentAt)
        await device.client.endAsync(true)
      }
      const p50 = median(delays)
      const p95 = percentile(delays, 0.95)
      print(`A result on the screen of the mailbox, ${world.engine}, p50 / p95`)
      print(
        `  MQTT to pixel          ${ms(p50)} / ${ms(p95)}${targetNote(`${P50_MS} / ${P95_MS} ms`, p50 <= P50_MS && p95 <= P95_MS)}`,
      )
    },
  )
}

/** Connects a device; the bench sends its results. */
async function connect(url: string, device: SimulatedDevice) {
  const client = await connectAs(url, device)
  const orders: number[] = []
  client.on('message', (_topic, payload) => orders.push((JSON.parse(String(payload)) as { id: number }).id))
  const publish = (kind: 'presence' | 'result', value: object) =>
    client.publishAsync(upTopic(device.imei, kind), JSON.stringify(value), { qos: 1 })
  await client.subscribeAsync(orderTopic(device.imei), { qos: 1 })
  await publish('presence', { online: true, session: device.imei })
  return { client, orders, publish }
}

/** The cells of the order's row at a time (ms since 1970). */
interface Paint {
  cells: (string | undefined)[]
  time: number
}

/** The cell with the number of successes. */
const SUCCESS_CELL_INDEX = 3

/** Opens the mailbox, and records the time of each painted change of the order's row. */
async function openOrders(page: Page, url: string, token: string): Promise<Page> {
  await page.addInitScript(value => localStorage.setItem('token', value), token)
  const streamOpened = page.waitForResponse(
    answer => new URL(answer.url()).pathname === '/api/events' && answer.ok(),
  )
  await page.goto(`${url}/app/orders`)
  const row = page.locator('tbody tr[data-mail]').filter({ hasText: TITLE })
  await row.waitFor()
  await streamOpened
  await row.evaluate(element => {
    const paints: Paint[] = []
    Object.assign(window, { paints })
    // Only anonymous functions: esbuild wraps named ones in a helper that does not exist in the page.
    new MutationObserver(() => {
      const cells = [...element.querySelectorAll('td')].map(cell => cell.textContent?.trim())
      // The second callback runs after the frame of the first was painted.
      requestAnimationFrame(() => requestAnimationFrame(() => paints.push({ cells, time: Date.now() })))
    }).observe(element, { subtree: true, childList: true, characterData: true })
  })
  return page
}

/** The time (ms since 1970) at which the row first showed this number of successes. */
async function paintedAt(page: Page, count: number): Promise<number> {
  const paintTime = await page.waitForFunction(
    ({ cellIndex, text }) => {
      const { paints } = window as unknown as { paints: Paint[] }
      return paints.find(({ cells }) => cells[cellIndex] === text)?.time
    },
    { cellIndex: SUCCESS_CELL_INDEX, text: String(count) },
    { timeout: 30_000, polling: 50 },
  )
  return (await paintTime.jsonValue())!
}
