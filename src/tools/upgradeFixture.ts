/**
 * `npm run upgrade:fixture -- NAME` stores a database of this version in `tests/fixtures/upgrades/NAME`: a small demo
 * fleet as an uncompressed backup, and the checksums of its migrations. Make one before the first new migration of a
 * version: `tests/operations/upgrade.test.ts` migrates each of them to the newest version.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openConfig } from '../server/config/openConfig'
import { seedDemo } from '../server/demo'
import { packageRoot } from '../server/packageRoot'
import { backupLines } from '../server/store/backup/backup'
import { foldCounters } from '../server/store/counters'
import { type Db, openDatabase } from '../server/store/database'
import { knownMigrations, migrationsFolder } from '../server/store/migrate'

/** The current time of the stored fleet, and of the tests. */
const NOW = new Date('2026-11-20T03:00:00.000Z')
const DEVICES = 150

const name = process.argv[2] ?? ''
const folder = join(packageRoot, 'tests/fixtures/upgrades', name)
if (!/^[\w-]+$/.test(name) || existsSync(folder)) {
  console.error('Give a name that is not taken, such as: npm run upgrade:fixture -- issue-12')
  process.exitCode = 1
} else {
  await using db = await openDatabase({ memory: true })
  await fill(db)
  const lines: string[] = []
  for await (const line of backupLines(db, NOW)) lines.push(`${line}\n`)
  const checksums = (await knownMigrations()).map(
    migration => `${checksumOf(join(migrationsFolder, `${migration}.sql`))}  ${migration}.sql\n`,
  )
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'records.jsonl'), lines.join(''))
  writeFileSync(join(folder, 'migrations.sha256'), checksums.join(''))
  console.log(`${folder}: ${lines.length} lines`)
}

async function fill(db: Db): Promise<void> {
  const { levels } = (await openConfig({ folder: join(packageRoot, 'config'), watch: false })).current()
    .shared
  await seedDemo(db, { now: NOW, seed: 1, levels: levels.numbers })
  await sql`delete from devices where id not in
    (select id from devices order by client_id is null, md5(id) limit ${DEVICES})`.execute(db)
  await sql`delete from orders where total > 40`.execute(db)
  await foldCounters(db)
  // Leaves some differences that are not folded into the counts.
  await sql`update devices set model_id = model_id % 5 + 1 where id in (select id from devices order by id limit 5)`.execute(
    db,
  )
  const picture =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  await sql`update clients set img = ${picture}, comment = ${'one line\nanother "quoted" \\ \u2028 end'} where id = 1`.execute(
    db,
  )
  await sql`update vendors set img = ${picture}, extra = ${'{"tier":"gold","since":2020.5,"none":null}'} where id = 1`.execute(
    db,
  )
  await sql`insert into settings (key, value) values ('filled', '"demo"')`.execute(db)
  await sql`insert into records (resource, vendor_id, maker_id, data) values
    ('sims', 1, 1, ${'{"iccid":"8982000000000000001","carrier":"kt"}'}), ('sims', 0, null, '{}')`.execute(db)
  await sql`insert into sessions (id, client_id, begun, seen) values ('a-session', 1, ${NOW}, ${NOW})`.execute(
    db,
  )
  await sql`insert into account_logins (issuer, subject, client_id, provider, email, used)
    values ('https://issuer.test', 'a-subject', 1, 'google', 'somebody@issuer.test', ${NOW})`.execute(db)
  await sql`insert into signin_failures values ('somebody', 3, ${NOW}, null)`.execute(db)
  await sql`insert into idempotency (client_id, key, request, status, answer)
    values (1, 'a-key', 'a-fingerprint', 200, ${'{"result":true}'})`.execute(db)
}

function checksumOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}
