/**
 * What is particular to the records of one resource when they are written; all else is the same for all (`saveRecord`).
 */
import type { Compiled, CompiledConfig, CompiledResource } from '../../../engine/compiled'
import type { Caller } from '../../caller'
import type { Problems } from '../../refusal'
import { countRows } from '../../store/counts'
import type { Db } from '../../store/database'
import type { StoredRow, Wire } from '../../store/records/sources'
import type { RecordTableName } from '../../store/records/tables'
import type { Extra } from '../../store/schema'
import type { Tenant } from '../../store/tenancy'

/** A record that is to be saved, as far as it was accepted. */
export interface RecordDraft {
  tenant: Tenant
  caller: Caller
  config: CompiledConfig
  resource: CompiledResource
  /** All that was sent. */
  input: Readonly<Wire>
  /** Fields of the contract that were sent and may be set, by their name on the wire. */
  values: Readonly<Wire>
  /** All fields that config added, those of before too. */
  extra: Extra
  /** As it is stored, and as it is on the wire; none for a new one. */
  row: StoredRow | undefined
  current: Readonly<Wire> | undefined
}

/** What becomes of a draft. What was not sent is not in the columns, so that it keeps what it has. */
export interface DraftWrite {
  columns: Readonly<Record<string, unknown>>
  /** What no rule of config can know. */
  problems?: Problems
  /** Fields of config with a value that the server decides. */
  extra?: Extra
  /** Fields of the contract with a new secret: the history names them alone. */
  secrets?: readonly string[]
}

/** A record that is to be deleted. */
export interface Removal {
  tx: Db
  tenant: Tenant
  caller: Caller
  row: StoredRow
  config: Compiled
}

/** A reference or number that the rules settle on, and what is wrong with what was sent. */
export interface JudgedNumber {
  value: number
  problems: Problems
}

export interface WriteRules {
  table: RecordTableName
  /** Columns of a new record that must not be absent. */
  blank: Readonly<Record<string, unknown>>
  /** A value that only one record may have: the index that sees to it, and what is said at its field. */
  unique?: { index: string; taken: Problems }
  /** A new record gets the vendor of who makes it. */
  ofVendor?: true
  /** @throws Refusal where the caller may not change this one at all */
  refuseChange?(caller: Caller, row: StoredRow): void
  columnsFor(draft: RecordDraft): DraftWrite | Promise<DraftWrite>
  /** In the transaction of the change, once it is made. */
  saved?(tx: Db, draft: RecordDraft, write: DraftWrite): Promise<void>
  /** @throws Refusal 403 where the caller may not delete this one, 409 while something needs it, with how often */
  refuseRemoval?(removal: Removal): Promise<void>
  /** Records of another resource that go with it. */
  goesAlong?(removal: Removal): Promise<{ resource: string; ids: number[] }>
  /** In the transaction of the deletion, before it is made. */
  removing?(removal: Removal): Promise<void>
}

/** How many records of all tenants have this owner. */
export const countOwned = (
  tenant: Tenant,
  table: RecordTableName,
  column: string,
  id: number,
): Promise<number> =>
  countRows(tenant.unscoped(table as 'devices').where(column as 'devices.batch_id', '=', id))
