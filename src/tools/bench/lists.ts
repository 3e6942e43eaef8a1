/** Measures lists and the dashboard over HTTP. The baselines are bare queries on the same records. */
import { sql } from 'kysely'
import type { Db } from '../../server/store/database'
import type { LargeFleet } from './fleet/largeFleet'
import { median, percentile, timedRuns } from './timing'

const medianMs = async (work: () => Promise<unknown>) => median(await timedRuns(work, 200, 30))

/** A page of the device list. */
export const timeList = (url: string, token: string) =>
  timeGet(`${url}/api/devices?page_index=1&page_limit=20&order_by=id&ascending=1`, token)

const timeGet = (url: string, token: string) =>
  medianMs(async () => {
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    if (!answer.ok) throw new Error(`${url} answers ${answer.status}`)
    await answer.json()
  })

/** The minimum for a page of 20 devices: their rows, without names of models and batches, and without a count. */
export const timeBareQuery = (db: Db) =>
  medianMs(() => sql`select * from devices order by id limit 20`.execute(db))

export const MANY_CLIENTS = 10_000

export interface ChoiceSpeed {
  /** Median milliseconds of a page of 20 clients with the exact count. */
  page: number
  /** The same for the fifty choices of a dropdown with a search text. */
  choices: number
}

export async function timeChoices(url: string, token: string): Promise<ChoiceSpeed> {
  const list = `${url}/api/admin/clients?order_by=name&ascending=1&page_index=1`
  return {
    page: await timeGet(`${list}&page_limit=20`, token),
    choices: await timeGet(`${list}&page_limit=50&search=wanted`, token),
  }
}

/** Adds clients; one percent of them match the search of `timeChoices`. */
export async function addClients(db: Db): Promise<void> {
  await sql`insert into clients (name, email, password_hash, level, vendor_id)
    select case when n % 100 = 0 then 'wanted ' else 'other ' end || n, 'bench-' || n || '@bench.local', 'x', 3, 1
    from generate_series(1, ${MANY_CLIENTS}::integer) as n`.execute(db)
  await sql`analyze clients`.execute(db)
}

/** Percentiles in milliseconds. */
export interface Spread {
  p50: number
  p95: number
}

/**
 * Times the calls of the dashboard, and page 1 of the device list of one region. The baseline is a GROUP BY, which
 * counts all devices without the counters.
 */
export async function timeDashboard({ db, ask }: Pick<LargeFleet, 'db' | 'ask'>) {
  const group = sql`select sido, online, count(*) from devices group by sido, online`
  return {
    stats: await spread(() => ask('GET', '/api/dashboard/stats')),
    places: await spread(() => ask('GET', '/api/dashboard/place')),
    province: await spread(() => ask('GET', '/api/dashboard/place?sido=KR-11')),
    list: await spread(() => ask('GET', '/api/devices?sido=KR-11&status=linked')),
    bare: await spread(() => group.execute(db), 20),
  }
}

async function spread(work: () => Promise<unknown>, rounds = 200): Promise<Spread> {
  const times = await timedRuns(work, rounds, rounds)
  return { p50: median(times), p95: percentile(times, 0.95) }
}
