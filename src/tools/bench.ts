/**
 * `npm run bench` measures sizes, times and memory. Each figure is compared with a baseline of the same run, because
 * absolute times depend on the machine. Needs `npm run build`. `npm run bench -- counters rabbitmq` runs only these
 * parts; `--devices 10000000` is the size of the large fleet.
 */
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { openDatabase } from '../server/store/database'
import { startBareList } from './bench/bareList'
import { benchCounters } from './bench/counters'
import { benchDemo } from './bench/demo'
import { benchExpressions } from './bench/expressions'
import { compareFirstLoads } from './bench/firstLoad'
import { timeBulkChange } from './bench/fleet/bulkChange'
import { timeExport } from './bench/fleet/exportRows'
import { type LargeFleet, withLargeFleet } from './bench/fleet/largeFleet'
import { timeRegistration } from './bench/fleet/orderCalls'
import { benchPages, benchPlans } from './bench/fleet/pages'
import { benchWrites } from './bench/fleet/writes'
import { benchGateway } from './bench/gateway'
import { timeImport } from './bench/importRows'
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
import { benchLiveChanges } from './bench/liveChanges'
import { benchPixel } from './bench/pixel'
import { formatCount, formatRatio, kB, ms, print, printRatio, targetNote } from './bench/print'
import { measureSheet } from './bench/sheetRows'
import { benchStalledDevices } from './bench/stalledDevices'
import { CROWD, timeUploads, UPLOADED, type UploadSpeed } from './bench/uploadRows'
import { startChromium } from './services/chromium'
import { startSite, temporaryFolder } from './services/site'

/** Maximum size (gzip) of all JavaScript of the first load of the device list. */
const BUDGET_KB = 345
/** Maximum growth of the server during simultaneous uploads. */
const UPLOAD_MB = 200
/** Maximum time of an upload (without reading its file) and of a bulk change, as a multiple of the bare statement. */
const BULK_TIMES = 1.5
/** Rows of imported sheets. */
const IMPORTED = [3_000, 100_000]
/** Maximum growth of the server, and time to the first byte, of an export of a million devices. */
const EXPORT_MB = 100
const EXPORT_FIRST_MS = 300
/** Maximum median time of a dashboard call on PostgreSQL. */
const DASHBOARD_MS = 5

const PARTS = {
  console: benchConsole,
  sheet: benchSheet,
  uploads: benchUploads,
  imports: benchImports,
  orders: () => withLargeFleet(benchOrders, Number(options.devices ?? 0) || undefined),
  bulk: () => withLargeFleet(benchBulk, Number(options.devices ?? 0) || undefined),
  counters: benchCounters,
  expressions: benchExpressions,
  pixel: benchPixel,
  demo: benchDemo,
  live: benchLiveChanges,
  stalled: benchStalledDevices,
  aedes: () => benchGateway('aedes'),
  mosquitto: () => benchGateway('mosquitto'),
  rabbitmq: () => benchGateway('rabbitmq'),
}

const { values: options, positionals: chosenNames } = parseArgs({
  allowPositionals: true,
  options: { devices: { type: 'string' } },
})
const unknownNames = chosenNames.filter(name => !(name in PARTS))
if (unknownNames.length > 0) {
  print(`Unknown parts: ${unknownNames.join(', ')}. Known: ${Object.keys(PARTS).join(', ')}.`)
  process.exit(1)
}
for (const [name, run] of Object.entries(PARTS))
  if (chosenNames.length === 0 || chosenNames.includes(name)) {
    const [load = 0] = loadavg()
    print(`— ${name} (load before ${load.toFixed(1)})`)
    await run()
  }

/** The load of one console on a server with the demo fleet. */
async function benchConsole(): Promise<void> {
  await using folder = await temporaryFolder('fleet-bench-')
  const { listMs, choices } = await benchDemoFleet(folder.path)
  await benchList(folder.path, listMs)
  await benchChoices(folder.path, choices)
}

