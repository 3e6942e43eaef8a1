/** The thread in which PGlite runs, so that a query does not block the event loop of the server. */
import { existsSync } from 'node:fs'
import { readFile, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite, types } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { isCopy } from '../isCopy'
import type { PgliteAnswer, PgliteOrder, PgliteStart } from './pgliteThread'

/**
 * Less than the default of 128 MB: WebAssembly never gives memory back, and the system caches the files as well.
 * After the first start of the demo the process has 427 MB with 32 MB of buffers, 513 MB with 128 MB.
 */
const SHARED_BUFFERS = '48MB'

const { engine, channel, ...place } = workerData as PgliteStart
const port = parentPort!

if ('folder' in place && !existsSync(join(place.folder, 'PG_VERSION'))) await makeAside(place.folder)
const database = await open('folder' in place ? place.folder : 'memory://')
// What a checkpoint has made superfluous is deleted, not kept for later (`tidyPglite`).
await database.exec(`set timezone to 'UTC'; set wal_recycle to off`)
// LISTEN comes before the first transaction of a caller: a rollback of that would undo it.
await database.listen(channel, notification =>
  port.postMessage({ id: -1, notification } satisfies PgliteAnswer),
)
port.postMessage({ id: 0 } satisfies PgliteAnswer)

port.on('message', async (order: PgliteOrder) => {
  try {
    port.postMessage({ id: order.id, ...(await obey(order)) } satisfies PgliteAnswer)
  } catch (error) {
    const { message, ...fields } = Object(error) as Error & Record<string, unknown>
    port.postMessage({
      id: order.id,
      error: { message, fields: plain(fields), broken: isBroken(error) },
    } satisfies PgliteAnswer)
  }
})

async function open(dataDir: string, isNew = dataDir === 'memory://'): Promise<PGlite> {
  const template = isNew && place.template ? await readFile(place.template) : undefined
  return PGlite.create({
    dataDir,
    extensions: { pg_trgm },
    pgliteWasmModule: engine,
    startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${SHARED_BUFFERS}`],
    ...(template ? { loadDataDir: new Blob([new Uint8Array(template)]) } : {}),
    // As the pg driver is set in `postgresDialect.ts`, so that a query answers the same on both.
    parsers: { [types.INT8]: Number, [types.NUMERIC]: Number, [types.DATE]: text => text },
    serializers: { [types.TEXT]: String, [types.VARCHAR]: String },
  })
}

/**
 * A new database is made beside its folder and moved there whole: who is stopped in the middle leaves no half of one.
 */
async function makeAside(folder: string): Promise<void> {
  const aside = `${folder}.new`
  await rm(aside, { recursive: true, force: true })
  const made = await open(aside, true)
  await made.close()
  // Empty, or it would not go.
  if (existsSync(folder)) await rmdir(folder)
  await rename(aside, folder)
}

async function obey(order: PgliteOrder): Promise<Omit<PgliteAnswer, 'id'>> {
  if (order.do === 'close') {
    await database.close()
    return {}
  }
  if (order.do === 'dump') {
    const dump = await database.dumpDataDir('none')
    return { rows: [new Uint8Array(await dump.arrayBuffer())], affected: 0 }
  }
  if (isCopy(order.sql)) {
    const blob = new Blob([String(order.parameters[0])])
    const sql = order.sql.replace(/stdin$/, `'/dev/blob'`)
    const { affectedRows = 0 } = await database.query(sql, [], { blob })
    return { rows: [], affected: affectedRows }
  }
  // Without parameters several statements may stand in one text, as with the pg driver.
  const results = order.parameters.length
    ? [await database.query(order.sql, [...order.parameters])]
    : await database.exec(order.sql)
  const last = results.at(-1)
  return { rows: last?.rows ?? [], affected: last?.affectedRows ?? 0 }
}

/** What can cross between threads: SQLSTATE, constraint and the like. */
function plain(fields: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/**
 * WebAssembly has stopped (an assertion, out of memory, an exit), or PostgreSQL has ended itself, as it does after a
 * full disk: a PostgreSQL server would restart its process.
 */
function isBroken(error: unknown): boolean {
  const { name, severity, message } = Object(error) as Record<string, unknown>
  if (error instanceof WebAssembly.RuntimeError || name === 'ExitStatus') return true
  return severity === 'PANIC' || severity === 'FATAL' || /^cannot drop active portal/.test(String(message))
}
