/**
 * Lists of references (`references` of config, decision 426) in SQL. They are stored as arrays of ids beside the
 * record's other fields, so that saving, exporting, copying and undoing include them; the index of each field finds the
 * lists that hold an id.
 */
import { type RawBuilder, sql } from 'kysely'
import { childrenIn } from '../../../engine/children'
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

/** How many ids are asked of the index one by one; for more the lists are read. */
const MOST_ASKED = 100

/** Whether a list holds one of the ids. Its value must be written as in `linkIndexes`, so that the index is used. */
export function holdsAny(
  list: RawBuilder<unknown>,
  { reference }: CompiledField,
  ids: readonly (string | number)[],
): RawBuilder<boolean> {
  if (ids.length <= MOST_ASKED)
    return anyOf(ids.map(id => sql<boolean>`${list} @> ${JSON.stringify([storedId(id, reference)])}::jsonb`))
  return sql<boolean>`exists (
    select from jsonb_array_elements_text(case when jsonb_typeof(${list}) = 'array' then ${list} end) as held
    where held = any(${ids.map(String)}::text[]))`
}

/** The index of each list of references: what stands behind `create index … on`. */
export const linkIndexes = ({ resources }: Pick<CompiledConfig, 'resources'>): RawBuilder<unknown>[] => [
  ...Object.values(resources).flatMap(resource =>
    Object.values(resource.fields)
      .filter(({ type, storage }) => type === 'references' && storage === 'extra')
      .map(field => linkIndex(resource, field)),
  ),
  ...Object.values(resources).flatMap(resource =>
    childrenIn(resource).flatMap(({ children }) => childIndex(resources, children)),
  ),
]

/** By it the parts of a record are found. */
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
  // Without a pending list, so that the cost of each save is known.
  return sql`${sql.table(table)} using gin ((${extraOf(table)} -> ${sql.lit(key)}) jsonb_path_ops) with (fastupdate = off)${ofResource}`
}
