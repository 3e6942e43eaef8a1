/** Secrets by which devices prove who they are (security 61). */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../database'

/**
 * The stored hash of a secret (decision 306). Secrets are long and random, or have a minimum length where people choose
 * them: no slow hash is needed.
 */
export function hashOfSecret(imei: string, secret: string): string {
  return createHash('sha256').update(`${imei}:${secret}`).digest('base64url')
}

/** What devices may prove themselves with now, and whose they are. */
export interface DeviceAccess {
  hashes: string[]
  /** Vendor and client: a device that changes hands loses its connections. */
  owner: string
}

/** Vendor and client of `d`, a row of devices. */
const ownerOf = (d: string) =>
  sql<string>`concat(${sql.ref(`${d}.vendor_id`)}, ' ', ${sql.ref(`${d}.client_id`)})`

/** As much of a hash as tells the secrets of a device apart: with it nobody signs in. */
const BEGINNING = 16

/** For many devices at once; one that is not registered is missing. */
export async function accessOf(
  db: Db,
  imeis: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, DeviceAccess>> {
  const rows = await db
    .selectFrom('devices')
    .leftJoin('device_secrets', join =>
      join
        .onRef('device_secrets.device_id', '=', 'devices.id')
        .on(({ eb, or }) =>
          or([eb('device_secrets.expires', 'is', null), eb('device_secrets.expires', '>', now)]),
        ),
    )
    .where(({ eb, fn, val }) => eb('devices.id', '=', fn.any(val(imeis))))
    .select(['devices.id', 'device_secrets.hash', ownerOf('devices').as('owner')])
    .execute()
  const access = new Map<string, DeviceAccess>()
  for (const { id, hash, owner } of rows) {
    const known = access.get(id) ?? { hashes: [], owner }
    if (hash !== null) known.hashes.push(hash)
    access.set(id, known)
  }
  return access
}

/** The columns `owner` and `secrets` of `device_connections`, for `d`, a row of devices. */
export const accessColumns = (d: string, now: Date) => sql`
  ${ownerOf(d)} as owner, (
    select coalesce(string_agg(left(hash, ${BEGINNING}::integer), ' '), '') from device_secrets s
    where s.device_id = ${sql.ref(`${d}.id`)} and (s.expires is null or s.expires > ${now})
  ) as secrets`

/** What devices could prove themselves with when they connected; one whose open connection is not known is missing. */
export async function usedAccess(
  db: Db,
  imeis: readonly string[],
): Promise<ReadonlyMap<string, DeviceAccess>> {
  const rows = await db
    .selectFrom('device_connections')
    .where(({ eb, fn, val }) => eb('device_id', '=', fn.any(val([...imeis]))))
    .where('closed', 'is', null)
    .select(['device_id', 'owner', 'secrets'])
    .execute()
  return new Map(
    rows.flatMap(({ device_id, owner, secrets }) =>
      owner === null
        ? []
        : [[device_id, { owner, hashes: (secrets ?? '').split(' ').filter(Boolean) }] as const],
    ),
  )
}

/** Whether all that was good before is good now. @param before as `usedAccess` or `accessOf` give it */
export function isStillGood(before: DeviceAccess, now: DeviceAccess): boolean {
  const good = new Set(now.hashes.map(beginningOf))
  return before.owner === now.owner && before.hashes.every(hash => good.has(beginningOf(hash)))
}

const beginningOf = (hash: string) => hash.slice(0, BEGINNING)
