/** Records of described resources (defined only in config), all in one table with their fields as JSON. */
import type { CompiledField } from '../../../../engine/compiled'
import { isMaster } from '../../../caller'
import type { RecordDraft, WriteRules } from '../writeRules'

/** Records belong to the maker's vendor; masters choose another if the resource has a reference field `vendor`. */
export const described: WriteRules = {
  table: 'records',
  blank: {},
  columnsFor(draft) {
    const { caller, resource, row } = draft
    const vendor = chosenVendor(draft) ?? row?.vendor_id ?? caller.vendor
    return {
      columns: { vendor_id: vendor, ...(row ? {} : { resource: resource.name, maker_id: caller.id }) },
      ...(isVendor(resource.fields.vendor) && { extra: { vendor } }),
    }
  },
}

function chosenVendor({ caller, resource, extra }: RecordDraft): number | undefined {
  const { vendor } = extra
  if (!isVendor(resource.fields.vendor) || !isMaster(caller)) return undefined
  return typeof vendor === 'number' && Number.isInteger(vendor) ? Math.max(vendor, 0) : undefined
}

const isVendor = (field: CompiledField | undefined) =>
  field?.type === 'reference' && field.reference === 'vendors'
