/**
 * Determines in memory which records each of many callers sees, with one query for all callers. The result is the same
 * as by `scopeConditions` without row rules; `tests/server/recordOwners.test.ts` compares both for every level.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Levels } from '../../domain/authority'
import type { Scope } from './counters'
import type { Db } from './database'
import { type RecordTableName, tableOf } from './records/tables'
import type { ScopedCaller } from './scopeConditions'
import { allOf, inIds } from './sql'
import { scopeOf } from './tenancy'

/** The owners of a record. A record has several rows if clients see it by their devices. */
interface OwnerRow {
  resource: string
  id: string
  /** The vendor whose staff sees it. */
  vendor: number | null
  /** The account that sees it as its owner, sender or maker. */
  client: number | null
  /** The vendor whose guests see it. */
  guests: number | null
  /** The level of an account: staff sees accounts up to its own level. */
  level: number | null
}

/** Ids by resource. */
type Ids = ReadonlyMap<string, readonly string[]>

/** Ids by owner, such as `vendor 3`. */
type Index = Map<string, Set<string>>

class RecordOwners {
  readonly #indexes = new Map<string, Index>()
  readonly #accountLevels = new Map<string, number>()

  constructor(ids: Ids, rows: readonly OwnerRow[]) {
    for (const resource of ids.keys()) this.#indexes.set(resource, new Map())
    for (const row of rows) {
      const index = this.#indexes.get(row.resource)!
      for (const owner of ownersIn(row)) index.set(owner, (index.get(owner) ?? new Set()).add(row.id))
      if (row.level !== null) this.#accountLevels.set(row.id, row.level)
    }
  }

