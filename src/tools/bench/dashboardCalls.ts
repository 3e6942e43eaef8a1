/** What the dashboard costs, beside what it would cost to count: both on the same devices in the same run. */
import { sql } from 'kysely'
import type { OrderWorld } from './orderWorld'

/** Milliseconds at the middle, and at the twentieth of the slowest. */
export interface Spread {
  p50: number
  p95: number
}

export interface DashboardSpeed {
  stats: Spread
  places: Spread
  province: Spread
  /** Page 1 of the device list with its exact total, of one region. */
  list: Spread
  /** The bare GROUP BY that the places would be without counters. */
  bare: Spread
}

/** Over HTTP, one client that asks again and again. */
export async function timeDashboard({ db, ask }: Pick<OrderWorld, 'db' | 'ask'>): Promise<DashboardSpeed> {
  return {
    stats: await spread(() => ask('GET', '/api/dashboard/stats')),
    places: await spread(() => ask('GET', '/api/dashboard/place')),
    province: await spread(() => ask('GET', '/api/dashboard/place?sido=KR-11')),
    list: await spread(() => ask('GET', '/api/devices?sido=KR-11&status=linked')),
    bare: await spread(
      () => sql`select sido, online, count(*) from devices group by sido, online`.execute(db),
      20,
    ),
  }
}

async function spread(work: () => Promise<unknown>, rounds = 200): Promise<Spread> {
  const times: number[] = []
  // A server that has just begun is still compiling what it does most.
  const warmUp = rounds
  for (let round = 0; round < rounds + warmUp; round++) {
    const began = performance.now()
    await work()
    if (round >= warmUp) times.push(performance.now() - began)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!
  return { p50: at(0.5), p95: at(0.95) }
}
