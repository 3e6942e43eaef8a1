/**
 * Writes a row of history when the config of an installation has changed, also while the server was stopped.
 * Fingerprints tell which parts have changed.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Compiled } from '../../engine/compiled'
import { type Db, inTransaction } from '../store/database'
import { addHistory } from './history'

/** Fingerprints by part of config. */
type Fingerprints = Readonly<Record<string, string>>

/**
 * Writes the row, once for several processes with the same new config. The first config of an installation is no
 * change.
 */
export async function addConfigHistory(db: Db, config: Compiled): Promise<void> {
  const current = fingerprints(config)
  await inTransaction(db, async tx => {
    const { rows } = await sql<{ before: Fingerprints | null }>`
      insert into settings as kept (key, value) values ('config', jsonb_build_object('now', ${JSON.stringify(current)}::jsonb))
      on conflict (key) do update
        set value = jsonb_build_object('now', excluded.value -> 'now', 'before', kept.value -> 'now')
        where kept.value -> 'now' <> excluded.value -> 'now'
      returning value -> 'before' as before`.execute(tx)
    const before = rows[0]?.before
    if (!before) return
    const changed = [...new Set([...Object.keys(before), ...Object.keys(current)])].filter(
      part => before[part] !== current[part],
    )
    const pick = (prints: Fingerprints) =>
      Object.fromEntries(changed.map(part => [part, prints[part] ?? null]))
    await addHistory(tx, {}, { action: 'configured', before: pick(before), after: pick(current) })
  })
}

/** Hashes by part of config, such as `app` or `resources.devices`. */
function fingerprints({ shared: { hash: _, resources, ...parts }, server, map }: Compiled): Fingerprints {
  const ofResources = Object.entries(resources).map(
    ([name, resource]) => [`resources.${name}`, resource] as const,
  )
  return Object.fromEntries(
    [...Object.entries({ ...parts, server, map }), ...ofResources].map(([name, part]) => [
      name,
      fingerprintOf(part),
    ]),
  )
}

const fingerprintOf = (part: unknown) =>
  createHash('sha256').update(JSON.stringify(part)).digest('hex').slice(0, 12)
