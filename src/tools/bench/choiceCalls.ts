/** The list of clients and what a dropdown offers of them, with few records and with many on the same server. */
import { sql } from 'kysely'
import type { Db } from '../../server/store/database'
import { timeGet } from './listCall'

export const MANY_CLIENTS = 10_000

export interface ChoiceSpeed {
  /** A page of 20, with the exact count. */
  page: number
  /** The fifty that a dropdown offers for what was typed. */
  choices: number
}

/** Milliseconds at the middle. */
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
