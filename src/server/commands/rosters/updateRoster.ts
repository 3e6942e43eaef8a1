/**
 * Updates registered devices from a spreadsheet: all or none. The IMEI identifies a device; an empty cell changes
 * nothing.
 */
import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { FormerSecrets } from '../../../contract/deviceSecrets'
import type { RosterDifferences, RosterUpdated } from '../../../contract/devices'
import { may } from '../../../engine/access'
import type { RosterReader } from '../../../engine/roster'
import type { Caller } from '../../caller'
import { Refusal } from '../../refusal'
import { countRows } from '../../store/counts'
import type { Db } from '../../store/database'
import { isDuplicate } from '../../store/failures'
import { countMovedSecrets } from '../../store/gateway/secretStatus'
import { type Tenant, tenantOf } from '../../store/tenancy'
import { type BulkPlan, DEVICE_FIELDS } from '../bulk/patch'
import { storeStaged } from '../bulk/storeStaged'
import { isStopped, type Job, nameSession, runSheetJob, stopped } from '../changes/job'
import { changing } from '../changing'
import { chooseFormerSecrets } from '../gateway/formerSecrets'
import { idempotently, type Repeatable } from '../idempotency'
import { refuseTooMany } from '../pgliteLimits'
import { Differences } from './differences'
import { addDuplicateUpdates } from './duplicateRows'
import { hashed } from './registerRoster'
import { findCells, type RosterSettings, refuseCancelled } from './rosterProblems'
import { inSteps, openSheet } from './stageSheet'
import { ASSIGNMENTS } from './updateAssignments'
import { type UpdateWork, updateFieldsOf, validateUpdates } from './validateUpdates'

/** Rows validated at a time, so that other requests are served in between. */
const ROWS_PER_STEP = 500

/** A validated sheet; its changes are in `bulk_rows` of the job. */
type ValidatedSheet = UpdateWork & { job: Job }

/**
 * Previews what a sheet would change, and stores nothing.
 *
 * @throws Refusal as `openSheet`; invalid cells are part of the result
 */
export function compareRoster(
  db: Db,
  caller: Caller,
  file: AsyncIterable<Uint8Array>,
  settings: RosterSettings,
): Promise<RosterDifferences> {
  return validateSheet(db, caller, file, settings, async sheet => {
    const { differences, problems, header, tenant, job } = sheet
    problems.addCells(await findTakenPhones(db, tenant, job, problems.limit), header)
    await addDuplicateUpdates(sheet, { lock: false })
    const { afterMoveDays } = settings.server.deviceSecrets
    const seesSecrets = may(settings.shared, caller.level, 'devices', 'secrets')
    const secrets = seesSecrets ? await countMovedSecrets(tenant, job.id, settings.now) : 0
    // The upload may take minutes: check that the caller's rights have not changed.
    return changing(db, caller, async () => ({
      ...differences.summary(header, problems),
      ...(secrets > 0 && { former_secrets: { devices: secrets, after_days: afterMoveDays } }),
    }))
  })
}

interface UpdateOptions {
  confirmed?: number | undefined
  formerSecrets?: FormerSecrets | undefined
  repeatOf?: (digest: string) => Repeatable
}

/**
 * Updates the devices of a sheet, all or none.
 *
 * @param options `confirmed`: the number of changed devices that the sender has confirmed (absent: any number);
 *   `formerSecrets`: when the secrets of devices end that get another vendor; `repeatOf`: makes the idempotency key
 *   from the file's hash
 * @throws Refusal as `openSheet`; 409 `rosterUpdate.changed` if another number of devices would change, `bulk.busy` if
 *   devices were changed in the meantime, `upload.cancelled`; 422 `rosterUpdate.rows` with the invalid cells. Nothing
 *   is changed then.
 */
export function updateRoster(
  db: Db,
  caller: Caller,
  file: AsyncIterable<Uint8Array>,
  settings: RosterSettings,
  { confirmed, formerSecrets, repeatOf }: UpdateOptions = {},
): Promise<RosterUpdated> {
  const hash = createHash('sha256')
  return validateSheet(db, caller, hashed(file, hash), settings, async sheet => {
    const { differences, problems } = sheet
    const { changed, unchanged } = differences
    const update = async (tx: Db) => {
      if (!problems.isEmpty) throw problems.refusal('rosterUpdate.rows')
      if (confirmed !== undefined && confirmed !== changed)
        throw new Refusal(409, 'rosterUpdate.changed', { found: changed }, { found: changed })
      refuseTooMany(db, changed, settings.server.pglite.batchDevices)
      await chooseFormerSecrets(tx, formerSecrets, { ...settings.server.deviceSecrets, now: settings.now })
      if (changed > 0) await storeUpdate(tx, sheet)
      return { changed, unchanged }
    }
    const repeat = repeatOf?.(hash.digest('hex'))
    try {
      return await changing(db, caller, tx => idempotently(tx, repeat, () => update(tx)))
    } catch (error) {
      // Another transaction has stored one of these numbers after `findTakenPhones`.
      throw isDuplicate(error, 'devices_isdn') ? new Refusal(409, 'bulk.busy') : error
    }
  })
}

