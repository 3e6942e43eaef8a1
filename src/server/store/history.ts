/** Conceals the references in the values of the history that lead out of the caller's scope. */
import type { CompiledResource } from '../../engine/compiled'
import { historyField } from '../../engine/stored'
import { concealAll } from './records/reach'
import type { Tenant } from './tenancy'

/** Values before and after a change. */
interface Versions {
  before: object | null
  after: object | null
}

/** Empties the references in the values of changes that lead out of scope. */
export async function concealHistory<Entry extends Versions>(
  tenant: Tenant,
  entries: readonly Entry[],
  resourceOf: (entry: Entry) => CompiledResource | undefined,
): Promise<Entry[]> {
  const values = entries.flatMap(entry =>
    [entry.before, entry.after].map(side => ({
      resource: { fields: historyFields(resourceOf(entry), side) },
      record: side ?? {},
    })),
  )
  const shown = await concealAll(tenant, values)
  return entries.map((entry, index) => {
    const versions: Versions = {
      before: entry.before && shown[2 * index]!,
      after: entry.after && shown[2 * index + 1]!,
    }
    return { ...entry, ...versions }
  })
}

/** The fields of the values, by the names that the history uses for them. */
function historyFields(resource: CompiledResource | undefined, values: Versions['before']) {
  if (!resource || !values) return {}
  return Object.fromEntries(
    Object.keys(values).flatMap(name => {
      const field = historyField(resource, name)
      return field ? [[name, { ...field, name }]] : []
    }),
  )
}
