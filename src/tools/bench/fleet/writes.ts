/** Times writes to the table of devices, beside the same rows in a table that has only its primary key. */
import { type RawBuilder, sql } from 'kysely'
import { connectDatabase } from '../../../server/store/database'
import { NO_LIMITS } from '../../../server/store/postgres/timeLimits'
import { formatCount, formatRatio, ms, print } from '../print'
import { median, timed } from '../timing'
import type { LargeFleet } from './largeFleet'

const ROUNDS = 7
/** Devices of a statement of the gateway. */
const BATCH = 500
/** Devices of a sheet, and of a bulk change. */
const MANY = 10_000

type Table = RawBuilder<unknown>

/** Statements that change `table`. `seed` is a new number for each. */
const WRITES: Readonly<Record<string, (table: Table, devices: number, seed: number) => RawBuilder<unknown>>> =
  {
    [`signals of ${BATCH}`]: (table, devices, seed) =>
      sql`update ${table} set modem_rsrp = -50 - (modem_rsrp + ${seed}::integer) % 89, modem_band = 3 where id = any(${someIds(devices, seed)}::text[])`,
    [`${BATCH} go online or offline`]: (table, devices, seed) =>
      sql`update ${table} set online = not online, linked = now() where id = any(${someIds(devices, seed)}::text[])`,
    [`${formatCount(MANY)} registered`]: (table, _, seed) =>
      sql`insert into ${table} (id, isdn, serial, vendor_id, model_id)
      select '99' || lpad((${seed}::integer * ${MANY} + i)::text, 13, '0'), '011' || lpad((${seed}::integer * ${MANY} + i)::text, 8, '0'),
        'S' || ${seed}::integer || '-' || i, 1, 1 from generate_series(1, ${MANY}) i`,
    [`${formatCount(MANY)} to another client`]: (table, _, seed) =>
      sql`update ${table} set client_id = ${10 + 10 * (seed % 2)}::integer
      where id > ${idOf(1 + seed * MANY)} and id <= ${idOf(1 + (seed + 1) * MANY)}`,
  }

/** Prints the times of all writes. Each is rolled back. */
export async function benchWrites({ url, devices, engine }: LargeFleet): Promise<void> {
  if (!url) return print('Writes to a large fleet: NOT RUN (needs TEST_DATABASE_URL)')
  await using db = await connectDatabase({ url }, { timeLimits: NO_LIMITS })
  await sql`create table bare_devices as table devices`.execute(db)
  await sql`alter table bare_devices alter created set default now(), add primary key (id)`.execute(db)
  await sql`vacuum analyze bare_devices`.execute(db)
  print(`Writes beside a table with a primary key only, ${formatCount(devices)} devices on ${engine}, p50`)
  for (const [label, statementOf] of Object.entries(WRITES)) {
    const times = { bare: [] as number[], untriggered: [] as number[], all: [] as number[] }
    for (let seed = 0; seed < ROUNDS; seed++) {
      const write = (table: string, isTriggered = true) =>
        timeRolledBack(db, statementOf(sql.table(table), devices, seed), isTriggered)
      times.bare.push(await write('bare_devices'))
      times.untriggered.push(await write('devices', false))
      times.all.push(await write('devices'))
    }
    const [bare, untriggered, all] = [times.bare, times.untriggered, times.all].map(median) as [
      number,
      number,
      number,
    ]
    print(
      `  ${label.padEnd(30)} ${ms(bare).padStart(8)}   with indexes ${formatRatio(untriggered, bare)}, and triggers ${formatRatio(all, bare)} (${ms(all)})`,
    )
  }
  await sql`drop table bare_devices`.execute(db)
  await sql`vacuum devices`.execute(db)
}

/** Milliseconds of a statement with its triggers, or without them. */
async function timeRolledBack(
  db: LargeFleet['db'],
  statement: RawBuilder<unknown>,
  isTriggered: boolean,
): Promise<number> {
  const tx = await db.startTransaction().execute()
  try {
    if (!isTriggered) await sql`alter table devices disable trigger user`.execute(tx)
    return await timed(() => statement.execute(tx))
  } finally {
    await tx.rollback().execute()
  }
}

const idOf = (index: number) => `35${String(index).padStart(13, '0')}`

/** Ids far from each other. */
const someIds = (devices: number, seed: number): string[] =>
  Array.from({ length: BATCH }, (_, row) => idOf(1 + ((seed * 7919 + row * 397 * 5) % devices)))
