/**
 * `npm run soak -- [minutes] [devices]`: simulates fifty users and continuous uploads on a large fleet, on the
 * PostgreSQL of TEST_DATABASE_URL. Prints the response times by kind of call and the memory of the server, and fails if
 * a limit is exceeded. Needs `npm run build`.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { hashPassword } from '../server/commands/accounts/passwords'
import { openDatabase } from '../server/store/database'
import { fillLargeFleet, newDatabase } from './bench/fleet/largeFleet'
import { percentile } from './bench/timing'
import { startSite } from './services/site'
import type { KindReport, LoadSettings } from './soak/load'
import { atMinute, type Sample, watchMemory } from './soak/memory'

const USERS = 50
const PASSWORD = 'Fleet-soak1!'
/** Limits under load. */
const MAX_P99_MS = 1_000
/** Ratio of the memory at the end and at `WARM_MINUTE`. */
const MAX_GROWTH = 1.1
const MAX_MB = 700
/** The minute by which the load has used every kind of call at least once. */
const WARM_MINUTE = 2

const [minutes = 10, devices = 1_000_000] = process.argv.slice(2).map(Number)
const server = process.env.TEST_DATABASE_URL
if (!(minutes > 0 && devices >= 1_000)) fail('Give minutes and devices, such as: npm run soak -- 10 1000000')
else if (!server) fail('PostgreSQL: NOT RUN (set TEST_DATABASE_URL)')
else await soak(server)

function fail(sentence: string): void {
  console.error(sentence)
  process.exitCode = 1
}

async function soak(server: string): Promise<void> {
  await using database = await newDatabase(server)
  console.log(`A fleet of ${devices.toLocaleString('en')} devices is made.`)
  const users = await fill(database.url)
  await using site = await startSite({
    env: { DATABASE_URL: database.url, FLEET_DEMO: '0', FLEET_MASTER_PASSWORD: PASSWORD },
  })
  const memory = watchMemory(site.pid)
  const reports = await load({ url: site.url, seconds: minutes * 60, users, password: PASSWORD })
  memory.stop()
  for (const problem of exceededLimits(reports, memory.samples)) fail(`LIMIT EXCEEDED: ${problem}`)
}

/** Fills the database. @returns the e-mail addresses of the users, a master first */
async function fill(url: string): Promise<string[]> {
  await using db = await openDatabase({ url })
  await fillLargeFleet(db, { devices, batch: devices / 10, orders: devices / 10 })
  // The master, and accounts from id 10 on: devices belong to these (see `fillLargeFleet`).
  const ids = [1, ...Array.from({ length: USERS - 1 }, (_, index) => 10 + index)]
  const accounts = await db
    .updateTable('clients')
    .set({ password_hash: await hashPassword(PASSWORD) })
    .where('id', 'in', ids)
    .returning(['id', 'email'])
    .execute()
  return accounts.sort((a, b) => a.id - b.id).map(({ email }) => email)
}

async function load(settings: LoadSettings): Promise<KindReport[]> {
  const child = fork(join(import.meta.dirname, 'soak/load.ts'), { execArgv: ['--import', 'tsx'] })
  child.send(settings)
  const exited = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`the load generator ended (${code})`)),
  )
  const [reports] = (await Promise.race([once(child, 'message'), exited])) as [KindReport[]]
  exited.catch(() => undefined)
  return reports
}

/** Prints the measurements. @returns the exceeded limits */
function exceededLimits(reports: readonly KindReport[], samples: readonly Sample[]): string[] {
  const problems: string[] = []
  console.log('kind         calls    p50 ms    p99 ms    max ms   answers other than 200')
  for (const { kind, took, others } of reports) {
    const p99 = percentile(took, 0.99)
    const figures = [percentile(took, 0.5), p99, percentile(took, 1)]
      .map(ms => ms.toFixed(0).padStart(10))
      .join('')
    const otherAnswers = Object.entries(others).map(([status, count]) => `${count} × ${status}`)
    console.log(`${kind.padEnd(10)}${String(took.length).padStart(8)}${figures}  ${otherAnswers.join(', ')}`)
    const isUpload = kind === 'upload'
    // Uploads may be refused because too many wait, but not all of them.
    for (const status of Object.keys(others))
      if (!(isUpload && status.startsWith('429'))) problems.push(`${kind} was answered ${status}`)
    if (isUpload && Object.values(others).reduce((sum, count) => sum + count, 0) === took.length)
      problems.push('no upload was accepted')
    if (!isUpload && p99 > MAX_P99_MS)
      problems.push(`${kind} took ${p99.toFixed(0)} ms (p99), more than ${MAX_P99_MS}`)
  }
  return [...problems, ...exceededMemoryLimits(samples)]
}

function exceededMemoryLimits(samples: readonly Sample[]): string[] {
  const problems: string[] = []
  const lastMinute = Math.floor(minutes)
  const peak = Math.max(...samples.map(({ mb }) => mb))
  const early = atMinute(samples, WARM_MINUTE)
  const late = atMinute(samples, lastMinute)
  const megabytes = (mb: number | undefined) => (mb === undefined ? 'not measured' : `${mb.toFixed(0)} MB`)
  console.log(
    `memory of all processes: minute ${WARM_MINUTE} ${megabytes(early)}, minute ${lastMinute} ${megabytes(late)}, peak ${megabytes(peak)}`,
  )
  if (peak > MAX_MB) problems.push(`${peak.toFixed(0)} MB, more than ${MAX_MB}`)
  if (lastMinute > WARM_MINUTE && (!early || !late || late > early * MAX_GROWTH))
    problems.push(`memory grew from ${megabytes(early)} to ${megabytes(late)}, more than ${MAX_GROWTH} ×`)
  return problems
}
