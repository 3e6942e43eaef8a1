/** Records of resources that config alone describes: all in one table, with their fields as JSON. */
import { reaches } from '../../../../domain/authority'
import type { CompiledField, CompiledResource } from '../../../../engine/compiled'
import type { Caller } from '../../../caller'
import type { Extra } from '../../../store/schema'
import { touched } from '../conflict'
import type { Keeper } from './keeper'

/** Records belong to the vendor of who made them; masters may say whose, where the resource has a reference `vendor`. */
export function described({ name: resource, fields }: CompiledResource): Keeper {
  const vendorOf = ({ level, levels }: Caller, data: Extra): number | undefined => {
    const chosen = isVendor(fields.vendor) && reaches(level, 'master', levels) ? data.vendor : undefined
    return typeof chosen === 'number' && Number.isInteger(chosen) ? Math.max(chosen, 0) : undefined
  }
  return {
    async insert(db, caller, { data }) {
      const vendor = vendorOf(caller, data) ?? caller.vendor
      const { id } = await db
        .insertInto('records')
        .values({
          resource,
          vendor_id: vendor,
          maker_id: caller.id,
          data: JSON.stringify(isVendor(fields.vendor) ? { ...data, vendor } : data),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },
    async update(db, caller, row, { data }) {
      const vendor = vendorOf(caller, data) ?? row.vendor_id
      await db
        .updateTable('records')
        .set({
          vendor_id: vendor,
          data: JSON.stringify(isVendor(fields.vendor) ? { ...data, vendor } : data),
          updated: touched,
        })
        .where('id', '=', row.id)
        .execute()
    },
    async remove(db, { id }) {
      await db.deleteFrom('records').where('id', '=', id).execute()
    },
  }
}

const isVendor = (field: CompiledField | undefined) =>
  field?.type === 'reference' && field.reference === 'vendors'
