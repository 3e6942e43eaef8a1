/** What keeps the records of a resource in the dialect of ra-data-simple-rest. */
import type { Caller } from '../../../caller'
import type { Db } from '../../../store/database'
import type { RecordRow } from '../../../store/records/rows'
import type { Extra } from '../../../store/schema'
import type { Tenant } from '../../../store/tenancy'
import type { Problems } from '../acceptRecord'

/** What is written of a record. */
export interface Kept {
  /** Fields of the contract that were sent. */
  values: Readonly<Record<string, unknown>>
  /** All fields that config has added, those of before too. */
  data: Extra
}

export interface Keeper {
  /** What no rule of config can know. `taken`: what was sent, by field. */
  check?(
    tenant: Tenant,
    taken: Readonly<Record<string, unknown>>,
    current: Readonly<Record<string, unknown>> | undefined,
  ): Promise<Problems>
  /** @returns the id */
  insert(db: Db, caller: Caller, kept: Kept): Promise<number>
  update(db: Db, caller: Caller, row: RecordRow, kept: Kept): Promise<void>
  /** @throws Refusal 409 while something needs it, with how often */
  remove(db: Db, row: RecordRow): Promise<void>
}

export const NONE: Problems = {}
export const problem = (field: string, code: string): Problems => ({ [field]: { code, params: {} } })
/** Another record has that value. */
export const taken = (field: string) => problem(field, 'field.taken')
