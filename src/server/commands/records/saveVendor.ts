/** Creates and changes vendors (§5, §7). */
import type { Vendor, VendorInput } from '../../../contract/vendors'
import type { CompiledConfig } from '../../../engine/compiled'
import type { Caller } from '../../caller'
import { Refusal } from '../../refusal'
import type { Db } from '../../store/database'
import { findVendor, toVendor } from '../../store/records/vendors'
import { recordView, wholeView } from '../../store/records/view'
import { tenantOf } from '../../store/tenancy'
import { changing } from '../accounts/sessions'
import { newSecrets, rememberRecord } from '../history'
import { acceptRecord, type Problems, refuseProblems } from './acceptRecord'
import { refuseConflict, touched } from './conflict'
import { lostReferences, withoutPasswords } from './recordChecks'
import { expiryOf, flagsOf, imageOf, textsOf } from './recordColumns'
import { uniqueBut } from './uniqueBut'

/**
 * @param id of the vendor to change; a new one without it
 * @throws Refusal 404 out of reach, 409 `conflict`, 422 by field
 */
export function saveVendor(
  db: Db,
  caller: Caller,
  { id, input, config }: { id?: number; input: VendorInput; config: CompiledConfig },
): Promise<Vendor> {
  const view = recordView(config, caller.level, 'vendors')
  const resource = config.resources.vendors!
  return changing(db, caller, async tx => {
    const tenant = tenantOf(tx, caller)
    const row = id === undefined ? undefined : await findVendor(tenant, id, 'lock')
    if (id !== undefined && !row) throw new Refusal(404, 'notFound')
    if (row) refuseConflict(input.updated, row, () => toVendor(row, view))

    const current = row && toVendor(row, wholeView(resource))
    const { values, extra, problems } = acceptRecord(
      { resource, input, current, extra: row?.extra },
      caller,
      config,
    )
    const expiry = expiryOf(values)
    const lost = await lostReferences(tenant, resource, { ...extra, ...values }, current)
    refuseProblems({ ...lost, ...problems, ...expiry.problems, ...ownVendorOff(caller, row?.id, values) })

    const kept = await withoutPasswords(resource, extra, row?.extra)
    const columns = {
      ...textsOf(values, ['name', 'brn', 'comment', 'addr', 'post', 'page']),
      ...flagsOf(values, ['active', 'maker', 'paid']),
      ...expiry.column,
      ...imageOf(values),
      extra: JSON.stringify(kept),
    }
    const saved = await uniqueBut(
      'vendors_brn',
      { brn: { code: 'vendor.brnTaken', params: {} } },
      row
        ? tx
            .updateTable('vendors')
            .set({ ...columns, updated: touched })
            .where('id', '=', row.id)
            .returning('id')
            .executeTakeFirstOrThrow()
        : tx
            .insertInto('vendors')
            .values({ name: '', ...columns })
            .returning('id')
            .executeTakeFirstOrThrow(),
    )
    const becomes = (await findVendor(tenant, saved.id))!
    const after = toVendor(becomes, wholeView(resource))
    const secrets = newSecrets(resource, row?.extra, kept)
    await rememberRecord(tx, caller, { resource, before: current, after, secrets, vendor: saved.id })
    return toVendor(becomes, view)
  })
}

/** Nobody locks themselves out. */
function ownVendorOff(caller: Caller, id: number | undefined, { active }: Record<string, unknown>): Problems {
  return id === caller.vendor && active === false ? { active: { code: 'vendor.ownActive', params: {} } } : {}
}
