/** Creates and changes batches (§5, §7). Model and vendor are chosen once: devices have been put in by them. */
import type { Batch, BatchInput } from '../../../contract/batches'
import { reaches } from '../../../domain/authority'
import type { CompiledConfig, CompiledResource } from '../../../engine/compiled'
import type { Caller } from '../../caller'
import { Refusal } from '../../refusal'
import type { Db } from '../../store/database'
import { findBatch, toBatch } from '../../store/records/batches'
import { recordView, wholeView } from '../../store/records/view'
import { type Tenant, tenantOf } from '../../store/tenancy'
import { changing } from '../accounts/sessions'
import { newSecrets, rememberRecord } from '../history'
import { acceptRecord, type Problems, refuseProblems } from './acceptRecord'
import { refuseConflict, touched } from './conflict'
import { lostReferences, withoutPasswords } from './recordChecks'
import { imageOf, textsOf } from './recordColumns'

/**
 * @param id of the batch to change; a new one without it
 * @throws Refusal 404 out of reach, 409 `conflict`, 422 by field
 */
export function saveBatch(
  db: Db,
  caller: Caller,
  { id, input, config }: { id?: number; input: BatchInput; config: CompiledConfig },
): Promise<Batch> {
  const view = recordView(config, caller.level, 'batches')
  const resource = config.resources.batches!
  return changing(db, caller, async tx => {
    const tenant = tenantOf(tx, caller)
    const row = id === undefined ? undefined : await findBatch(tenant, id, 'lock')
    if (id !== undefined && !row) throw new Refusal(404, 'notFound')
    if (row) refuseConflict(input.updated, row, () => toBatch(row, view))

    const current = row && toBatch(row, wholeView(resource))
    const { values, extra, problems } = acceptRecord(
      { resource, input, current, becomes: { vendor: caller.vendor }, extra: row?.extra },
      caller,
      config,
    )
    const kept = await withoutPasswords(resource, extra, row?.extra)
    const columns = {
      ...textsOf(values, ['name', 'comment']),
      ...imageOf(values),
      extra: JSON.stringify(kept),
    }
    const saved = async (id: number) => {
      const becomes = (await findBatch(tenant, id))!
      const after = toBatch(becomes, wholeView(resource))
      const secrets = newSecrets(resource, row?.extra, kept)
      const vendor = becomes.vendor_id
      await rememberRecord(tx, caller, { resource, before: current, after, secrets, vendor })
      return toBatch(becomes, view)
    }
    const lost = await lostReferences(tenant, resource, { ...extra, ...values }, current)
    if (row) {
      refuseProblems({ ...lost, ...problems })
      await tx
        .updateTable('batches')
        .set({ ...columns, updated: touched })
        .where('id', '=', row.id)
        .execute()
      return saved(row.id)
    }
    const model = await modelOf(tenant, values.model, resource)
    const vendor = await vendorOf(tenant, caller, values.vendor)
    refuseProblems({ ...lost, ...model.problems, ...problems, ...vendor.problems })
    const { id: created } = await tx
      .insertInto('batches')
      .values({ name: '', ...columns, model_id: model.id, vendor_id: vendor.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    return saved(created)
  })
}

interface Chosen {
  id: number
  problems: Problems
}

/** Model 0 is none (§5). */
async function modelOf(tenant: Tenant, model: unknown, { messages }: CompiledResource): Promise<Chosen> {
  if (typeof model !== 'number' || model <= 0) {
    const message = messages.incomplete
    return {
      id: 0,
      problems: { model: { code: 'field.required', params: {}, ...(message ? { message } : {}) } },
    }
  }
  const found = await tenant.models().where('id', '=', model).select('id').forKeyShare().executeTakeFirst()
  return { id: model, problems: found ? {} : { model: { code: 'field.choice', params: {} } } }
}

/** Masters choose whose it is, the provider's own without a choice; what staff make is their vendor's. */
async function vendorOf(tenant: Tenant, caller: Caller, vendor: unknown): Promise<Chosen> {
  if (!reaches(caller.level, 'master', caller.levels)) return { id: caller.vendor, problems: {} }
  if (typeof vendor !== 'number' || vendor === 0) return { id: 0, problems: {} }
  const found = await tenant.vendors().where('id', '=', vendor).select('id').forKeyShare().executeTakeFirst()
  return { id: vendor, problems: found ? {} : { vendor: { code: 'field.choice', params: {} } } }
}
