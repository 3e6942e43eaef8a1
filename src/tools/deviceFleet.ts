/** Creates a fleet of devices that can connect, and the settings of its server: for tests and the gateway bench. */
import { randomBytes } from 'node:crypto'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { luhnDigit } from '../domain/imei'
import type { SimulatedDevice } from '../server/demo/simulator'
import { packageRoot } from '../server/packageRoot'
import type { Db } from '../server/store/database'
import { hashOfSecret } from '../server/store/gateway/secrets'

/** The login of the master on the server of this fleet. */
export const FLEET_MASTER = { email: 'master@fleet.local', password: 'Devices-of-2026!' }

/** The environment of the server of this fleet. */
export const FLEET_ENV = {
  FLEET_DEMO: '0',
  FLEET_MASTER_EMAIL: FLEET_MASTER.email,
  FLEET_MASTER_PASSWORD: FLEET_MASTER.password,
}

export function makeDevices(count: number): SimulatedDevice[] {
  return Array.from({ length: count }, (_, index) => {
    const digits = `35693811${String(index * 7).padStart(6, '0')}`
    return { imei: digits + luhnDigit(digits), secret: randomBytes(20).toString('base64url') }
  })
}

/** Inserts devices with their secrets: all in batch 1, spread over `vendors` vendors. @param db migrated and empty */
export async function fillDevices(db: Db, devices: readonly SimulatedDevice[], vendors = 1): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run(`insert into vendors (id, name, brn) select i, 'vendor ' || i, lpad(i::text, 10, '0') from generate_series(1, ${vendors}) i;
    insert into models (id, name) values (1, 'model');
    insert into batches (id, vendor_id, model_id, name) values (1, 1, 1, 'all');
    insert into methods (code, caption, content) values ('reboot', 'Reboot', '{"Type": "array", "Value": ["NOW"]}')`)
  const rows = devices.map(({ imei, secret }, index) => ({
    id: imei,
    isdn: `0101${String(index).padStart(7, '0')}`,
    serial: String(index),
    vendor: 1 + (index % vendors),
    hash: hashOfSecret(imei, secret),
  }))
  const deviceRows = sql`json_to_recordset(${JSON.stringify(rows)}::json) as g (id text, isdn text, serial text, vendor integer, hash text)`
  await sql`insert into devices (id, isdn, serial, model_id, batch_id, vendor_id)
    select id, isdn, serial, 1, 1, vendor from ${deviceRows}`.execute(db)
  await sql`insert into device_secrets (device_id, hash) select id, hash from ${deviceRows}`.execute(db)
}

/**
 * Writes a copy of the config in which orders are sent at once.
 *
 * @param sections numbers to set in sections of `server`, such as `{ gateway: { perSecond: 100 } }`
 */
export async function gatewayConfig(
  folder: string,
  sections: Readonly<Record<string, Readonly<Record<string, number>>>>,
): Promise<void> {
  await cp(join(packageRoot, 'config'), folder, { recursive: true })
  const file = join(folder, 'app.json')
  const app = JSON.parse(await readFile(file, 'utf8')) as { server: Record<string, Record<string, number>> }
  app.server.order = { ...app.server.order, holdSeconds: 0 }
  for (const [name, numbers] of Object.entries(sections))
    app.server[name] = { ...app.server[name], ...numbers }
  await writeFile(file, JSON.stringify(app, null, 2))
}
