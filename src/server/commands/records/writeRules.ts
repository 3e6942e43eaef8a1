/** The resource-specific part of saving and deleting records; `saveRecord` and `removeRecord` do the rest. */
import { type RawBuilder, sql } from 'kysely'
import { isChangeable } from '../../../engine/changeable'
import type { Compiled, CompiledConfig, CompiledResource } from '../../../engine/compiled'
import { type Caller, userOf } from '../../caller'
import { type Problems, Refusal } from '../../refusal'
import { askTogether } from '../../store/askTogether'
import { countRows } from '../../store/counts'
import type { Db } from '../../store/database'
import { asId } from '../../store/records/references'
import type { StoredRow, Wire } from '../../store/records/sources'
import type { RecordTableName } from '../../store/records/tables'
import type { Extra } from '../../store/schema'
import { inIds } from '../../store/sql'
import type { Tenant } from '../../store/tenancy'

/** A record to save, with the accepted input. */
export interface RecordDraft {
  tenant: Tenant
  caller: Caller
  config: CompiledConfig
  resource: CompiledResource
  /** The complete input, as sent. */
  input: Readonly<Wire>
  /** Accepted built-in fields, by their API names. */
  values: Readonly<Wire>
  /** All added fields, with stored values merged. */
  extra: Extra
  /** The stored record as a row and in API form (`current`); absent for a new record. */
  row: StoredRow | undefined
  current: Readonly<Wire> | undefined
  /** Of the caller's own account: the new password, after the current one was checked (`newPasswordHash`). */
  ownPasswordHash?: string | undefined
}

/** The columns to write for a draft. Columns that are left out keep their values. */
export interface DraftWrite {
  columns: Readonly<Record<string, unknown>>
  /** Problems beyond the rules of config. */
  problems?: Problems
  /** Added fields whose value the server sets. */
  extra?: Extra
  /** Built-in fields with a new secret: the history shows only their names. */
  secrets?: readonly string[]
}

/** A record to delete. */
export interface Removal {
  tx: Db
  tenant: Tenant
  caller: Caller
  row: StoredRow
  config: Compiled
}

/** The value to store for a reference or number, and the problems of the sent value. */
export interface CheckedNumber {
  value: number
  problems: Problems
}

/** A value that is compared with those of other records. */
export interface ComparedValue {
  /** SQL for the value; null for a record without one. */
  key: RawBuilder<string | null>
  /** SQL for the records that are compared; default: all. */
  where?: RawBuilder<boolean>
}

/** A value that the database keeps unique, by a constraint that can wait for the end of a transaction. */
interface BuiltInUnique extends ComparedValue {
  constraint: string
  /** The problem if another record has the value. */
  taken: Problems
}

export interface WriteRules {
  table: RecordTableName
  /** Defaults of required columns of a new record. */
  blank: Readonly<Record<string, unknown>>
  unique?: BuiltInUnique
  /** A new record belongs to the caller's vendor. */
  ofVendor?: true
  /** @throws Refusal if the caller may not change this record */
  refuseChange?(caller: Caller, row: StoredRow): void
  /** Checks the input beyond config, and turns it into columns. */
  columnsFor(draft: RecordDraft): DraftWrite | Promise<DraftWrite>
  /** Called in the transaction, after the record was written. */
  afterSave?(tx: Db, draft: RecordDraft, write: DraftWrite): Promise<void>
  /** @throws Refusal 403 if the caller may not delete this record, 409 with counts if other records require it */
  refuseRemoval?(removal: Removal): Promise<void>
  /** Records of another resource that must be deleted with this one. */
  alsoRemoved?(removal: Removal): Promise<{ resource: string; ids: number[] }>
  /** Called in the transaction, before the record is deleted. */
  beforeRemoval?(removal: Removal): Promise<void>
}

interface Ownership {
  client: number
  vendor: number
}

/** Whether the client is a user of the vendor; staff cannot be the client of a device or batch. Locks the account. */
export const isClientOf = askTogether(async (tenant: Tenant, asked: readonly Ownership[]) => {
  const ids = asked.flatMap(({ client }) => asId(client) ?? [])
  const accounts = await tenant
    .owners()
    .where(inIds(sql`clients.id`, ids))
    .select(['clients.id', 'clients.vendor_id'])
    .orderBy('clients.id')
    .forShare()
    .execute()
  const vendors = new Map(accounts.map(({ id, vendor_id }) => [id, vendor_id]))
  return ({ client, vendor }: Ownership) => vendors.get(client) === vendor
})

/** The number of records with this id in `column`, of all tenants. The casts stand for any table and column. */
export const countOwned = (
  tenant: Tenant,
  table: RecordTableName,
  column: string,
  id: number,
): Promise<number> =>
  countRows(tenant.unscoped(table as 'devices').where(column as 'devices.batch_id', '=', id))

/**
 * @param record as stored, with all of its fields
 * @throws Refusal 403 if the caller may only see this record
 */
export function refuseUnchangeable(caller: Caller, resource: CompiledResource, record: Readonly<Wire>): void {
  const { level, levels } = caller
  if (!isChangeable(resource, record, { level, levels, user: userOf(caller) }))
    throw new Refusal(403, 'record.readOnly')
}
