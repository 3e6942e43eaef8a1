/** Before and after all test files of a run: names the run, and removes its bundle and its template databases. */
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import pg from 'pg'
import { bundleFolder } from './bundle'

export function setup(): void {
  process.env.TEST_RUN = randomUUID().replaceAll('-', '').slice(0, 16)
}

export async function teardown(): Promise<void> {
  rmSync(bundleFolder(), { recursive: true, force: true })
  if (!process.env.TEST_DATABASE_URL) return
  const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      'select datname as name from pg_database where starts_with(datname, $1)',
      [`fleet_template_${process.env.TEST_RUN}`],
    )
    for (const { name } of rows) await client.query(`drop database if exists ${name} with (force)`)
  } finally {
    await client.end()
  }
}
