/** The fields that an entry of the history has changed. */
import type { HistoryRow } from '../../contract/history'
import { ownValue } from '../../domain/own'
import type { CompiledField, CompiledResource } from '../compiled'
import { valueAt } from '../recordValue'
import { historyField } from '../stored'

type Values = Readonly<Record<string, unknown>>

export interface ChangedField {
  name: string
  /** Undefined for values that are no fields, such as the number of devices of a change of many. */
  field: CompiledField | undefined
  /** Undefined for a new record. */
  before: unknown
  /** Undefined for a deleted record. */
  after: unknown
}

export function changedFields(
  resources: Readonly<Record<string, CompiledResource>>,
  { resource: name, before, after }: Partial<Pick<HistoryRow, 'resource' | 'before' | 'after'>>,
): ChangedField[] {
  const resource = ownValue(resources, name ?? '')
  return [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].map(name => ({
    name,
    field: resource && historyField(resource, name),
    before: before ? (valueAt(before as Values, name) ?? null) : undefined,
    after: after ? (valueAt(after as Values, name) ?? null) : undefined,
  }))
}
