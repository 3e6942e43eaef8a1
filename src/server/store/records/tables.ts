/** The tables of the resources, and the columns that are fields. */
import { type RawBuilder, sql } from 'kysely'
import type { Extra } from '../schema'

/** Each table also has a column `extra` for added fields. */
export const TABLES = {
  vendors: {
    nameColumn: 'name',
    texts: ['name', 'brn', 'comment', 'addr', 'post', 'page'],
    flags: ['active', 'maker', 'paid'],
    picture: true,
  },
  clients: {
    nameColumn: 'name',
    texts: ['name', 'email', 'phone', 'zone', 'duty', 'comment'],
    flags: ['active', 'paid'],
    narrowing: { vendor: 'vendor_id' },
    picture: true,
  },
  batches: {
    nameColumn: 'name',
    texts: ['name', 'comment'],
    narrowing: { model: 'model_id', vendor: 'vendor_id' },
    others: { client: 'client_id' },
    picture: true,
  },
  models: { nameColumn: 'name', texts: ['name'], ids: { vendor: 'vendor_id' } },
  bunches: { nameColumn: 'name', texts: ['name'], ids: { batch: 'batch_id' } },
  methods: { nameColumn: 'caption', texts: ['code', 'caption'], ids: { position: 'position' } },
  devices: {
    nameColumn: 'isdn',
    texts: ['isdn', 'serial', 'version', 'release', 'edition'],
    narrowing: { model: 'model_id', batch: 'batch_id' },
    others: {
      model_id: 'model_id',
      batch_id: 'batch_id',
      bunch_id: 'bunch_id',
      vendor: 'vendor_id',
      client: 'client_id',
      sido: 'sido',
      'modem.apn': 'modem_apn',
      'modem.band': 'modem_band',
      'modem.rsrp': 'modem_rsrp',
    },
  },
  orders: { nameColumn: 'title' },
} as const satisfies Readonly<Record<string, TableFields>>

interface TableFields {
  /** The column with the name of a record. */
  nameColumn?: string
  /** Text columns that are named like their field. */
  texts?: readonly string[]
  /** Boolean columns that are named like their field. */
  flags?: readonly string[]
  /** Number columns, such as ids of other records, by field. */
  ids?: Readonly<Record<string, string>>
  /** Columns by which `dependsOn` of config can narrow the choices of a reference to this table, by field. */
  narrowing?: Readonly<Record<string, string>>
  /** Columns with special read and write code, by field. */
  others?: Readonly<Record<string, string>>
  /** Whether there is a column for a picture. */
  picture?: true
}

/** `records` holds the described records of all resources. */
export type RecordTableName = keyof typeof TABLES | 'records'

export const tableOf = (resource: string): RecordTableName =>
  Object.hasOwn(TABLES, resource) ? (resource as keyof typeof TABLES) : 'records'

/** The columns that are fields; the table of described records has none. */
export const fieldsOfTable = (table: RecordTableName): TableFields =>
  table === 'records' ? {} : TABLES[table]

/** The column of each field of a table, by the field. */
export function columnNames(table: RecordTableName): Readonly<Record<string, string>> {
  const { texts = [], flags = [], ids, narrowing, others } = fieldsOfTable(table)
  const equallyNamed = Object.fromEntries([...texts, ...flags].map(name => [name, name]))
  return { ...equallyNamed, ...ids, ...narrowing, ...others }
}

/** The column of added fields. */
export const extraOf = (table: RecordTableName): RawBuilder<Extra> =>
  sql.ref<Extra>(table === 'records' ? 'records.data' : `${table}.extra`)
