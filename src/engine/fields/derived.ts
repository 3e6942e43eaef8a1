/** The values that lists show: stored ones, or ones derived from the record (`shown` of config). */
import { type ClientPayment, clientExpired, clientPaid } from '../../domain/clients'
import { connectivity } from '../../domain/connectivity'
import type { CompiledField } from '../compiled'
import { valueAt } from '../recordValue'
import type { DerivationName } from '../registry'

type Row = Readonly<Record<string, unknown>>

const DERIVED: Readonly<Record<DerivationName, (record: Row) => unknown>> = {
  clientPaid: record => clientPaid(record as ClientPayment),
  clientExpired: record => clientExpired(record as ClientPayment),
  connectivity: record => connectivity(record),
}

type ShownFields = { fields: Readonly<Record<string, Pick<CompiledField, 'shown'>>> }

/** The value that lists show, sort by and filter by: for `paid` of a client, also true if its vendor has paid. */
export function displayValue(resource: ShownFields | undefined, name: string, record: Row): unknown {
  const derivation = resource?.fields[name]?.shown
  return derivation ? DERIVED[derivation](record) : valueAt(record, name)
}