/** Measures on a server with the demo fleet, and stops it, so that the next steps can open its data folder. */
async function benchDemoFleet(folder: string): Promise<{ listMs: number; choices: ChoiceSpeed }> {
  await using site = await startSite({ folder })
  const token = await site.token('master')
  await benchFirstLoad(site.url, token)
  return { listMs: await timeList(site.url, token), choices: await timeChoices(site.url, token) }
}

async function benchFirstLoad(url: string, token: string): Promise<void> {
  const page = await fetch(`${url}/api/devices?page_limit=100`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { data } = (await page.json()) as { data: object[] }
  await using bare = await startBareList(data)
  await using browser = await startChromium()
  const [consoleLoad, bareLoad] = await compareFirstLoads(browser, [
    { url: `${url}/app/devices`, storage: { token }, row: 'tbody tr:has(td)' },
    { url: `${bare.url}/#/devices`, row: 'tbody tr' },
  ])
  if (!consoleLoad || !bareLoad) return
  print('First load of the device list, cold, in Chromium')
  print(
    `  JavaScript, gzip       ${kB(consoleLoad.scriptsGzip)}   bare react-admin list ${kB(bareLoad.scriptsGzip)}`,
  )
  for (const script of consoleLoad.scripts) print(`    ${kB(script.gzip).padStart(9)}  ${script.name}`)
  const isSmallEnough = consoleLoad.scriptsGzip <= BUDGET_KB * 1000
  print(`  budget ${BUDGET_KB} kB          ${isSmallEnough ? 'kept' : 'EXCEEDED'}`)
  printRatio('first row', consoleLoad.firstRowMs, 'bare', bareLoad.firstRowMs)
  if (!isSmallEnough) process.exitCode = 1
}

async function benchList(folder: string, listMs: number): Promise<void> {
  await using db = await openDatabase({ folder })
  print('A page of 20 devices, with names and the exact count, on PGlite, p50')
  printRatio('over HTTP', listMs, 'bare query', await timeBareQuery(db))
}

/** @param withFew the times with the few clients of the demo fleet */
async function benchChoices(folder: string, withFew: ChoiceSpeed): Promise<void> {
  const db = await openDatabase({ folder })
  await addClients(db)
  await db.destroy()
  await using site = await startSite({ folder })
  const { page, choices } = await timeChoices(site.url, await site.token('master'))
  print(`Among ${formatCount(MANY_CLIENTS)} clients, over HTTP on PGlite, p50`)
  printRatio('a page of 20', page, "with the demo fleet's", withFew.page)
  printRatio('choices of a dropdown', choices, "with the demo fleet's", withFew.choices)
}

async function benchSheet(): Promise<void> {
  const { rows, fileBytes, seconds, grownMiB } = await measureSheet()
  print(`Reading a spreadsheet of ${formatCount(rows)} rows × 6 cells (${kB(fileBytes)})`)
  print(`  ${seconds.toFixed(2)} s   ${formatCount(rows / seconds)} rows/s   +${grownMiB.toFixed(0)} MiB`)
}

async function benchUploads(): Promise<void> {
  printUploads(await timeUploads())
  if (process.env.TEST_DATABASE_URL) printUploads(await timeUploads(process.env.TEST_DATABASE_URL))
  else print('Uploads on PostgreSQL: NOT RUN (needs TEST_DATABASE_URL)')
}

function printUploads(speed: UploadSpeed): void {
  const { engine, uploadMs, parsingMs, copyMs, grownByOne, grownByCrowd, checkMs } = speed
  print(`${formatCount(UPLOADED)} devices uploaded as xlsx, on ${engine}`)
  const line = (label: string, value: string) => print(`  ${label.padEnd(22)} ${value}`)
  if (checkMs !== undefined) line('check in Chromium', ms(checkMs))
  line('reading the file', ms(parsingMs))
  if (copyMs === undefined) line('sent to stored', ms(uploadMs))
  else {
    printRatio('sent to stored', uploadMs, 'bare COPY', copyMs)
    const maxMs = BULK_TIMES * copyMs + parsingMs
    line('', targetNote(`${ms(maxMs)} (${BULK_TIMES} × COPY and reading)`, uploadMs <= maxMs).trim())
  }
  line('the server grows by', `${grownByOne.toFixed(0)} MB`)
  const note = targetNote(`${UPLOAD_MB} MB`, grownByCrowd <= UPLOAD_MB)
  line(`with ${CROWD} at once`, `${grownByCrowd.toFixed(0)} MB${note}`)
}

async function benchImports(): Promise<void> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) return print('Imports: NOT RUN (needs TEST_DATABASE_URL)')
  for (const rows of IMPORTED) {
    const { importMs, saveMs, grownMb } = await timeImport(server, rows)
    print(`${formatCount(rows)} models imported, on PostgreSQL`)
    printRatio('a row', importMs / rows, 'a single save', saveMs)
    print(`  the server grows by    ${grownMb.toFixed(0)} MB`)
  }
}

