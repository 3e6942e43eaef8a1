/** The thread in which PGlite runs: a query there blocks nobody else (notes/server.md). */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite, types } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import type { PgliteAnswer, PgliteOrder, PgliteStart } from './pgliteWire'

const { engine, ...place } = workerData as PgliteStart
const port = parentPort!

const isNew = !('folder' in place && existsSync(join(place.folder, 'PG_VERSION')))
const template = isNew && place.template ? await readFile(place.template) : undefined
const database = await PGlite.create({
  dataDir: 'folder' in place ? place.folder : 'memory://',
  extensions: { pg_trgm },
  pgliteWasmModule: engine,
  ...(template ? { loadDataDir: new Blob([new Uint8Array(template)]) } : {}),
  // As the pg driver is set in `postgres.ts`, so that a query answers the same on both.
  parsers: { [types.INT8]: Number, [types.NUMERIC]: Number, [types.DATE]: text => text },
  serializers: { [types.TEXT]: String, [types.VARCHAR]: String },
})
await database.exec(`set timezone to 'UTC'`)
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

async function obey(order: PgliteOrder): Promise<Omit<PgliteAnswer, 'id'>> {
  if (order.do === 'close') {
    await database.close()
    return {}
  }
  if (order.do === 'dump') {
    const dump = await database.dumpDataDir('none')
    return { rows: [new Uint8Array(await dump.arrayBuffer())], affected: 0 }
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

/** WebAssembly stopped in the middle of things: an assertion, memory used up, an exit. */
function isBroken(error: unknown): boolean {
  return error instanceof WebAssembly.RuntimeError || Object(error).name === 'ExitStatus'
}
