/** Secrets with which devices authenticate (security 61). */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../database'

/**
 * The stored hash of a secret (decision 306). No slow hash is needed: secrets are long and random, or have a minimum
 * length if people choose them.
 */
export function hashOfSecret(imei: string, secret: string): string {
  return createHash('sha256').update(`${imei}:${secret}`).digest('base64url')
}

/** The valid secrets and the owner of a device. */
export interface DeviceAccess {
  /** Hashes of secrets; from `accessAtConnect` only their first characters (`HASH_PREFIX_LENGTH`). */
  hashes: string[]
  /** Hashes of secrets with which the device has not signed in yet; only from `currentAccess`. */
  unused?: string[]
  /** The ids of vendor and client as one text. When it changes, the device is disconnected. */
  owner: string
}

/** @param d alias of the table of devices */
const ownerOf = (d: string) =>
  sql<string>`concat(${sql.ref(`${d}.vendor_id`)}, ' ', ${sql.ref(`${d}.client_id`)})`

/** Characters of a secret's hash that are stored per connection: they distinguish the secrets of a device. */
const HASH_PREFIX_LENGTH = 16

/** The access of devices now, by IMEI; devices that are not registered are missing. */
export async function currentAccess(
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
    .select(['devices.id', 'device_secrets.hash', 'device_secrets.used', ownerOf('devices').as('owner')])
    .execute()
  const access = new Map<string, Required<DeviceAccess>>()
  for (const { id, hash, owner, used } of rows) {
    const deviceAccess = access.get(id) ?? { hashes: [], unused: [], owner }
    if (hash !== null) deviceAccess.hashes.push(hash)
    if (hash !== null && used === null) deviceAccess.unused.push(hash)
    access.set(id, deviceAccess)
  }
  return access
}

/** Values for the columns `owner` and `secrets` of `device_connections`. @param d alias of the table of devices */
export const accessColumns = (d: string, now: Date) => sql`
  ${ownerOf(d)} as owner, (
    select coalesce(string_agg(left(hash, ${HASH_PREFIX_LENGTH}::integer), ' '), '') from device_secrets s
    where s.device_id = ${sql.ref(`${d}.id`)} and (s.expires is null or s.expires > ${now})
  ) as secrets`

/** The access of devices when they connected, by IMEI; devices without a stored open connection are missing. */
export async function accessAtConnect(
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

/**
 * Whether the owner is the same and all earlier secrets are still valid.
 *
 * @param before from `accessAtConnect` or an earlier `currentAccess`
 */
export function isStillValid(before: DeviceAccess, current: DeviceAccess): boolean {
  const valid = new Set(current.hashes.map(prefixOf))
  return before.owner === current.owner && before.hashes.every(hash => valid.has(prefixOf(hash)))
}

const prefixOf = (hash: string) => hash.slice(0, HASH_PREFIX_LENGTH)
