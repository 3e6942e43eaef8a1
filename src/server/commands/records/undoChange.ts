/** Undoes a change of a record: saves its former values like the form, unless a newer change has replaced them. */
import { sql } from 'kysely'
import type { Undone } from '../../../contract/history'
import { hasLevel } from '../../../domain/authority'
import { ownValue } from '../../../domain/own'
import { may } from '../../../engine/access'
import type { CompiledConfig, Locale } from '../../../engine/compiled'
import { type RestoredValue, restoredValues } from '../../../engine/fields/undo'
import { isSameValue, valueAt } from '../../../engine/recordValue'
import { normalise, setValue } from '../../../engine/values'
import type { Caller } from '../../caller'
import { forbidden, orNotFound, Refusal } from '../../refusal'
import type { Db } from '../../store/database'
import { asId } from '../../store/records/references'
import type { Wire } from '../../store/records/sources'
import { viewOf, visibleRecord } from '../../store/records/visible'
import { type Tenant, tenantOf } from '../../store/tenancy'
import { changing } from '../changing'
import { findForChange, saveRecord } from './saveRecord'

/**
 * @param id of an entry of the history
 * @throws Refusal 403, 404 out of scope, 409 if the entry cannot be undone; also the refusals of `saveRecord`
 */
export function undoChange(
  db: Db,
  caller: Caller,
  id: number,
  { config, locale }: { config: CompiledConfig; locale: Locale },
): Promise<Undone> {
  return changing(db, caller, async tx => {
    const tenant = tenantOf(tx, caller)
    const entry = orNotFound(
      await tenant
        .history()
        .where('history.id', '=', id)
        .select(['history.id', 'action', 'resource', 'record', 'before', 'after'])
        .executeTakeFirst(),
    )
    const resource = ownValue(config.resources, entry.resource)
    if (!resource || entry.action !== 'changed' || resource.name === 'orders')
      throw new Refusal(409, 'undo.action')
    if (!may(config, caller.level, resource.name, 'edit')) throw forbidden(caller)
    const context = { resource, config, locale }
    const values = maySeeChanges(config, caller) && restoredValues(config, caller.level, resource, entry)
    if (!values || values.length === 0) throw new Refusal(409, 'undo.hidden')
    const key = resource.name === 'devices' ? entry.record : orNotFound(asId(entry.record))
    const row = await findForChange(tenant, resource, key)
    const current = visibleRecord(row, viewOf(context))
    const isUnchanged = ({ field, after }: RestoredValue) =>
      isSameValue(normalise(field, valueAt(current, field.name)), after)
    if (!values.every(isUnchanged) || (await hasNewerChange(tenant, entry)))
      throw new Refusal(409, 'undo.newer')
    const input: Wire = {}
    for (const { field, before } of values) setValue(input, field.name, before, current)
    await saveRecord(tx, caller, { id: key, input }, context)
    return { resource: resource.name, record: entry.record }
  })
}

/** The right to read `after` is the right to read the values of the history. */
function maySeeChanges(config: CompiledConfig, { level }: Caller): boolean {
  const changes = config.resources.history?.fields.after
  return !changes || hasLevel(level, changes.read, config.levels.numbers)
}

interface Entry extends Undone {
  id: number
  before: object | null
  after: object | null
}

/** Whether a later change of the record has touched one of the same values, even if it restored them. */
async function hasNewerChange(tenant: Tenant, { id, resource, record, before, after }: Entry) {
  const names = Object.keys({ ...before, ...after })
  const newer = await tenant
    .history()
    .where('resource', '=', resource)
    .where('record', '=', record)
    .where('history.id', '>', id)
    .where(sql<boolean>`(before ?| ${names}::text[] or after ?| ${names}::text[])`)
    .select('history.id')
    .limit(1)
    .executeTakeFirst()
  return newer !== undefined
}
