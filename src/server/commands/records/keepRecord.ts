/** Creates, changes and deletes records in the dialect of ra-data-simple-rest, by the rules of their file in config. */
import type { KeptInput, KeptRecord } from '../../../contract/records'
import type { CompiledConfig, CompiledResource } from '../../../engine/compiled'
import type { Caller } from '../../caller'
import { Refusal } from '../../refusal'
import type { Db } from '../../store/database'
import { extraOf, findRecord, type RecordRow } from '../../store/records/rows'
import { toRecord, wholeRecord } from '../../store/records/wire'
import { type Tenant, tenantOf } from '../../store/tenancy'
import { changing } from '../accounts/sessions'
import { newSecrets, rememberRecord } from '../history'
import { acceptRecord, type Problems, refuseProblems } from './acceptRecord'
import { refuseConflict } from './conflict'
import { type Kept, keeperOf } from './keepers'
import { lostReferences, withoutPasswords } from './recordChecks'
import { refuseInUse } from './refuseInUse'

export interface Keeping {
  resource: CompiledResource
  config: CompiledConfig
}

/** @throws Refusal 422 by field */
export async function createRecord(
  db: Db,
  caller: Caller,
  input: KeptInput,
  keeping: Keeping,
): Promise<KeptRecord> {
  const { resource } = keeping
  return changing(db, caller, async tx => {
    const tenant = tenantOf(tx, caller)
    const kept = await accept(tenant, caller, input, keeping)
    const id = await keeperOf(resource).insert(tx, caller, kept)
    return told(tx, caller, id, { ...keeping, kept })
  })
}

/**
 * Changes the fields that are sent.
 *
 * @throws Refusal 404 out of reach, 409 `conflict`, 422 by field
 */
export async function updateRecord(
  db: Db,
  caller: Caller,
  { id, input }: { id: number; input: KeptInput },
  keeping: Keeping,
): Promise<KeptRecord> {
  const { resource, config } = keeping
  return changing(db, caller, async tx => {
    const tenant = tenantOf(tx, caller)
    const row = await findRecord(tenant, resource.name, id, 'lock')
    if (!row) throw new Refusal(404, 'notFound')
    const sent = typeof input.updated === 'string' ? input.updated : undefined
    refuseConflict(sent, row, () => toRecord(row, config, caller.level, resource))
    const kept = await accept(tenant, caller, input, keeping, row)
    await keeperOf(resource).update(tx, caller, row, kept)
    return told(tx, caller, id, { ...keeping, kept, row })
  })
}

/**
 * @returns what it was
 * @throws Refusal 404 out of reach, 409 where it is still in use, with how often
 */
export async function deleteRecord(
  db: Db,
  caller: Caller,
  id: number,
  { resource, config }: Keeping,
): Promise<KeptRecord> {
  return changing(db, caller, async tx => {
    const row = await findRecord(tenantOf(tx, caller), resource.name, id, 'lock')
    if (!row) throw new Refusal(404, 'notFound')
    await refuseInUse(tx, config, resource.name, [id])
    await keeperOf(resource).remove(tx, row)
    const before = wholeRecord(row, resource)
    await rememberRecord(tx, caller, { resource, before, vendor: row.vendor_id })
    return toRecord(row, config, caller.level, resource)
  })
}

/** The record as it is now; the history is told what has become of it. */
async function told(
  tx: Db,
  caller: Caller,
  id: number,
  { resource, config, kept, row: was }: Keeping & { kept: Kept; row?: RecordRow },
): Promise<KeptRecord> {
  const row = await findRecord(tenantOf(tx, caller), resource.name, id)
  // Whoever changes whose it is may lose sight of it: then it is as if it were gone.
  if (!row) throw new Refusal(404, 'notFound')
  const after = wholeRecord(row, resource)
  await rememberRecord(tx, caller, {
    resource,
    before: was && wholeRecord(was, resource),
    after,
    secrets: newSecrets(resource, was && extraOf(resource.name, was), kept.data),
    vendor: row.vendor_id,
  })
  return toRecord(row, config, caller.level, resource)
}

/** @throws Refusal 422 by field */
async function accept(
  tenant: Tenant,
  caller: Caller,
  input: KeptInput,
  { resource, config }: Keeping,
  row?: RecordRow,
): Promise<Kept> {
  const current = row && wholeRecord(row, resource)
  const stored = row && extraOf(resource.name, row)
  const accepted = acceptRecord({ resource, input, current, extra: stored }, caller, config)
  const taken = { ...accepted.extra, ...accepted.values }
  const problems: Problems = {
    ...(await lostReferences(tenant, resource, taken, current)),
    ...(await keeperOf(resource).check?.(tenant, taken, current)),
    ...accepted.problems,
  }
  refuseProblems(problems)
  return { values: accepted.values, data: await withoutPasswords(resource, accepted.extra, stored) }
}
