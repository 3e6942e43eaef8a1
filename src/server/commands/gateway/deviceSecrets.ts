/** Issues and revokes the secrets of devices (security 61). Only hashes are stored. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Compiled } from '../../../engine/compiled'
import type { Caller } from '../../caller'
import { orNotFound, Refusal } from '../../refusal'
import { announce } from '../../store/announce'
import { countRows } from '../../store/counts'
import type { Db } from '../../store/database'
import { hashOfSecret } from '../../store/gateway/secrets'
import { insertMany } from '../../store/insertMany'
import { findBatch } from '../../store/records/sources'
import { tenantOf } from '../../store/tenancy'
import { changing } from '../changing'
import { addHistory } from '../history'
import { refuseTooMany } from '../pgliteLimits'

const HOUR = 3_600_000

/** 32 unambiguous characters, thus 5 bits each. */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'
const SECRET_LENGTH = 32

/** A new secret of 160 bits. */
function newSecret(): string {
  let secret = ''
  // The last five bits of a byte are as random as the byte.
  for (const byte of randomBytes(SECRET_LENGTH)) secret += ALPHABET[byte & 31]
  return secret
}

interface Rotation {
  /** How long the old secret stays valid. */
  overlapHours: number
  now: Date
}

/**
 * Issues a new secret for a device.
 *
 * @returns the secret, and until when an old one is valid too
 * @throws Refusal 404 for a device out of scope
 */
export function issueSecret(
  db: Db,
  caller: Caller,
  imei: string,
  rotation: Rotation,
): Promise<{ secret: string; oldUntil: Date | undefined }> {
  return changing(db, caller, async tx => {
    const device = await lockDevice(tx, caller, imei)
    const secret = newSecret()
    await replaceSecrets(tx, [imei], [{ imei, secret }], rotation)
    const old = await tenantOf(tx, caller)
      .secrets()
      .where('device_secrets.device_id', '=', imei)
      .select(({ fn }) => fn.max<Date | null>('device_secrets.expires').as('until'))
      .executeTakeFirst()
    const after = { old_until: old?.until?.toISOString() ?? null }
    await addHistory(tx, caller, { action: 'secretsIssued', ...aboutDevice(device), after })
    return { secret, oldUntil: old?.until ?? undefined }
  })
}

/**
 * Revokes all secrets of a device.
 *
 * @returns their number
 * @throws Refusal 404 for a device out of scope
 */
export function revokeSecrets(db: Db, caller: Caller, imei: string): Promise<number> {
  return changing(db, caller, async tx => {
    const device = await lockDevice(tx, caller, imei)
    const { numDeletedRows } = await tx
      .deleteFrom('device_secrets')
      .where('device_id', '=', imei)
      .executeTakeFirstOrThrow()
    const revoked = Number(numDeletedRows)
    if (revoked > 0) {
      await addHistory(tx, caller, { action: 'secretsRevoked', ...aboutDevice(device), before: { revoked } })
      await announce(tx, { resource: 'device_secrets', ids: [imei] })
    }
    return revoked
  })
}

export interface DeviceSecret {
  imei: string
  /** Phone number. */
  isdn: string
  secret: string
}

/**
 * Issues a new secret for every device of a batch: all or none.
 *
 * @param confirmed the number of devices that the caller has confirmed
 * @returns the secrets by IMEI; they cannot be read again
 * @throws Refusal 404 for a batch out of scope, 409 if it has another number of devices, 422 if it has none or too many
 */
export function issueBatchSecrets(
  db: Db,
  caller: Caller,
  { id, confirmed }: { id: number; confirmed: number },
  { server, shared }: Pick<Compiled, 'server' | 'shared'>,
  now: Date,
): Promise<{ name: string; secrets: DeviceSecret[] }> {
  return changing(db, caller, async tx => {
    const tenant = tenantOf(tx, caller)
    const batch = orNotFound(await findBatch(tenant, id, 'lock'))
    const devicesInBatch = tenant.devices().where('devices.batch_id', '=', id)
    const count = await countRows(devicesInBatch)
    if (count === 0) throw new Refusal(422, 'secrets.none')
    const max = shared.app.limits.upload.rows
    if (count > max) throw new Refusal(422, 'secrets.tooMany', { max: max.toLocaleString('en-US') })
    refuseTooMany(tx, count, server.pglite.batchDevices)
    const devices = await devicesInBatch
      .select(['devices.id as imei', 'devices.isdn'])
      .orderBy('devices.id')
      .forNoKeyUpdate()
      .execute()
    if (devices.length !== confirmed)
      throw new Refusal(409, 'secrets.changed', { devices: devices.length.toLocaleString('en-US') })
    const secrets = devices.map(device => ({ ...device, secret: newSecret() }))
    const imeis = devices.map(({ imei }) => imei)
    await replaceSecrets(tx, imeis, secrets, { ...server.deviceSecrets, now })
    await addHistory(tx, caller, {
      action: 'secretsIssued',
      resource: 'batches',
      record: id,
      label: batch.name,
      vendor: batch.vendor_id,
      after: { devices: devices.length },
    })
    return { name: batch.name, secrets }
  })
}

/** Locks the device against changes and deletion until the transaction ends. */
async function lockDevice(tx: Db, caller: Caller, imei: string) {
  const device = await tenantOf(tx, caller)
    .devices()
    .where('devices.id', '=', imei)
    .select(['devices.id', 'devices.isdn', 'devices.vendor_id'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  return orNotFound(device)
}

const aboutDevice = ({ id, isdn, vendor_id: vendor }: { id: string; isdn: string; vendor_id: number }) => ({
  resource: 'devices',
  record: id,
  label: isdn,
  vendor,
})

/**
 * Inserts the secrets. One previous secret stays until its overlap ends: the newest with which the device has signed
 * in, or else the newest. Secrets that already expire keep their time.
 */
async function replaceSecrets(
  tx: Db,
  imeis: readonly string[],
  secrets: readonly Pick<DeviceSecret, 'imei' | 'secret'>[],
  { overlapHours, now }: Rotation,
): Promise<void> {
  await tx
    .updateTable('device_secrets')
    .set({ expires: new Date(now.getTime() + overlapHours * HOUR) })
    .where('expires', 'is', null)
    .where(({ eb, fn, val }) => eb('device_id', '=', fn.any(val([...imeis]))))
    .execute()
  await sql`
    delete from device_secrets s where s.device_id = any(${imeis}::text[]) and (s.expires <= ${now} or exists (
      select from device_secrets k where k.device_id = s.device_id and k.expires > ${now}
        and (k.used is not null, k.created, k.expires, k.hash) > (s.used is not null, s.created, s.expires, s.hash)))`.execute(
    tx,
  )
  await insertMany(tx, 'device_secrets', ['device_id', 'hash', 'created'], rowsOf(secrets, now))
  await announce(tx, { resource: 'device_secrets', ids: imeis })
}

function* rowsOf(secrets: readonly Pick<DeviceSecret, 'imei' | 'secret'>[], created: Date) {
  for (const { imei, secret } of secrets) yield { device_id: imei, hash: hashOfSecret(imei, secret), created }
}
