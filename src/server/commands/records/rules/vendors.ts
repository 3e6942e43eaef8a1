/** Vendors (§5, §7). */
import { sql } from 'kysely'
import { problem, Refusal } from '../../../refusal'
import { expiryColumn, fieldColumns, imageColumn } from '../toRow'
import { countOwned, type WriteRules } from '../writeRules'

export const vendors: WriteRules = {
  table: 'vendors',
  blank: { name: '' },
  unique: {
    constraint: 'vendors_brn',
    key: sql`vendors.brn`,
    // As in the constraint, so that its index is used.
    where: sql`vendors.brn <> ''`,
    taken: problem('brn', 'vendor.brnTaken'),
  },
  columnsFor({ values, row, caller }) {
    const expiry = expiryColumn(values)
    // A vendor's own staff cannot deactivate it, which would lock them out.
    const deactivatesOwnVendor = row?.id === caller.vendor && values.active === false
    return {
      columns: {
        ...fieldColumns('vendors', values),
        ...expiry.column,
        ...imageColumn(values),
      },
      problems: {
        ...expiry.problems,
        ...(deactivatesOwnVendor ? problem('active', 'vendor.ownActive') : {}),
      },
    }
  },
  async refuseRemoval({ tenant, row: { id } }) {
    const owned: Record<string, number> = {}
    for (const table of ['devices', 'clients', 'batches', 'models'] as const)
      owned[table] = await countOwned(tenant, table, 'vendor_id', id)
    if (Object.values(owned).some(number => number > 0)) throw new Refusal(409, 'vendor.owns', owned)
    const records = await countOwned(tenant, 'records', 'vendor_id', id)
    if (records > 0) throw new Refusal(409, 'vendor.ownsRecords', { records })
  },
  /** Gives the orders of the vendor to the provider: orders are never deleted. */
  async beforeRemoval({ tenant, row: { id } }) {
    await tenant.update('orders').set({ vendor_id: 0 }).where('orders.vendor_id', '=', id).execute()
  },
}