/** Validates all rows into `bulk_rows`, then calls `use`. The job is deleted unless `use` has stored the changes. */
async function validateSheet<Result>(
  db: Db,
  caller: Caller,
  file: AsyncIterable<Uint8Array>,
  settings: RosterSettings,
  use: (sheet: ValidatedSheet) => Promise<Result>,
): Promise<Result> {
  const reading = { task: 'rosterUpdate', isUpdate: true } as const
  return openSheet(caller, file, settings, reading, async ({ header, problems, chunks }) => {
    const key = { resource: 'devices', name: randomUUID(), cancelled: settings.cancelled }
    return runSheetJob(db, caller, key, async job => {
      const differences = new Differences()
      const fields = updateFieldsOf(settings.shared, caller, header)
      const context = { db, tenant: tenantOf(db, caller), caller, settings, header, problems, differences }
      const sheet: ValidatedSheet = { ...context, ...fields, job, bulk: job.id }
      for await (const rows of inSteps(chunks, ROWS_PER_STEP)) await validateUpdates(sheet, rows)
      if (differences.devices === 0 && problems.isEmpty) throw new Refusal(422, 'rosterUpdate.noRows')
      refuseCancelled(settings)
      // Without statistics the planner would look up each device in the last step.
      await sql`analyze bulk_rows`.execute(db)
      return use(sheet)
    })
  })
}

/**
 * Finds cells with a phone number of another device that does not get a new number in this sheet. Does not disclose
 * the owner.
 */
const findTakenPhones = (db: Db, tenant: Tenant, { id }: Job, limit: number) =>
  findCells(
    db,
    limit,
    sql`
      select (r.after ->> 'line')::integer as line, 'isdn' as field, r.after -> 'columns' ->> 'isdn' as value,
        'phoneTaken' as code
      from bulk_rows r
      join ${tenant.unscoped('devices').select(['devices.id', 'devices.isdn'])} d
        on d.isdn = r.after -> 'columns' ->> 'isdn' and d.id <> r.record_id
      where r.bulk_id = ${id} and not exists (
        select from bulk_rows o where o.bulk_id = r.bulk_id and o.record_id = d.id and o.after -> 'columns' ? 'isdn')`,
  )

async function storeUpdate(tx: Db, sheet: ValidatedSheet): Promise<void> {
  const { caller, job, settings, header, problems, differences, resource } = sheet
  const tenant = tenantOf(tx, caller)
  await nameSession(tx, job)
  if (await isStopped(tx, job)) throw stopped()
  problems.addCells(await findTakenPhones(tx, tenant, job, problems.limit), header)
  await addDuplicateUpdates({ ...sheet, db: tx, tenant }, { lock: true })
  if (!problems.isEmpty) throw problems.refusal('rosterUpdate.rows')
  await lockClients(tenant, job)
  const plan = planOf(header)
  const { locale, translate } = settings
  const change = { tenant, caller, job, plan, isRemoval: false, staged: differences.changed, undoSeconds: 0 }
  await storeStaged(tx, { ...change, settings: { config: settings, resource, locale, translate } })
}

/** The columns that may change: columns of the sheet, and assignments that another new assignment clears. */
function planOf(header: RosterReader): BulkPlan {
  const mayClearAssignments = ['vendor', 'model', 'batch', 'client'].some(name => header.has(name))
  const names = Object.keys(DEVICE_FIELDS).filter(name => {
    const column = Object.entries(ASSIGNMENTS).find(([, field]) => field === name)?.[0] ?? name
    return (
      header.has(column) ||
      (mayClearAssignments && (name === 'batch_id' || name === 'bunch_id' || name === 'client'))
    )
  })
  const columns = Object.fromEntries(names.map(name => [name, null]))
  return { patch: { columns, extra: {}, keys: [] }, isPerDevice: true, values: {} }
}

/** Locks the new clients. @throws Refusal 409 if one of them has moved to another vendor since validation */
async function lockClients(tenant: Tenant, { id }: Job): Promise<void> {
  const client = sql<number>`(bulk_rows.after -> 'columns' ->> 'client')::integer`
  await tenant
    .clients()
    .where(sql<boolean>`clients.id in (select ${client} from bulk_rows where bulk_id = ${id})`)
    .select('clients.id')
    .orderBy('clients.id')
    .forShare()
    .execute()
  const conflicting = tenant
    .devices()
    .innerJoin('bulk_rows', 'bulk_rows.record_id', 'devices.id')
    .innerJoin('clients', join => join.on('clients.id', '=', client))
    .where('bulk_rows.bulk_id', '=', id)
    .where(
      sql<boolean>`clients.vendor_id <> coalesce((bulk_rows.after -> 'columns' ->> 'vendor')::integer, devices.vendor_id)`,
    )
  if ((await countRows(conflicting)) > 0) throw new Refusal(409, 'bulk.busy')
}
