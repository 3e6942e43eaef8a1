/** The baseline for telemetry: the statements that store it, sent by a client that does nothing else. */
import { join } from 'node:path'
import pg from 'pg'
import { storeTelemetry, type Telemetry } from '../../server/commands/gateway/telemetry'
import type { SimulatedDevice } from '../../server/demo/simulator'
import { openDatabase } from '../../server/store/database'
import { fillDevices } from '../deviceFleet'
import { temporaryFolder } from '../services/site'
import { newDatabase } from './fleet/largeFleet'
import { VENDORS } from './gatewayWorld'

const DURATION_MS = 8_000
/** Rows per statement, as in the gateway. */
const ROWS = 500

/**
 * Sends the statements one after another.
 *
 * @param server URL of PostgreSQL; default: PGlite
 * @returns rows per second
 */
export function timeBareTelemetry(
  server: string | undefined,
  devices: readonly SimulatedDevice[],
): Promise<number> {
  return server ? onPostgres(server, devices) : onPglite(devices)
}

async function onPglite(devices: readonly SimulatedDevice[]): Promise<number> {
  await using folder = await temporaryFolder('fleet-bench-telemetry-')
  const db = await openDatabase({ folder: join(folder.path, 'data') })
  try {
    await fillDevices(db, devices, VENDORS)
    return await rowsPerSecond(step => storeTelemetry(db, makeTelemetry(devices, step * ROWS, step)))
  } finally {
    await db.destroy()
  }
}

async function rowsPerSecond(send: (step: number) => Promise<unknown>): Promise<number> {
  const began = performance.now()
  let rows = 0
  for (let step = 1; performance.now() - began < DURATION_MS; step++) {
    await send(step)
    rows += ROWS
  }
  return rows / ((performance.now() - began) / 1000)
}

async function onPostgres(server: string, devices: readonly SimulatedDevice[]): Promise<number> {
  await using database = await newDatabase(server)
  const db = await openDatabase(database)
  await fillDevices(db, devices, VENDORS)
  const statements = await statementsOf(() => storeTelemetry(db, makeTelemetry(devices, 0, 0)))
  await db.destroy()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    return await rowsPerSecond(async step => {
      const telemetry = JSON.stringify(makeTelemetry(devices, step * ROWS, step))
      for (const { text, values } of statements)
        await client.query(
          text,
          // The parameter with the rows is a JSON array.
          values.map(value => (typeof value === 'string' && value.startsWith('[') ? telemetry : value)),
        )
    })
  } finally {
    await client.end()
  }
}

/** @param first the index of the first device; after the last device, continues with the first of the fleet */
function makeTelemetry(devices: readonly SimulatedDevice[], first: number, step: number): Telemetry[] {
  return Array.from({ length: ROWS }, (_, row) => ({
    device: devices[(first + row) % devices.length]!.imei,
    at: new Date(),
    // One row is added to the signal history, as in the gateway, which adds one per minute and device.
    isSignalDue: step === 0 || row === step % ROWS,
    rsrp: -60 - ((row + step) % 60),
    band: 3,
  }))
}

interface Statement {
  text: string
  values: unknown[]
}

/** Records the statements that `work` sends to PostgreSQL. */
async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = []
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [text, values] = args
    if (typeof text === 'string') statements.push({ text, values: Array.isArray(values) ? values : [] })
    return Reflect.apply(query, this, args) as never
  } as typeof query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = query
  }
  return statements
}
