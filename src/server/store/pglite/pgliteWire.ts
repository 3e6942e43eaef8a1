/** What passes between the server and PGlite's thread. */

/** A folder that stays, or memory; a new one may be filled from a dump (for tests: it saves making one from nothing). */
export type PglitePlace = ({ folder: string } | { memory: true }) & { template?: string }

/** What the thread is started with. */
export type PgliteStart = PglitePlace & { engine: WebAssembly.Module }

export type PgliteTask =
  | { do: 'query'; sql: string; parameters: readonly unknown[] }
  | { do: 'close' }
  | { do: 'dump' }

export type PgliteOrder = PgliteTask & { id: number }

/** Answer to the order of that id; id 0 says that the database is open. */
export interface PgliteAnswer {
  id: number
  rows?: unknown[]
  affected?: number
  /** `broken`: not PostgreSQL refused but PGlite itself failed; nothing it says from here on can be trusted. */
  error?: { message: string; fields: Record<string, string>; broken: boolean }
}
