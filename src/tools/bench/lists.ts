/** What lists and the dashboard cost over HTTP, beside the bare queries on the same records in the same run. */
import { sql } from 'kysely'
import type { Db } from '../../server/store/database'
import type { OrderWorld } from './orderWorld'
import { median, percentile, runs } from './timing'

/** Milliseconds at the middle. */
const often = async (work: () => Promise<unknown>) => median(await runs(work, 200, 30))

/** A page of the device list. */
export const timeList = (url: string, token: string) =>
  timeGet(`${url}/api/devices?page_index=1&page_limit=20&order_by=id&ascending=1`, token)

const timeGet = (url: string, token: string) =>
  often(async () => {
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    if (!answer.ok) throw new Error(`${url} answers ${answer.status}`)
    await answer.json()
  })

/** The least that a page of 20 devices can cost: their rows, without names of models and batches, and no count. */
export const timeBareQuery = (db: Db) =>
  often(() => sql`select * from devices order by id limit 20`.execute(db))

export const MANY_CLIENTS = 10_000

export interface ChoiceSpeed {
  /** A page of 20 clients, with the exact count. */
  page: number
  /** The fifty that a dropdown offers for what was typed. */
  choices: number
}

export async function timeChoices(url: string, token: string): Promise<ChoiceSpeed> {
  const list = `${url}/api/admin/clients?order_by=name&ascending=1&page_index=1`
  return {
    page: await timeGet(`${list}&page_limit=20`, token),
    choices: await timeGet(`${list}&page_limit=50&search=wanted`, token),
  }
}

/** A hundredth of them is found by what `timeChoices` types. */
export async function addClients(db: Db): Promise<void> {
  await sql`insert into clients (name, email, password_hash, level, vendor_id)
    select case when n % 100 = 0 then 'wanted ' else 'other ' end || n, 'bench-' || n || '@bench.local', 'x', 3, 1
    from generate_series(1, ${MANY_CLIENTS}::integer) as n`.execute(db)
  await sql`analyze clients`.execute(db)
}

/** Milliseconds at the middle, and at the twentieth of the slowest. */
export interface Spread {
  p50: number
  p95: number
}

/**
 * The calls of the dashboard, page 1 of the device list of one region, and the bare GROUP BY that counts without
 * counters.
 */
export async function timeDashboard({ db, ask }: Pick<OrderWorld, 'db' | 'ask'>) {
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
  const times = await runs(work, rounds, rounds)
  return { p50: median(times), p95: percentile(times, 0.95) }
}
