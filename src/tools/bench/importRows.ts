/**
 * Measures an import of models, from the first byte until all are stored, and the memory growth of the server. The
 * baseline is a save of one model by its form, for each row.
 */
import { startSite } from '../services/site'
import { residentMb } from '../soak/memory'
import { newDatabase } from './fleet/largeFleet'
import { median, timed, timedRuns } from './timing'
import { measurePeak } from './uploadRows'

export interface ImportSpeed {
  /** Until all rows are stored. */
  importMs: number
  /** Median of single saves. */
  saveMs: number
  /** Maximum growth in MB of the server during the import. */
  grownMb: number
}

/** @param server URL of PostgreSQL @param rows at most `limits.upload.rows` of config */
export async function timeImport(server: string, rows: number): Promise<ImportSpeed> {
  await using database = await newDatabase(server)
  await using site = await startSite({ env: { DATABASE_URL: database.url } })
  const headers = { authorization: `Bearer ${await site.token('master')}` }
  const send = async (path: string, init: RequestInit) => {
    const response = await fetch(`${site.url}${path}`, { method: 'POST', ...init })
    const answer = await response.text()
    if (!response.ok) throw new Error(`${path} answers ${response.status}: ${answer}`)
    return answer
  }
  let saved = 0
  const save = () => {
    saved++
    const body = JSON.stringify({ name: `Saved ${saved}` })
    return send('/api/resources/models', {
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    })
  }
  const saveMs = median(await timedRuns(save, 100, 20))
  const body = new FormData()
  const names = Array.from({ length: rows }, (_, row) => `Imported ${row}`)
  body.append('file', new Blob([['Name', ...names].join('\n')]), 'models.csv')
  const mbBefore = residentMb(site.pid)
  const { result: importMs, peakMb } = await measurePeak(site, () =>
    timed(() => send('/api/import/models?mode=add', { headers, body })),
  )
  return { importMs, saveMs, grownMb: peakMb - mbBefore }
}
