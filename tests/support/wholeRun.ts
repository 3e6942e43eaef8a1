/** Before and after all test files of a run: what they share on the server of TEST_DATABASE_URL goes with the run. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'

export function setup(): void {
  process.env.TEST_TEMPLATES = `fleet_template_${randomUUID().replaceAll('-', '').slice(0, 16)}`
}

export async function teardown(): Promise<void> {
  if (!process.env.TEST_DATABASE_URL) return
  const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      'select datname as name from pg_database where starts_with(datname, $1)',
      [process.env.TEST_TEMPLATES],
    )
    for (const { name } of rows) await client.query(`drop database if exists ${name} with (force)`)
  } finally {
    await client.end()
  }
}
