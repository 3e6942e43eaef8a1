/** What a list shows of a field: the record's own value, or one that a registered derivation makes of the record. */
import { type ClientPayment, clientExpired, clientPaid } from '../domain/clients'
import { connectivity } from '../domain/connectivity'
import type { CompiledField } from './compiled'
import { valueAt } from './conditions'
import type { DerivationName } from './registry'

type Row = Readonly<Record<string, unknown>>

const DERIVED: Readonly<Record<DerivationName, (record: Row) => unknown>> = {
  clientPaid: record => clientPaid(record as ClientPayment),
  clientExpired: record => clientExpired(record as ClientPayment),
  connectivity: record => connectivity(record),
}

/** The value that a list shows, orders and filters by. */
export function displayValue(field: Pick<CompiledField, 'name' | 'shown'>, record: Row): unknown {
  return field.shown ? DERIVED[field.shown](record) : valueAt(record, field.name)
}
