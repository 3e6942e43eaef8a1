/**
 * `npm run bench`: what the console weighs and how long it takes, each figure beside one that was measured in the same run.
 * Absolute times drift with the machine; ratios hold. Needs `npm run build`.
 */
import { openDatabase } from '../server/store/database'
import { startBareList } from './bench/bareList'
import { timeBulkChange } from './bench/bulkChange'
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
import { type OrderWorld, withOrderWorld } from './bench/orderWorld'
import { measureSheet } from './bench/sheetRows'
import { startChromium } from './chromium'
import { startSite, temporaryFolder } from './site'

/** gzip, of all JavaScript that the first load of the device list moves. */
const BUDGET_KB = 360
/** Milliseconds at the middle that a call of the dashboard may take on PostgreSQL. */
const DASHBOARD_MS = 5
const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`
const times = (a: number, b: number) => `${(a / b).toFixed(2)} ×`
const many = (count: number) => count.toLocaleString('en')
const print = (line: string) => console.log(line)

/** A figure beside the one that it is measured by. */
const printRatio = (what: string, ours: number, of: string, theirs: number) =>
  print(`  ${what.padEnd(22)} ${ms(ours)}   ${of} ${ms(theirs)}   ${times(ours, theirs)}`)

await using folder = await temporaryFolder('fleet-bench-')
const { list, few } = await benchDemoFleet()
await benchList(list)
await benchChoices(few)
await benchSheet()
await withOrderWorld(benchOrders)

/** On a server with the demo fleet, which is ended so that the others can open its data folder. */
async function benchDemoFleet(): Promise<{ list: number; few: ChoiceSpeed }> {
  await using site = await startSite({ at: folder.path })
  const token = await site.token('master')
  await benchFirstLoad(site.url, token)
  return { list: await timeList(site.url, token), few: await timeChoices(site.url, token) }
}

async function benchFirstLoad(url: string, token: string): Promise<void> {
  const page = await fetch(`${url}/api/devices?page_limit=100`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { data } = (await page.json()) as { data: object[] }
  await using bare = await startBareList(data)
  await using browser = await startChromium()
  const [ours, theirs] = await compare(browser, [
    { url: `${url}/app/devices`, storage: { token }, row: 'tbody tr:has(td)' },
    { url: `${bare.url}/#/devices`, row: 'tbody tr' },
  ])
  if (!ours || !theirs) return
  print('First load of the device list, cold, in Chromium')
  print(`  JavaScript, gzip       ${kB(ours.scriptsGzip)}   bare react-admin list ${kB(theirs.scriptsGzip)}`)
  for (const script of ours.scripts) print(`    ${kB(script.gzip).padStart(9)}  ${script.name}`)
  const fits = ours.scriptsGzip <= BUDGET_KB * 1000
  print(`  budget ${BUDGET_KB} kB          ${fits ? 'kept' : 'EXCEEDED'}`)
  printRatio('first row', ours.firstRowMs, 'bare', theirs.firstRowMs)
  if (!fits) process.exitCode = 1
}

async function benchList(list: number): Promise<void> {
  await using db = await openDatabase({ folder: folder.path })
  print('A page of 20 devices, with names and the exact count, on PGlite, p50')
  printRatio('over HTTP', list, 'bare query', await timeBareQuery(db))
}

async function benchChoices(few: ChoiceSpeed): Promise<void> {
  const db = await openDatabase({ folder: folder.path })
  await addClients(db)
  await db.destroy()
  await using site = await startSite({ at: folder.path })
  const { page, choices } = await timeChoices(site.url, await site.token('master'))
  print(`Among ${many(MANY_CLIENTS)} clients, over HTTP on PGlite, p50`)
  printRatio('a page of 20', page, "with the demo fleet's", few.page)
  printRatio('choices of a dropdown', choices, "with the demo fleet's", few.choices)
}

async function benchSheet(): Promise<void> {
  const { rows, fileBytes, seconds, grownMiB } = await measureSheet()
  print(`Reading a spreadsheet of ${many(rows)} rows × 6 cells (${kB(fileBytes)})`)
  print(
    `  ${seconds.toFixed(2)} s   ${many(Math.round(rows / seconds))} rows/s   +${grownMiB.toFixed(0)} MiB`,
  )
}

async function benchOrders(world: OrderWorld): Promise<void> {
  print(`Orders over HTTP, as a master, on ${world.engine}, p50`)
  const order = await timeRegistration(world)
  printRatio(`order to ${many(world.batch)}`, order.registeredMs, 'bare INSERT … SELECT', order.bareInsertMs)
  print(`    meanwhile others       ${ms(order.meanwhileMs)} at most for a page of orders`)
  const page = await timeOrderPages(world)
  printRatio(`page of ${many(world.orders)}`, page.firstMs, 'bare query', page.bareMs)
  print(
    `    the last ${ms(page.lastMs)}, of a search ${ms(page.foundMs)}, the status counts ${ms(page.countsMs)}`,
  )
  const digits = await timeDigits(world)
  printRatio(`4 digits among ${many(world.devices)}`, digits.searchMs, 'bare query', digits.bareMs)
  const bulk = await timeBulkChange(world)
  printRatio(`${many(world.batch)} devices`, bulk.changedMs, 'bare UPDATE', bulk.bareMs)
  await benchDashboard(world)
}

async function benchDashboard(world: OrderWorld): Promise<void> {
  const { bare, ...speed } = await timeDashboard(world)
  print(`The dashboard over HTTP, as a master, ${many(world.devices)} devices on ${world.engine}, p50 / p95`)
  const line = (what: string, { p50, p95 }: Spread) =>
    print(`  ${what.padEnd(22)} ${ms(p50)} / ${ms(p95)}   ${times(p50, bare.p50)} of the bare GROUP BY`)
  line('stats', speed.stats)
  line('places', speed.places)
  line('one province', speed.province)
  line('its list, exact total', speed.list)
  line('bare GROUP BY', bare)
  // It is meant for a million devices on a server of their own.
  if (!world.engine.startsWith('PostgreSQL')) return
  const fits = [speed.stats, speed.places, speed.province].every(({ p50 }) => p50 <= DASHBOARD_MS)
  print(`  target ${DASHBOARD_MS} ms            ${fits ? 'kept' : 'MISSED'}`)
}
