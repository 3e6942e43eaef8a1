/** The value of a field in lists: the stored one, or one that a derivation makes of the record. */
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

type Described = { fields: Readonly<Record<string, Pick<CompiledField, 'shown'>>> }

/** The value by which lists show, sort and filter: a client is paid if its vendor is. */
export function displayValue(resource: Described | undefined, name: string, record: Row): unknown {
  const shown = resource?.fields[name]?.shown
  return shown ? DERIVED[shown](record) : valueAt(record, name)
}
