/** A page of the device list over HTTP, beside the bare query on the same records in the same run. */
import { sql } from 'kysely'
import type { Db } from '../../server/store/database'
import { median } from './firstLoad'

const ROUNDS = 200
const WARM_UP = 30

/** Milliseconds at the middle, of one client that asks again and again. */
export const timeList = (url: string, token: string) =>
  timeGet(`${url}/api/devices?page_index=1&page_limit=20&order_by=id&ascending=1`, token)

export async function timeGet(url: string, token: string): Promise<number> {
  return timed(async () => {
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    if (!answer.ok) throw new Error(`${url} answers ${answer.status}`)
    await answer.json()
  })
}

/** The least that a page of 20 devices can cost: their rows, without names of models and batches, and no count. */
export async function timeBareQuery(db: Db): Promise<number> {
  return timed(async () => {
    await sql`select * from devices order by id limit 20`.execute(db)
  })
}

async function timed(work: () => Promise<void>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS + WARM_UP; round++) {
    const began = performance.now()
    await work()
    if (round >= WARM_UP) times.push(performance.now() - began)
  }
  return median(times)
}
