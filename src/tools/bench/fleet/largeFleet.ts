/**
 * A large installation to measure orders: on PostgreSQL if TEST_DATABASE_URL is set, else a smaller one on PGlite.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { buildApp } from '../../../server/app'
import { openSession } from '../../../server/commands/accounts/sessions'
import { type OpenConfig, openConfig } from '../../../server/config/openConfig'
import { packageRoot } from '../../../server/packageRoot'
import { foldCounters, tidyCounters } from '../../../server/store/counters'
import { connectDatabase, type Db, openDatabase } from '../../../server/store/database'
import { NO_LIMITS } from '../../../server/store/postgres/timeLimits'
import { createTokens } from '../../../server/tokens'
import { runUniqueUpkeep } from '../../../server/upkeep/uniqueUpkeep'

export interface LargeFleet {
  /** Such as `PostgreSQL`. */
  engine: string
  devices: number
  /** The number of devices in batch 1. */
  batch: number
  /** There are as many targets as devices. */
  orders: number
  db: Db
  config: OpenConfig
  /** The address of the database; absent for PGlite. */
  url?: string | undefined
  /** Fields by which a screen can sort devices. */
  sorts: readonly string[]
  /** Calls the API as a master. @throws for any status but 2xx */
  ask(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown>
  /** GET for a response that is read as a stream. */
  open(path: string): Promise<Response>
}

/**
 * Creates the installation, which takes one or two minutes per million devices, and removes it after the work.
 *
 * @param devices default: a million; fewer on PGlite
 */
export async function withLargeFleet(
  work: (world: LargeFleet) => Promise<void>,
  devices?: number,
): Promise<void> {
  const server = process.env.TEST_DATABASE_URL
  const size = server
    ? { engine: 'PostgreSQL', devices: devices ?? 1_000_000, batch: 100_000, orders: 100_000 }
    : {
        engine: 'PGlite (smaller: set TEST_DATABASE_URL for PostgreSQL)',
        devices: devices ?? 100_000,
        batch: 10_000,
        orders: 10_000,
      }
  await using database = server ? await newDatabase(server) : undefined
  await using db = await openDatabase(database ?? { memory: true })
  if (database) {
    await using filling = await connectDatabase(database, { timeLimits: NO_LIMITS })
    await fillLargeFleet(filling, size)
  } else await fillLargeFleet(db, size)
  const config = await openConfig({ folder: `${packageRoot}/config`, watch: false })
  const { shared } = config.current()
  await runUniqueUpkeep(db, { ...(database && { databaseUrl: database.url }) }, shared)
  await using served = await serveMaster(db, config)
  const columns = shared.resources.devices?.list?.columns ?? []
  const sorts = columns.flatMap(({ field, sortable }) => (sortable ? [field] : []))
  await work({ ...size, db, config, url: database?.url, sorts, ask: served.ask, open: served.open })
}

/**
 * Starts a server on this database, to be called as a master. Disposing stops it.
 *
 * @param givenConfig default: `config/`
 */
export async function serveMaster(
  db: Db,
  givenConfig?: OpenConfig,
): Promise<
  Pick<LargeFleet, 'ask' | 'open'> & {
    send(method: string, path: string, body: object): Promise<unknown>
  } & AsyncDisposable
> {
  const config = givenConfig ?? (await openConfig({ folder: `${packageRoot}/config`, watch: false }))
  const tokens = createTokens(randomUUID() + randomUUID())
  const app = await buildApp({ db, config, tokens, env: { trustProxy: false }, now: () => new Date() })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const level = config.current().shared.levels.numbers.master
  const user = { id: 1, name: 'bench', email: 'bench@test.local', level, vendor: 0 }
  const session = await openSession(db, user.id, { origin: '', browser: 'bench', now: new Date() })
  const token = await tokens.issue(user, new Date(), 60, session)
  const open = async (path: string, request: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${token}`, ...request.headers }
    const answer = await fetch(url + path, { ...request, headers })
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`)
    return answer
  }
  const send = async (method: string, path: string, body?: object) => {
    const headers = { 'content-type': 'application/json' }
    return (await open(path, { method, headers, body: body ? JSON.stringify(body) : null })).json()
  }
  return {
    open: path => open(path),
    ask: send,
    send,
    [Symbol.asyncDispose]: () => app.close(),
  }
}

