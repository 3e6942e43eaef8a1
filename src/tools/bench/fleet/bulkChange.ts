/** Measures a change of many devices. The baseline is an UPDATE of the same rows, with its indexes and triggers. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { median, timed } from '../timing'
import type { LargeFleet } from './largeFleet'

interface BulkSpeed {
  /** From the request until all devices are changed. */
  changedMs: number
  /** The baseline: the bare UPDATE. */
  bareMs: number
}

/** Two clients of the vendor of batch 1: its devices are moved from one to the other and back. */
const CLIENTS = [10, 20]

/** Times the change and the baseline alternately, so that they run under the same load. @returns medians */
export async function timeBulkChange({ db, ask, batch }: LargeFleet, rounds = 3): Promise<BulkSpeed> {
  const changed: number[] = []
  const bare: number[] = []
  for (let round = 0; round < rounds; round++) {
    const client = CLIENTS[round % 2]!
    const change = {
      name: randomUUID(),
      kind: 'change',
      filter: { batch: 1 },
      expected: batch,
      values: { client },
    }
    changed.push(await timed(() => ask('POST', '/api/bulk/devices', change)))
    await sql`vacuum devices`.execute(db)
    const otherClient = CLIENTS[(round + 1) % 2]!
    bare.push(
      await timed(() => sql`update devices set client_id = ${otherClient} where batch_id = 1`.execute(db)),
    )
    await sql`vacuum devices`.execute(db)
  }
  return { changedMs: median(changed), bareMs: median(bare) }
}
