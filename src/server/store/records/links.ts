/**
 * SQL for fields of the kind `references` (decision 426). They are stored as JSON arrays of ids in `extra`; an index
 * per field finds the records that hold an id.
 */
import { type RawBuilder, sql } from 'kysely'
import { childrenFieldsOf } from '../../../engine/children'
import type {
  CompiledChildren,
  CompiledConfig,
  CompiledField,
  CompiledResource,
} from '../../../engine/compiled'
import { storedId } from '../../../engine/kinds/choices'
import { storedKeys } from '../../../engine/stored'
import { anyOf } from '../sql'
import { extraOf, tableOf } from './tables'

/** Up to this number of ids, each is looked up in the index; for more, all lists are read. */
const MAX_INDEX_LOOKUPS = 100

/** Whether a list holds one of the ids. `list` must be the expression of `linkIndexes`, or the index is not used. */
export function holdsAny(
  list: RawBuilder<unknown>,
  { reference }: CompiledField,
  ids: readonly (string | number)[],
): RawBuilder<boolean> {
  if (ids.length <= MAX_INDEX_LOOKUPS)
    return anyOf(ids.map(id => sql<boolean>`${list} @> ${JSON.stringify([storedId(id, reference)])}::jsonb`))
  return sql<boolean>`exists (
    select from jsonb_array_elements_text(case when jsonb_typeof(${list}) = 'array' then ${list} end) as held
    where held = any(${ids.map(String)}::text[]))`
}

/** Index definitions (the part after `create index … on`) for lists of references and for children. */
export const linkIndexes = ({ resources }: Pick<CompiledConfig, 'resources'>): RawBuilder<unknown>[] => [
  ...Object.values(resources).flatMap(resource =>
    Object.values(resource.fields)
      .filter(({ type, storage }) => type === 'references' && storage === 'extra')
      .map(field => linkIndex(resource, field)),
  ),
  ...Object.values(resources).flatMap(resource =>
    childrenFieldsOf(resource).flatMap(({ children }) => childIndex(resources, children)),
  ),
]

/** The index that finds the children of a record. */
function childIndex(
  resources: CompiledConfig['resources'],
  { resource, by }: CompiledChildren,
): RawBuilder<unknown>[] {
  const field = resources[resource]?.fields[by]
  if (!field) return []
  const [key] = storedKeys(field)
  return [sql`records ((records.data ->> ${sql.lit(key)})) where records.resource = ${sql.lit(resource)}`]
}

function linkIndex({ name }: CompiledResource, field: CompiledField): RawBuilder<unknown> {
  const table = tableOf(name)
  const [key] = storedKeys(field)
  const ofResource = table === 'records' ? sql` where records.resource = ${sql.lit(name)}` : sql``
  // `fastupdate` would collect new entries in a list, and one of the later saves would be slow because it merges them.
  return sql`${sql.table(table)} using gin ((${extraOf(table)} -> ${sql.lit(key)}) jsonb_path_ops) with (fastupdate = off)${ofResource}`
}