/** Creates an empty database on a PostgreSQL server. Disposing drops it. */
export async function newDatabase(server: string): Promise<AsyncDisposable & { url: string }> {
  const name = `fleet_bench_${randomUUID().replaceAll('-', '')}`
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
  await run(`create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, [Symbol.asyncDispose]: () => run(`drop database ${name} with (force)`) }
}

/** The regions of devices; one of eighteen devices has none. */
const REGIONS = [11, 26, 27, 28, 29, 30, 31, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50].map(code => `KR-${code}`)

/** Fills an empty database. Creates the trigram indexes after the rows: this takes a third of the time. */
export async function fillLargeFleet(
  db: Db,
  { devices, batch, orders }: Pick<LargeFleet, 'devices' | 'batch' | 'orders'>,
): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  const searchedColumns = ['isdn', 'id', 'serial']
  await run(`insert into vendors (id, name, brn) select i, 'vendor ' || i, lpad(i::text, 10, '0') from generate_series(1, 10) i;
    insert into clients (id, vendor_id, level, name, email, password_hash)
      values (1, 0, 9, 'bench', 'bench@test.local', 'x');
    insert into clients (id, vendor_id, level, name, email, password_hash)
      select i, 1 + i % 10, case when i % 3 = 0 then 6 else 3 end, 'client ' || i, i || '@test.local', 'x' from generate_series(2, 200) i;
    insert into models (id, name) select i, 'model ' || i from generate_series(1, 5) i;
    insert into batches (id, vendor_id, model_id, name) select i, 1, 1, 'batch ' || i from generate_series(1, 50) i;
    insert into methods (code, caption, content) values ('reboot', 'Reboot', '{"Type": "array", "Value": ["NOW"]}')`)
  for (const column of searchedColumns) await run(`drop index devices_${column}_searched`)
  const step = 50_000
  for (let from = 1; from <= devices; from += step)
    await run(`insert into devices (id, isdn, serial, vendor_id, client_id, model_id, batch_id, online, linked, closed, sido,
        version, release, edition, modem_apn, modem_band, modem_rsrp)
      select '35' || lpad(i::text, 13, '0'), '010' || lpad((i * 48271::bigint % 100000000)::text, 8, '0'), i::text,
        vendor, case when i % 4 > 0 then 10 * (1 + i % 19) + vendor - 1 end, 1 + i % 5,
        case when i <= ${batch} then 1 when i <= ${devices / 2} then 2 + i % 49 end, i % 3 > 0 and i % 50 > 0,
        case when i % 50 > 0 then now() - make_interval(secs => i * 7919::bigint % 863999) end,
        case when i % 3 = 0 and i % 50 > 0 then now() - make_interval(secs => i * 104729::bigint % 86400) end,
        ('{${REGIONS.join()}}'::text[])[1 + i / 7 % ${REGIONS.length + 1}],
        '1.' || i % 40, 'build ' || i * 31 % 299, 'edition ' || i % 4, 'apn' || i % 11, i % 7, -50 - i * 17 % 89
      from generate_series(${from}, ${Math.min(devices, from + step - 1)}) i,
        lateral (select case when i <= ${devices / 2} then 1 else 2 + i % 9 end as vendor) v`)
  for (const column of searchedColumns)
    await run(`create index devices_${column}_searched on devices using gin ((${column} || '') gin_trgm_ops)`)
  await run(`insert into orders (sender_id, sender_name, vendor_id, code, caption, title, data, theme, success, failure, waiting, expired)
      select c.id, c.name, c.vendor_id, 'reboot', 'Reboot', 'Order ' || i, 'NOW', 'search',
        case when i % 5 < 3 then 1 else 0 end, case when i % 5 = 3 then 1 else 0 end, case when i % 5 = 4 then 1 else 0 end, now() + interval '1 day'
      from generate_series(1, ${orders}) i join clients c on c.id = 1 + i % 200;
    insert into order_targets (order_id, device_id, number, status)
      select o.id, '35' || lpad((1 + (o.id * 977 + i * 31) % ${devices})::text, 13, '0'), '', case when o.id % 5 = 4 then 'waiting' else 'success' end
      from orders o, generate_series(1, ${Math.ceil(devices / orders)}) i on conflict do nothing;
    insert into order_marks (client_id, order_id, is_read, archived)
      select 1, id, true, id % 100 = 0 from orders where id % 2 = 0`)
  // A running server folds and tidies the counters within seconds.
  await foldCounters(db)
  await tidyCounters(db)
  await run('vacuum analyze')
}
