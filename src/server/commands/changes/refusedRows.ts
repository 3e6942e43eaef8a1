import type { RowError } from '../../../contract/envelope'
import { pick } from '../../../engine/i18n'
import { valueAt } from '../../../engine/recordValue'
import type { Caller } from '../../caller'
import type { Refusal } from '../../refusal'
import { refusalWords } from '../../refusalWords'
import { findRecords, type RecordKey } from '../../store/records/sources'
import { viewOf, visibleRecord } from '../../store/records/visible'
import type { Tenant } from '../../store/tenancy'
import type { AppliedChanges } from './applyChanges'
import type { ChangeSettings } from './job'

type Wording = Pick<ChangeSettings, 'config' | 'resource' | 'locale' | 'translate'>

/** @param values the values that the sender sets: a reason about another field names that field */
export async function rowsOfRefused(
  tenant: Tenant,
  caller: Caller,
  refused: AppliedChanges['refused'],
  settings: Wording,
  values: Readonly<Record<string, unknown>> = {},
): Promise<RowError[]> {
  const { resource, locale } = settings
  const ids = refused.flatMap(({ id }) => id ?? [])
  const names = await namesOf(tenant, caller, ids, settings)
  const column = pick((resource.fields[resource.recordName] ?? resource).label, locale)
  return refused.map(({ id, refusal }, index) => ({
    row: index + 1,
    column,
    value: names.get(String(id)) ?? String(id),
    code: refusal.code,
    message: reasonOf(refusal, settings, values),
  }))
}

function reasonOf(
  refusal: Refusal,
  { resource, locale, translate }: Wording,
  values: Readonly<Record<string, unknown>>,
): string {
  const reason = refusalWords(translate, locale).ofRefusal(refusal)
  const name = Object.keys(refusal.details.problems ?? {})[0] ?? ''
  const field = Object.hasOwn(values, name) ? undefined : resource.fields[name]
  return field ? `${pick(field.label, locale)}: ${reason}` : reason
}

/** The names of records that the caller sees, by id. */
export async function namesOf(
  tenant: Tenant,
  caller: Caller,
  ids: readonly RecordKey[],
  { config: { shared }, resource, locale }: Pick<Wording, 'config' | 'resource' | 'locale'>,
): Promise<Map<string, string>> {
  const rows = await findRecords(tenant, resource.name, ids)
  const view = viewOf({ config: shared, resource, locale }, caller.level)
  return new Map(
    [...rows.values()].map(row => [
      String(row.id),
      String(valueAt(visibleRecord(row, view), resource.recordName) || row.id),
    ]),
  )
}
