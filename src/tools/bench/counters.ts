/** Measures the dashboard while ten thousand devices per second go online or offline. The baseline is no load. */
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { checkCounters } from '../../server/store/counters'
import { readValue } from '../../server/store/counts'
import { type Db, openDatabase } from '../../server/store/database'
import { counterSweeps } from '../../server/upkeep/counterSweeps'
import { newDatabase, serveMaster } from './fleet/largeFleet'
import { formatCount, formatRatio, ms, print, targetNote } from './print'
import { median, percentile, timed } from './timing'

const DEVICES = 200_000
const VENDORS = 50
const PER_SECOND = 10_000
/** Devices per statement. */
const ROWS = 500
const SECONDS = 60
/** Interval of dashboard requests. */
const ASK_EVERY_MS = 100
const REQUESTS_AT_REST = 60
/** The wait after the load: by its end the server has answered all requests. */
const SETTLE_MS = 6_000
/** Maximum ratio of the response times under load and at rest. */
const MAX_RATIO = 3

export async function benchCounters(): Promise<void> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) return print('Counts while devices come and go: NOT RUN (needs TEST_DATABASE_URL)')
  await using database = await newDatabase(server)
  await using db = await openDatabase(database)
  await fill(db)
  await using site = await serveMaster(db)
  const ask = () => timed(() => site.ask('GET', '/api/dashboard/stats'))
  const sweeping = keepFolding(db)
  try {
    // Not measured: the first answers are slower.
    await askRepeatedly(REQUESTS_AT_REST, ask)
    const timesBefore = await askRepeatedly(REQUESTS_AT_REST, ask)
    const busy = await flipDevices(db, ask)
    await wait(SETTLE_MS)
    const timesAfter = await askRepeatedly(REQUESTS_AT_REST, ask)
    print(formatReport(busy, [...timesBefore, ...timesAfter]))
  } finally {
    await sweeping.stop()
  }
  const wrongCounts = await checkCounters(db)
  if (wrongCounts.length > 0) throw new Error(`${wrongCounts.length} counts are wrong`)
}

interface BusyReport {
  perSecond: number
  answerMs: number[]
  /** Numbers of differences not yet folded into the counts, one per second. */
  backlog: number[]
}

function formatReport({ perSecond, answerMs, backlog }: BusyReport, restMs: number[]): string {
  const half = Math.floor(backlog.length / 2)
  const firstBacklog = median(backlog.slice(0, half))
  const secondBacklog = median(backlog.slice(half))
  const spread = (values: number[]) => `${ms(median(values))} / ${ms(percentile(values, 0.95))}`
  const ratio = median(answerMs) / median(restMs)
  return [
    `Statistics over HTTP, ${formatCount(DEVICES)} devices of ${VENDORS} vendors on PostgreSQL, p50 / p95`,
    `  at rest                ${spread(restMs)}`,
    `  ${formatCount(perSecond)} flips/s          ${spread(answerMs)}   ${formatRatio(median(answerMs), median(restMs))}${targetNote(`${MAX_RATIO} ×`, ratio <= MAX_RATIO)}`,
    `  not folded             ${formatCount(firstBacklog)} differences at the middle of the first half, ${formatCount(secondBacklog)} of the second, ${formatCount(Math.max(...backlog))} at most`,
  ].join('\n')
}

async function askRepeatedly(times: number, ask: () => Promise<number>): Promise<number[]> {
  const all: number[] = []
  for (let round = 0; round < times; round++) {
    all.push(await ask())
    await wait(ASK_EVERY_MS / 2)
  }
  return all
}

/** Flips the state of devices at the rate `PER_SECOND`. Sends late statements without a pause. */
async function flipDevices(db: Db, ask: () => Promise<number>): Promise<BusyReport> {
  const busy: BusyReport = { perSecond: 0, answerMs: [], backlog: [] }
  const began = performance.now()
  const end = began + SECONDS * 1000
  let flipped = 0
  let statements = 0
  const flip = async () => {
    for (;;) {
      const dueAt = began + (statements++ * ROWS * 1000) / PER_SECOND
      if (dueAt >= end) return
      await wait(Math.max(0, dueAt - performance.now()))
      if (performance.now() >= end) return
      const first = Math.floor(Math.random() * DEVICES)
      // Devices of different vendors, far from each other in the table.
      const ids = Array.from({ length: ROWS }, (_, row) => idOf((first + row * 397) % DEVICES))
      await sql`update devices set online = not online, linked = now() where id = any(${ids}::text[])`.execute(
        db,
      )
      flipped += ROWS
    }
  }
  const repeat = async (everyMs: number, work: () => Promise<void>) => {
    while (performance.now() < end) {
      await work()
      await wait(everyMs)
    }
  }
  await Promise.all([
    ...Array.from({ length: 2 }, flip),
    repeat(ASK_EVERY_MS, async () => void busy.answerMs.push(await ask())),
    repeat(1_000, async () => {
      busy.backlog.push(await readValue(db, sql<number>`(select count(*) from device_count_deltas)`))
    }),
  ])
  busy.perSecond = flipped / ((performance.now() - began) / 1000)
  return busy
}

/** Folds the counters in the background, as the server does. */
function keepFolding(db: Db) {
  const { fold, foldAgainMs } = counterSweeps(db)
  let isStopped = false
  const run = async () => {
    while (!isStopped) {
      await fold()
      // Waits in short steps, so that `stop` takes effect soon.
      for (let restMs = foldAgainMs(); restMs > 0 && !isStopped; restMs -= 50)
        await wait(Math.min(restMs, 50))
    }
  }
  const running = run()
  return {
    stop() {
      isStopped = true
      return running
    },
  }
}

const idOf = (index: number) => `35${String(index).padStart(13, '0')}`

/** Inserts the fleet: per vendor four clients and ten batches; five models; devices in all regions. */
async function fill(db: Db): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run(`insert into vendors (id, name, brn) select i, 'vendor ' || i, lpad(i::text, 10, '0') from generate_series(1, ${VENDORS}) i;
    insert into clients (id, vendor_id, level, name, email, password_hash) values (1, 0, 9, 'bench', 'bench@test.local', 'x');
    insert into clients (id, vendor_id, level, name, email, password_hash)
      select 10 * v + c, v, 3, 'client ' || v || '-' || c, v || '-' || c || '@test.local', 'x'
      from generate_series(1, ${VENDORS}) v, generate_series(1, 4) c;
    insert into models (id, name) select i, 'model ' || i from generate_series(1, 5) i;
    insert into batches (id, vendor_id, model_id, name)
      select 10 * v + b, v, 1, 'batch ' || v || '-' || b from generate_series(1, ${VENDORS}) v, generate_series(0, 9) b;
    insert into devices (id, isdn, serial, vendor_id, client_id, model_id, batch_id, online, linked, sido)
      select '35' || lpad(i::text, 13, '0'), '010' || lpad(i::text, 8, '0'), i::text, v,
        case when i / 50 % 5 > 0 then 10 * v + i / 50 % 5 end, 1 + i / 250 % 5, 10 * v + i / 1250 % 10, i % 3 > 0, now(),
        'KR-' || (array[11, 26, 27, 28, 29, 30, 31, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50])[1 + i / 7 % 17]
      from generate_series(0, ${DEVICES - 1}) i, lateral (select 1 + i % ${VENDORS} as v) of`)
  await sql`vacuum analyze`.execute(db)
}