  /** Ids of the resource that a caller without row rules sees. Not for masters, who see all records. */
  seenBy(caller: ScopedCaller, resource: string): ReadonlySet<string> {
    const idsOf = (owner: string) => this.#indexes.get(resource)?.get(owner) ?? NO_IDS
    if (isCatalogue(resource)) return caller.role?.isMissing ? NO_IDS : idsOf(EVERYBODY)
    const scope = scopeOf(caller)
    if (resource !== 'clients') return idsOf(ownerOf(scope, caller, resource))
    const own = idsOf(`client ${caller.id}`)
    if (scope.kind !== 'vendor') return own
    const ofVendor = [...idsOf(`vendor ${scope.vendor}`)]
    return new Set([...own, ...ofVendor.filter(id => this.#accountLevels.get(id)! <= caller.level)])
  }
}

const NO_IDS: ReadonlySet<string> = new Set()
/** The owner of records that every signed-in user sees. */
const EVERYBODY = 'everybody'
const isCatalogue = (resource: string) => resource === 'models' || resource === 'methods'

const ownersIn = ({ resource, vendor, client, guests }: OwnerRow): string[] => [
  ...(isCatalogue(resource) ? [EVERYBODY] : []),
  ...(vendor === null ? [] : [`vendor ${vendor}`]),
  ...(client === null ? [] : [`client ${client}`]),
  ...(guests === null ? [] : [`guests ${guests}`]),
]

/** The owner by which a caller sees records of a resource other than accounts. */
function ownerOf(scope: Scope, { vendor }: ScopedCaller, resource: string): string {
  switch (scope.kind) {
    case 'vendor':
      return `vendor ${scope.vendor}`
    case 'client':
      // Clients see the described records of their vendor; without a vendor, the records that they made.
      return tableOf(resource) === 'records' && vendor !== 0 ? `vendor ${vendor}` : `client ${scope.client}`
    case 'guest':
      return `guests ${scope.vendor}`
    default:
      return 'nobody'
  }
}

/**
 * Reads the owners of records in one query.
 *
 * @param callers for whom `seenBy` will be called: clients and guests see a batch by a device in it, too
 */
export async function readOwners(db: Db, ids: Ids, callers: readonly ScopedCaller[]): Promise<RecordOwners> {
  const [first] = callers
  if (!first) return new RecordOwners(ids, [])
  const sources = sourcesFor(first.levels)
  const holders = holdersOf(callers)
  const queries = [...ids].flatMap(([resource, idsOfResource]) =>
    queriesFor(sources, holders, resource, idsOfResource),
  )
  if (queries.length === 0) return new RecordOwners(ids, [])
  const { rows } = await sql<OwnerRow>`${sql.join(queries, sql` union all `)}`.execute(db)
  return new RecordOwners(ids, rows)
}

type Part = RawBuilder<unknown>

/** SQL for the owners of a table's records. */
interface Source extends Partial<Record<'vendor' | 'client' | 'guests' | 'level', Part>> {
  /** The table with its joins; default: the table alone. */
  from?: Part
  /** Devices by which clients and guests see a record, joined to it. */
  devices?: Part
}

const sourcesFor = ({ client, vendor }: Levels): Record<RecordTableName, Source> => ({
  devices: {
    vendor: sql`devices.vendor_id`,
    client: sql`devices.client_id`,
    guests: sql`case when devices.client_id is not null then devices.vendor_id end`,
  },
  orders: {
    from: sql`orders left join clients as sender on sender.id = orders.sender_id`,
    vendor: sql`orders.vendor_id`,
    client: sql`orders.sender_id`,
    guests: sql`case when sender.level >= ${client} and sender.level < ${vendor} then sender.vendor_id end`,
  },
  batches: {
    vendor: sql`batches.vendor_id`,
    client: sql`batches.client_id`,
    devices: sql`batches join devices on devices.batch_id = batches.id`,
  },
  bunches: {
    from: sql`bunches join batches on batches.id = bunches.batch_id`,
    vendor: sql`batches.vendor_id`,
    client: sql`batches.client_id`,
    devices: sql`bunches join devices on devices.batch_id = bunches.batch_id`,
  },
  vendors: { vendor: sql`nullif(vendors.id, 0)` },
  clients: { vendor: sql`clients.vendor_id`, client: sql`clients.id`, level: sql`clients.level` },
  models: {},
  methods: {},
  records: {
    vendor: sql`records.vendor_id`,
    client: sql`records.maker_id`,
    guests: sql`records.vendor_id`,
  },
})

/** The callers that see a batch by a device in it: clients, and guests by the vendor they belong to. */
interface Holders {
  clients: readonly number[]
  guests: readonly number[]
}

function holdersOf(callers: readonly ScopedCaller[]): Holders {
  const clients = new Set<number>()
  const guests = new Set<number>()
  for (const scope of callers.map(scopeOf))
    if (scope.kind === 'client') clients.add(scope.client)
    else if (scope.kind === 'guest') guests.add(scope.vendor)
  return { clients: [...clients], guests: [...guests] }
}

/** The queries for the owners of some records: by their own columns, and by devices that clients or guests have. */
function queriesFor(
  sources: Record<RecordTableName, Source>,
  { clients, guests }: Holders,
  resource: string,
  ids: readonly string[],
): Part[] {
  const table = tableOf(resource)
  const id = sql.ref(`${table}.id`)
  const { from = sql.raw(table), devices, ...owners } = sources[table]
  const isWanted = allOf([
    table === 'devices' ? inIds(id, ids) : sql`${id} = any(${ids.filter(isNumber)}::bigint[])`,
    ...(table === 'records' ? [sql`records.resource = ${resource}`] : []),
  ])
  const rows = (
    source: Part,
    { vendor, client, guests: guestsOf, level }: Omit<Source, 'from' | 'devices'>,
  ) =>
    sql`select ${resource}::text as resource, ${id}::text as id, ${vendor ?? NULL} as vendor,
      ${client ?? NULL} as client, ${guestsOf ?? NULL} as guests, ${level ?? NULL} as level
      from ${source} where ${isWanted}`
  const rowsByDevice = (owner: Part, column: 'client' | 'guests', condition: Part) =>
    sql`${rows(devices!, { [column]: owner })} and ${condition} group by ${id}, ${owner}`
  return [
    rows(from, owners),
    ...(devices && clients.length > 0
      ? [rowsByDevice(sql`devices.client_id`, 'client', sql`devices.client_id = any(${clients}::integer[])`)]
      : []),
    ...(devices && guests.length > 0
      ? [
          rowsByDevice(
            sql`devices.vendor_id`,
            'guests',
            sql`devices.vendor_id = any(${guests}::integer[]) and devices.client_id is not null`,
          ),
        ]
      : []),
  ]
}

const NULL = sql`null::integer`
const isNumber = (id: string) => /^\d{1,15}$/.test(id)
