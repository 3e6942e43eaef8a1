/**
 * Recomputes computed fields of stored records after config has changed their formulas: in the background and a few
 * hundred records at a time, so that requests are served in between. Progress is stored, so that the work continues
 * after a restart. Until a record is recomputed, lists show, sort and filter it by its old value.
 */
import { sql } from 'kysely'
import type { CompiledConfig, CompiledResource } from '../../../engine/compiled'
import { fieldsRead } from '../../../engine/expressions/expression'
import { isSameValue } from '../../../engine/recordValue'
import { splitStored, storedKeys, withExtra } from '../../../engine/stored'
import { applyInput } from '../../../engine/validation/writableRecord'
import { announce } from '../../store/announce'
import { readValue } from '../../store/counts'
import type { Db } from '../../store/database'
import { extraOf, tableOf } from '../../store/records/tables'
import type { Extra } from '../../store/schema'

const RECORDS_PER_STEP = 500
/** Key of the advisory lock by which only one process at a time recomputes; an arbitrary number. */
const RECOMPUTE_LOCK = 7_262_902

/** The progress of a resource. `last` is the id of the last recomputed record; absent once all are recomputed. */
interface Progress {
  formulas: string
  last?: string
}

const keyOf = ({ name }: CompiledResource) => `computed ${name}`

const isComputed = ({ fields }: CompiledResource) => Object.values(fields).some(({ computed }) => computed)

/** A fingerprint of the formulas, and of the storage of the fields that they read. */
function formulasOf({ fields }: CompiledResource): string {
  const computed = Object.values(fields).filter(field => field.computed)
  const names = new Set(computed.flatMap(field => [field.name, ...fieldsRead(field.computed!)]))
  return JSON.stringify(
    [...names].sort().map(name => {
      const field = fields[name]
      return [
        name,
        field?.type,
        field?.renamedFrom,
        field?.computed,
        field?.choices?.map(({ value }) => value),
      ]
    }),
  )
}

/** The result of one step. `elsewhere`: another process is recomputing. */
type Recomputed = 'done' | 'more' | 'elsewhere'

/** Recomputes the next `RECORDS_PER_STEP` records of the first resource whose formulas have changed. */
export async function recomputeSome(db: Db, config: CompiledConfig): Promise<Recomputed> {
  for (const resource of Object.values(config.resources).filter(isComputed)) {
    const formulas = formulasOf(resource)
    const step = await db.transaction().execute(async (tx): Promise<Recomputed> => {
      const lock = sql<boolean>`pg_try_advisory_xact_lock(${sql.lit(RECOMPUTE_LOCK)})`
      if (!(await readValue(tx, lock))) return 'elsewhere'
      const progress = await readProgress(tx, resource)
      const isCurrent = progress?.formulas === formulas
      if (isCurrent && progress.last === undefined) return 'done'
      const after = isCurrent ? (progress.last ?? '') : ''
      const last = await recompute(tx, config, resource, after)
      await storeProgress(tx, resource, { formulas, ...(last !== undefined && { last }) })
      return last === undefined ? 'done' : 'more'
    })
    if (step !== 'done') return step
  }
  return 'done'
}

async function readProgress(tx: Db, resource: CompiledResource): Promise<Progress | undefined> {
  const row = await tx
    .selectFrom('settings')
    .select('value')
    .where('key', '=', keyOf(resource))
    .executeTakeFirst()
  return row?.value as Progress | undefined
}

async function storeProgress(tx: Db, resource: CompiledResource, progress: Progress): Promise<void> {
  const value = JSON.stringify(progress)
  await tx
    .insertInto('settings')
    .values({ key: keyOf(resource), value })
    .onConflict(conflict => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

/**
 * Recomputes the next records in order of their ids.
 *
 * @param previous id of the last record of the previous step; empty for the first step
 * @returns the id of the last record of this step; `undefined` if there are no more
 */
async function recompute(
  tx: Db,
  config: CompiledConfig,
  resource: CompiledResource,
  previous: string,
): Promise<string | undefined> {
  const table = sql.table(tableOf(resource.name))
  const extra = extraOf(tableOf(resource.name))
  const column = tableOf(resource.name) === 'records' ? sql.ref('data') : sql.ref('extra')
  const isOfResource =
    tableOf(resource.name) === 'records' ? sql`records.resource = ${resource.name}::text` : sql`true`
  // Ids of devices are text, others are numbers.
  const isText = resource.name === 'devices'
  const isAfter = isText ? sql`id > ${previous}::text` : sql`id > ${previous || '0'}::bigint`
  const { rows } = await sql<{ id: string; extra: Extra }>`
    select id::text as id, ${extra} as extra from ${table} where ${isOfResource} and ${isAfter}
    order by ${table}.id limit ${sql.lit(RECORDS_PER_STEP)} for no key update`.execute(tx)
  const changed = rows.flatMap(row => {
    const patch = patchOf(row.extra, config, resource)
    return patch ? [{ id: row.id, patch }] : []
  })
  if (changed.length > 0) {
    await sql`
      update ${table} set ${column} = ${extra} || recomputed.patch
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as recomputed (id ${sql.raw(isText ? 'text' : 'bigint')}, patch jsonb)
      where ${table}.id = recomputed.id`.execute(tx)
    await announce(tx, { resource: resource.name })
  }
  return rows.length < RECORDS_PER_STEP ? undefined : rows.at(-1)!.id
}

/** The recomputed fields of a record; `undefined` if none has changed. */
function patchOf(stored: Extra, { levels }: CompiledConfig, resource: CompiledResource): Extra | undefined {
  const record = withExtra(resource, {}, stored)
  const { computed } = applyInput(
    resource,
    {},
    {
      action: 'edit',
      current: record,
      level: levels.numbers.master,
      levels: levels.numbers,
    },
  )
  const { extra } = splitStored(resource, computed)
  const hasChanged = Object.values(resource.fields).some(
    field => field.computed && !isSameValue(stored[storedKeys(field)[0]], extra[field.name]),
  )
  return hasChanged ? extra : undefined
}