async function benchOrders(world: LargeFleet): Promise<void> {
  print(`Orders over HTTP, as a master, on ${world.engine}, p50`)
  const order = await timeRegistration(world)
  printRatio(
    `order to ${formatCount(world.batch)}`,
    order.registeredMs,
    'bare INSERT … SELECT',
    order.bareInsertMs,
  )
  print(`    meanwhile others       ${ms(order.meanwhileMs)} at most for a page of orders`)
  await benchPages(world)
  await benchPlans(world)
  await benchDashboard(world)
  await benchWrites(world)
}

async function benchBulk(world: LargeFleet): Promise<void> {
  const { changedMs, bareMs } = await timeBulkChange(world)
  print(
    `${formatCount(world.batch)} of ${formatCount(world.devices)} devices given to another client, on ${world.engine}`,
  )
  printRatio('asked to stored', changedMs, 'bare UPDATE', bareMs)
  print(`  ${''.padEnd(22)} ${targetNote(`${BULK_TIMES} ×`, changedMs <= BULK_TIMES * bareMs).trim()}`)
  await benchExport(world)
}

async function benchExport(world: LargeFleet): Promise<void> {
  print(`The list of ${formatCount(world.devices)} devices as a spreadsheet, on ${world.engine}`)
  for (const format of ['xlsx', 'csv']) {
    const { firstByteMs, seconds, bytes, grownMiB } = await timeExport(world, `export[format]=${format}`)
    const note = targetNote(
      `${EXPORT_FIRST_MS} ms, ${EXPORT_MB} MiB`,
      firstByteMs <= EXPORT_FIRST_MS && grownMiB <= EXPORT_MB,
    )
    print(
      `  ${format.padEnd(22)} first byte ${ms(firstByteMs)}, all ${seconds.toFixed(0)} s, ${kB(bytes)}, +${grownMiB.toFixed(0)} MiB${note}`,
    )
  }
}

async function benchDashboard(world: LargeFleet): Promise<void> {
  const { bare, ...speed } = await timeDashboard(world)
  print(
    `The dashboard over HTTP, as a master, ${formatCount(world.devices)} devices on ${world.engine}, p50 / p95`,
  )
  const line = (label: string, { p50, p95 }: Spread) =>
    print(
      `  ${label.padEnd(22)} ${ms(p50)} / ${ms(p95)}   ${formatRatio(p50, bare.p50)} of the bare GROUP BY`,
    )
  line('stats', speed.stats)
  line('places', speed.places)
  line('one province', speed.province)
  line('its list, exact total', speed.list)
  line('bare GROUP BY', bare)
  // The target is for PostgreSQL with a million devices.
  if (!world.engine.startsWith('PostgreSQL')) return
  const isFastEnough = [speed.stats, speed.places, speed.province].every(({ p50 }) => p50 <= DASHBOARD_MS)
  print(`  target ${DASHBOARD_MS} ms            ${isFastEnough ? 'kept' : 'MISSED'}`)
}
