/** Runs PGlite in a worker thread, so that queries do not block the event loop of the server. */
import { existsSync } from 'node:fs'
import { readFile, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite, types } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { isCopy } from '../isCopy'
import type { PgliteAnswer, PgliteRequest, PgliteStart } from './pgliteThread'

/**
 * Less than the default of 128 MB: WebAssembly never returns memory, and the operating system caches the files anyway.
 * After the first start of the demo, the process uses 427 MB with buffers of 32 MB, and 513 MB with 128 MB.
 */
const SHARED_BUFFERS = '48MB'

const { engine, channel, ...location } = workerData as PgliteStart
const port = parentPort!

if ('folder' in location && !existsSync(join(location.folder, 'PG_VERSION')))
  await createDatabase(location.folder)
const database = await open('folder' in location ? location.folder : 'memory://')
// A checkpoint deletes old log segments instead of keeping them for reuse (`pgliteTidier`).
await database.exec(`set timezone to 'UTC'; set wal_recycle to off`)
// LISTEN before the first transaction of a caller: a rollback would undo a LISTEN within it.
await database.listen(channel, notification =>
  port.postMessage({ id: -1, notification } satisfies PgliteAnswer),
)
port.postMessage({ id: 0 } satisfies PgliteAnswer)

port.on('message', async (request: PgliteRequest) => {
  try {
    port.postMessage({ id: request.id, ...(await execute(request)) } satisfies PgliteAnswer)
  } catch (error) {
    const { message, ...fields } = Object(error) as Error & Record<string, unknown>
    port.postMessage({
      id: request.id,
      error: { message, fields: stringFields(fields), broken: isBroken(error) },
    } satisfies PgliteAnswer)
  }
})

async function open(dataDir: string, isNew = dataDir === 'memory://'): Promise<PGlite> {
  const template = isNew && location.template ? await readFile(location.template) : undefined
  return PGlite.create({
    dataDir,
    extensions: { pg_trgm },
    pgliteWasmModule: engine,
    startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${SHARED_BUFFERS}`],
    ...(template ? { loadDataDir: new Blob([new Uint8Array(template)]) } : {}),
    // The same parsers as in `postgresDialect.ts`, so that queries return the same values on both databases.
    parsers: { [types.INT8]: Number, [types.NUMERIC]: Number, [types.DATE]: text => text },
    serializers: { [types.TEXT]: String, [types.VARCHAR]: String },
  })
}

/** Creates the database under a temporary name and renames it: an interruption leaves no incomplete database. */
async function createDatabase(folder: string): Promise<void> {
  const unfinished = `${folder}.new`
  await rm(unfinished, { recursive: true, force: true })
  const created = await open(unfinished, true)
  await created.close()
  // `rmdir` fails unless the folder is empty.
  if (existsSync(folder)) await rmdir(folder)
  await rename(unfinished, folder)
}

async function execute(request: PgliteRequest): Promise<Omit<PgliteAnswer, 'id'>> {
  if (request.do === 'close') {
    await database.close()
    return {}
  }
  if (request.do === 'dump') {
    const dump = await database.dumpDataDir('none')
    return { rows: [new Uint8Array(await dump.arrayBuffer())], affected: 0 }
  }
  if (isCopy(request.sql)) {
    // PGlite has no COPY from stdin: it reads the rows from this virtual file.
    const blob = new Blob([String(request.parameters[0])])
    const sql = request.sql.replace(/stdin$/, `'/dev/blob'`)
    const { affectedRows = 0 } = await database.query(sql, [], { blob })
    return { rows: [], affected: affectedRows }
  }
  // Without parameters, the text may have several statements, as with the pg driver.
  const results = request.parameters.length
    ? [await database.query(request.sql, [...request.parameters])]
    : await database.exec(request.sql)
  const last = results.at(-1)
  return { rows: last?.rows ?? [], affected: last?.affectedRows ?? 0 }
}

/** The text fields of an error, such as SQLSTATE and constraint: only they are sent to the other thread. */
function stringFields(fields: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/**
 * PostgreSQL reports this state after an interrupted query, whose portal is still active. No query here uses a cursor.
 */
const INVALID_CURSOR_STATE = '24000'

/**
 * Whether WebAssembly has stopped (assertion, out of memory, exit) or PostgreSQL has ended itself, such as after a full
 * disk, where a PostgreSQL server would restart its process.
 */
function isBroken(error: unknown): boolean {
  const { name, severity, code } = Object(error) as Record<string, unknown>
  if (error instanceof WebAssembly.RuntimeError || name === 'ExitStatus') return true
  return severity === 'PANIC' || severity === 'FATAL' || code === INVALID_CURSOR_STATE
}
