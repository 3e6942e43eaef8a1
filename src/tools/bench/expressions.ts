/**
 * Measures rules and computed fields: saving a record with twenty checks and without, and reading a page that is
 * filtered and sorted by computed fields, for a user whose role has a row rule.
 */
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openConfig } from '../../server/config/openConfig'
import { packageRoot } from '../../server/packageRoot'
import { type Db, openDatabase } from '../../server/store/database'
import { temporaryFolder } from '../services/site'
import { newDatabase, serveMaster } from './fleet/largeFleet'
import { formatCount, formatRatio, print, printRatio, targetNote } from './print'
import { median, timed } from './timing'

const CHECKS = 20
const ROUNDS = 200
const WARM_UP_ROUNDS = 20
const PAGE_ROUNDS = 15
/** Maximum time of a save with checks, as a multiple of one without. */
const MAX_SAVE_RATIO = 1.3
/** Maximum time of a page, as a multiple of the bare query. */
const MAX_PAGE_RATIO = 2

const FILTER = { size: 'large' }

/** The records that are saved; see `fill`. */
const RECORD_IDS = { checked: 1, plain: 2 }

/**
 * Writes a config with the rentals of the examples twice: `checked` with checks, `plain` without.
 *
 * @returns its folder
 */
async function writeConfig(parentFolder: string): Promise<string> {
  const folder = join(parentFolder, 'config')
  await cp(join(packageRoot, 'config'), folder, { recursive: true })
  const text = await readFile(join(folder, 'examples/rentals.json'), 'utf8')
  const file = JSON.parse(text) as Record<string, unknown> & { checks: { name: string }[] }
  const [check] = file.checks
  const checks = Array.from({ length: CHECKS }, (_, index) => ({ ...check, name: `rule${index}` }))
  const writeResource = (name: string, checks: object[]) =>
    writeFile(
      join(folder, `resources/${name}.json`),
      JSON.stringify({ ...file, path: `/app/${name}`, checks }),
    )
  await writeResource('checked', checks)
  await writeResource('plain', [])
  const role = { label: 'bench', level: 'master', resources: { plain: { rows: 'quantity <= 15' } } }
  await writeFile(join(folder, 'roles.json'), JSON.stringify({ roles: { bench: role } }))
  return folder
}

/** The number of records: fewer on PGlite, which is for small fleets. */
const RECORDS = { PostgreSQL: 1_000_000, PGlite: 200_000 }

/** Measures on PGlite, and on PostgreSQL if `TEST_DATABASE_URL` is set. */
export async function benchExpressions(): Promise<void> {
  const server = process.env.TEST_DATABASE_URL
  if (server) await benchOn('PostgreSQL', server)
  else print('Rules and computed fields on PostgreSQL: NOT RUN (needs TEST_DATABASE_URL)')
  await benchOn('PGlite')
}

async function benchOn(engine: keyof typeof RECORDS, server?: string): Promise<void> {
  const records = RECORDS[engine]
  await using folder = await temporaryFolder('fleet-bench-')
  await using database = server ? await newDatabase(server) : undefined
  await using db = await openDatabase(database ?? { memory: true })
  await fill(db, records)
  const config = await openConfig({ folder: await writeConfig(folder.path), watch: false })
  await using served = await serveMaster(db, config)
  print(`Rules and computed fields over HTTP, as a master, on ${engine}, p50`)

  const { checkedMs, plainMs } = await timeSaves((name, id, body) =>
    served.send('PUT', `/api/resources/${name}/${id}`, body),
  )
  printRatio(`a save, ${CHECKS} checks`, checkedMs, 'without', plainMs)
  print(`  ${''.padEnd(22)}${targetNote(`${MAX_SAVE_RATIO} ×`, checkedMs / plainMs <= MAX_SAVE_RATIO)}`)

  await sql`update clients set role = 'bench' where id = 1`.execute(db)
  const query = new URLSearchParams({
    filter: JSON.stringify(FILTER),
    sort: JSON.stringify(['total', 'DESC']),
    range: '[0,19]',
  })
  const pageTimes: number[] = []
  const bareTimes: number[] = []
  for (let round = 0; round < PAGE_ROUNDS; round++) {
    pageTimes.push(await timed(() => served.ask('GET', `/api/resources/plain?${query}`)))
    bareTimes.push(await timed(() => bareQuery(db)))
  }
  const pageMs = median(pageTimes)
  const bareMs = median(bareTimes)
  print(`  a filter, a row rule, sorted by a computed field, with the exact count`)
  printRatio(`page of ${formatCount(records)}`, pageMs, 'bare query', bareMs)
  print(
    `  ${`${formatRatio(pageMs, bareMs)} the query`.padEnd(22)}${targetNote(`${MAX_PAGE_RATIO} ×`, pageMs / bareMs <= MAX_PAGE_RATIO)}`,
  )
}

/** Saves records of both resources alternately, so that they are measured under the same load. @returns medians */
async function timeSaves(
  save: (name: string, id: number, body: object) => Promise<unknown>,
): Promise<{ checkedMs: number; plainMs: number }> {
  const times: Record<'checked' | 'plain', number[]> = { checked: [], plain: [] }
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++)
    for (const name of ['checked', 'plain'] as const) {
      // Another day of February each time, so that the save changes the record.
      const day = String(1 + (round % 28)).padStart(2, '0')
      const body = { begin: '2026-01-01', end: `2026-02-${day}` }
      const tookMs = await timed(() => save(name, RECORD_IDS[name], body))
      if (round >= WARM_UP_ROUNDS) times[name].push(tookMs)
    }
  return { checkedMs: median(times.checked), plainMs: median(times.plain) }
}

/** The minimum for a page: the matching rows, sorted, and their number. */
const bareQuery = (db: Db) =>
  sql`
    select id, data, created, updated, count(*) over () as count from records
    where resource = 'plain' and data ->> 'size' = 'large'
      and case when jsonb_typeof(data -> 'quantity') = 'number' then (data ->> 'quantity')::numeric end <= 15
    order by case when jsonb_typeof(data -> 'total') = 'number' then (data ->> 'total')::numeric end desc nulls last, id desc limit 20`.execute(
    db,
  )

async function fill(db: Db, count: number): Promise<void> {
  const rental = sql`jsonb_build_object('title', 'rental ' || n, 'kind', 'month', 'begin', '2026-01-01', 'price', n % 1000 * 100,
    'quantity', 1 + n % 20, 'total', n % 1000 * 100 * (1 + n % 20), 'size', case when n % 1000 * 100 * (1 + n % 20) >= 1000000 then 'large' else 'small' end)`
  await sql`insert into clients (id, vendor_id, level, name, email, password_hash) values (1, 0, 9, 'bench', 'bench@test.local', 'x')`.execute(
    db,
  )
  const step = 20_000
  for (let from = 1; from <= count; from += step)
    await sql`insert into records (resource, vendor_id, maker_id, data)
      select case when n = 1 then 'checked' else 'plain' end, 0, 1, ${rental}
      from generate_series(${from}::integer, ${Math.min(count, from + step - 1)}::integer) as n`.execute(db)
  await sql`vacuum analyze records`.execute(db)
}
