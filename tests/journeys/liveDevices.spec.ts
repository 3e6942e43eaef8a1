/**
 * Real devices over MQTT, and users who watch them: results of orders and device states appear without a reload.
 */
import type { OrderDetail } from '../../src/contract/orders'
import { formatPhone } from '../../src/domain/phone'
import { translate } from '../../src/tools/translate'
import { expect, type Locator, live, type Page, type Site, testOn } from '../support/journey'
import { LIVE_BATCH, LIVE_DEVICES, numberOf, startLiveSite } from '../support/liveFleet'
import { connectDevice } from '../support/mqttDevice'
import { hasMosquittoClients, readGuide, runInShell } from '../support/protocolGuide'
import { ask, chooseFirst, devicesOf, fresh, makeBatch, rowOf } from '../support/records'

// The tests share one fleet and run one after the other.
const test = testOn(startLiveSite)
test.describe.configure({ mode: 'default' })

const [STEADY, FAILING, AWAY] = LIVE_DEVICES
const phoneOf = (imei: string) => formatPhone(numberOf(imei))
const onlineOnes = async (site: Site) =>
  (await devicesOf(site, 'vendor', 'status=linked&page_limit=10')).data.map(({ id }) => id).sort()

/** Counts page loads from now on. */
function countLoads(page: Page): () => number {
  let loads = 0
  page.on('load', () => loads++)
  return () => loads
}

test('an order to a batch shows its progress and each failure without a reload', async ({ open, site }) => {
  const steady = await connectDevice(site.mqttPort, STEADY)
  const failing = await connectDevice(site.mqttPort, FAILING)
  await expect.poll(() => onlineOnes(site)).toEqual([STEADY, FAILING])
  const page = await open('vendor', '/app/orders/compose')
  const loads = countLoads(page)
  const title = fresh('실시간 명령')
  await chooseFirst(page, /제어 명령/, '표시등 밝기')
  await page.getByRole('spinbutton', { name: /^값/ }).fill('40')
  await chooseFirst(page, /^모델/, 'FT-100')
  await chooseFirst(page, /^그룹/, LIVE_BATCH)
  await page.getByRole('textbox', { name: '제목', exact: true }).fill(title)
  await page.getByRole('button', { name: translate('compose.register'), exact: true }).click()
  await rowOf(page, title).getByText(title).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()

  const target = (imei: string): Locator => rowOf(page, phoneOf(imei))
  const has = (imei: string, state: string) =>
    expect(target(imei)).toContainText(translate(`orders.state.${state}`))
  await has(AWAY, 'waiting')
  // Devices answer only when the test lets them.
  await has(STEADY, 'ongoing')
  steady.answer()
  await has(STEADY, 'success')
  failing.answer('failure', '배터리가 부족합니다')
  await has(FAILING, 'failure')
  await expect(target(FAILING)).toContainText('배터리가 부족합니다')
  await has(AWAY, 'waiting')
  const away = await connectDevice(site.mqttPort, AWAY)
  away.answer()
  await has(AWAY, 'success')
  const counts = page.getByRole('region', { name: translate('orders.progress.title') })
  await expect(counts).toContainText('2')
  expect(loads()).toBe(0)
  for (const device of [steady, failing, away]) await device.leave()
})

test('a device built only from the commands of PROTOCOL.md executes an order', async ({ site }) => {
  const runs = hasMosquittoClients()
  if (!runs) console.log('NOT RUN: mosquitto_pub and mosquitto_sub are not installed')
  expect(typeof runs).toBe('boolean')
  if (!runs) return
  const issued = await ask<{ secret: string }>(site, 'vendor', 'POST', `/api/devices/${AWAY}/secret`)
  const { secret } = issued.payload
  const guide = readGuide(AWAY, site.mqttPort)
  {
    await using device = runInShell(guide.before, secret)
    await expect.poll(() => onlineOnes(site), { message: device.printed() }).toEqual([AWAY])
    const sheet = { code: 'led-brightness', data: '40', title: fresh('펌웨어 개발자'), targets: [AWAY] }
    const { payload } = await ask<{ id: number }>(site, 'vendor', 'POST', '/api/orders/order', sheet)
    await expect.poll(() => device.printed()).toContain(`{"id":${payload.id},`)
    await using answer = runInShell(guide.answer(payload.id), secret)
    expect([await answer.ended, answer.printed()]).toEqual([0, ''])
    const successes = async () =>
      (await ask<OrderDetail>(site, 'vendor', 'GET', `/api/orders/${payload.id}`)).payload.success
    await expect.poll(successes).toBe(1)
  }
  // The will of its MQTT connection reports it offline.
  await expect.poll(() => onlineOnes(site)).toEqual([])
})

test('after a server restart the console reconnects, and changes appear again', async ({ open, site }) => {
  const page = await open('master', '/error', { fresh: true })
  await page.clock.install()
  await page.goto('/app/groups/batches')
  await live(page)
  const connectionLost = page.getByText(translate('shell.live.lost'))
  await expect(connectionLost).toHaveCount(0)
  await site.pause()
  // Advances the clock past the delay of the message and of the next retry.
  await page.clock.fastForward(2_000)
  await expect(connectionLost).toBeVisible()
  await site.resume()
  await page.clock.fastForward(60_000)
  await expect(connectionLost).toHaveCount(0)
  await makeBatch(site, { name: fresh('돌아온 그룹') })
  await expect(page.getByRole('button', { name: translate('forms.live.new', { count: 1 }) })).toBeVisible()
})
