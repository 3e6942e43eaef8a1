/**
 * `npm run bench`: what the console weighs and how long it takes, each figure beside one that was measured in the same run.
 * Absolute times drift with the machine; ratios hold. Needs `npm run build`.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../server/store/database'
import { startBareList } from './bench/bareList'
import { compare } from './bench/firstLoad'
import {
  addClients,
  type ChoiceSpeed,
  MANY_CLIENTS,
  type Spread,
  timeBareQuery,
  timeChoices,
  timeDashboard,
  timeList,
} from './bench/lists'
import { timeDigits, timeOrderPages, timeRegistration } from './bench/orderCalls'
import { type OrderWorld, openOrderWorld } from './bench/orderWorld'
import { measureSheet } from './bench/sheetRows'
import { startChromium } from './chromium'
import { startSite } from './site'

/** gzip, of all JavaScript that the first load of the device list moves. */
const BUDGET_KB = 360
/** Milliseconds at the middle that a call of the dashboard may take on PostgreSQL. */
const DASHBOARD_MS = 5
const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`
const times = (a: number, b: number) => `${(a / b).toFixed(2)} ×`

const folder = await mkdtemp(join(tmpdir(), 'fleet-bench-'))
try {
  const site = await startSite({ at: folder })
  try {
    await benchFirstLoad(site.url, await site.token('master'))
    const list = await timeList(site.url, await site.token('master'))
    const few = await timeChoices(site.url, await site.token('master'))
    await site.stop()
    await benchList(list)
    await benchChoices(few)
  } finally {
    await site.stop()
  }
  await benchSheet()
  await benchOrders()
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function benchFirstLoad(url: string, token: string): Promise<void> {
  const page = await fetch(`${url}/api/devices?page_limit=100`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { data } = (await page.json()) as { data: object[] }
  const bare = await startBareList(data)
  const browser = await startChromium()
  try {
    const [ours, theirs] = await compare(browser, [
      { url: `${url}/app/devices`, storage: { token }, row: 'tbody tr:has(td)' },
      { url: `${bare.url}/#/devices`, row: 'tbody tr' },
    ])
    if (!ours || !theirs) return
    console.log('First load of the device list, cold, in Chromium')
    console.log(
      `  JavaScript, gzip       ${kB(ours.scriptsGzip)}   bare react-admin list ${kB(theirs.scriptsGzip)}`,
    )
    for (const script of ours.scripts) console.log(`    ${kB(script.gzip).padStart(9)}  ${script.name}`)
    const fits = ours.scriptsGzip <= BUDGET_KB * 1000
    console.log(`  budget ${BUDGET_KB} kB          ${fits ? 'kept' : 'EXCEEDED'}`)
    console.log(
      `  first row              ${ms(ours.firstRowMs)}   bare ${ms(theirs.firstRowMs)}   ${times(ours.firstRowMs, theirs.firstRowMs)}`,
    )
    if (!fits) process.exitCode = 1
  } finally {
    await browser.close()
    await bare.stop()
  }
}

async function benchList(list: number): Promise<void> {
  const db = await openDatabase({ folder })
  try {
    const bare = await timeBareQuery(db)
    console.log('A page of 20 devices, with names and the exact count, on PGlite, p50')
    console.log(`  over HTTP              ${ms(list)}   bare query ${ms(bare)}   ${times(list, bare)}`)
  } finally {
    await db.destroy()
  }
}

async function benchChoices(few: ChoiceSpeed): Promise<void> {
  const db = await openDatabase({ folder })
  await addClients(db)
  await db.destroy()
  const site = await startSite({ at: folder })
  try {
    const many = await timeChoices(site.url, await site.token('master'))
    const line = (what: string, of: keyof ChoiceSpeed) =>
      console.log(
        `  ${what.padEnd(22)} ${ms(many[of])}   with the demo fleet's ${ms(few[of])}   ${times(many[of], few[of])}`,
      )
    console.log(`Among ${MANY_CLIENTS.toLocaleString('en')} clients, over HTTP on PGlite, p50`)
    line('a page of 20', 'page')
    line('choices of a dropdown', 'choices')
  } finally {
    await site.stop()
  }
}

async function benchSheet(): Promise<void> {
  const { rows, fileBytes, seconds, grownMiB } = await measureSheet()
  console.log(`Reading a spreadsheet of ${rows.toLocaleString('en')} rows × 6 cells (${kB(fileBytes)})`)
  console.log(
    `  ${seconds.toFixed(2)} s   ${Math.round(rows / seconds).toLocaleString('en')} rows/s   +${grownMiB.toFixed(0)} MiB`,
  )
}

async function benchOrders(): Promise<void> {
  const world = await openOrderWorld()
  const many = (count: number) => count.toLocaleString('en')
  try {
    console.log(`Orders over HTTP, as a master, on ${world.engine}, p50`)
    const order = await timeRegistration(world)
    console.log(
      `  order to ${many(world.batch).padEnd(15)} ${ms(order.registeredMs)}   bare INSERT … SELECT ${ms(order.bareInsertMs)}   ${times(order.registeredMs, order.bareInsertMs)}`,
    )
    console.log(`    meanwhile others       ${ms(order.meanwhileMs)} at most for a page of orders`)
    const page = await timeOrderPages(world)
    console.log(
      `  page of ${many(world.orders).padEnd(16)} ${ms(page.firstMs)}   bare query ${ms(page.bareMs)}   ${times(page.firstMs, page.bareMs)}`,
    )
    console.log(
      `    the last ${ms(page.lastMs)}, of a search ${ms(page.foundMs)}, the status counts ${ms(page.countsMs)}`,
    )
    const digits = await timeDigits(world)
    console.log(
      `  4 digits among ${many(world.devices).padEnd(9)} ${ms(digits.searchMs)}   bare query ${ms(digits.bareMs)}   ${times(digits.searchMs, digits.bareMs)}`,
    )
    await benchDashboard(world)
  } finally {
    await world.stop()
  }
}

async function benchDashboard(world: OrderWorld): Promise<void> {
  const speed = await timeDashboard(world)
  const line = (what: string, { p50, p95 }: Spread) =>
    console.log(
      `  ${what.padEnd(22)} ${ms(p50)} / ${ms(p95)}   ${times(p50, speed.bare.p50)} of the bare GROUP BY`,
    )
  console.log(
    `The dashboard over HTTP, as a master, ${world.devices.toLocaleString('en')} devices on ${world.engine}, p50 / p95`,
  )
  line('stats', speed.stats)
  line('places', speed.places)
  line('one province', speed.province)
  line('its list, exact total', speed.list)
  console.log(`  bare GROUP BY          ${ms(speed.bare.p50)} / ${ms(speed.bare.p95)}`)
  // It is meant for a million devices on a server of their own.
  if (!world.engine.startsWith('PostgreSQL')) return
  const fits = [speed.stats, speed.places, speed.province].every(({ p50 }) => p50 <= DASHBOARD_MS)
  console.log(`  target ${DASHBOARD_MS} ms            ${fits ? 'kept' : 'MISSED'}`)
}
