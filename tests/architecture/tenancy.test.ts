/** Queries on the data of tenants start at a `Tenant` (decision 26). The exceptions are listed here. */
import { expect, test } from 'vitest'
import { callsIn, filesUnder, type Node, nameOf, parse, stringOf, treeOf, walk } from '../support/source'

/** Tables whose rows belong to a tenant. */
const TENANT_TABLES = [
  ...['vendors', 'clients', 'models', 'batches', 'bunches', 'devices', 'records', 'methods'],
  ...['orders', 'order_targets', 'order_marks', 'history'],
  ...[
    'device_secrets',
    'device_signals',
    'device_connections',
    'device_moves',
    'device_counts',
    'order_counts',
    'fleet_history',
  ],
  'device_misunderstood',
  ...['bulk_changes', 'bulk_rows'],
]

/** Files and folders that may query any table without a `Tenant`, and why. */
const LISTED: Readonly<Record<string, string>> = {
  'store/tenancy.ts': 'starts all other queries',
  'store/scopeConditions.ts': 'defines the scope of a Tenant',
  'store/countedFigures.ts': 'names the figures that a Tenant has counted',
  'store/countedRows.ts': 'counts within the scope that a Tenant passes',
  'store/counters.ts': 'counts all devices; a Tenant reads the rows of its scope',
  'store/recordOwners.ts':
    'reads the owners of changed records, by which `live` decides what each listener is sent',
  'store/insertMany.ts': 'inserts into any table, for staging and the demo',
  'store/backup/': 'whole databases',
  'store/records/children.ts':
    'locks a parent and counts its children, including those outside the scope of the caller',
  'store/records/links.ts': 'definitions of indexes, and conditions without a table',
  'store/records/uniqueIndexes.ts': 'indexes and duplicates of all tenants, for masters',
  'store/pglite/pgliteTidier.ts': 'vacuum, for all tables',
  'demo/': 'fills an empty database',
  'start/firstStart.ts': 'fills an empty database',
  'commands/accounts/signIn.ts': 'runs before the login',
  'commands/accounts/signUp.ts': 'runs before the login',
  'commands/accounts/accountLogins.ts': 'the password and logins of the caller',
  'commands/accounts/makeMaster.ts': 'creates an account for the installation',
  'commands/fleetHistory.ts': 'a sweep that counts the devices of all tenants',
  'commands/history.ts': 'history rows without an account',
  'commands/accessHistory.ts': 'whether a refusal was just written',
  'commands/gateway/presence.ts': 'a gateway serves the devices of all tenants',
  'commands/gateway/misunderstood.ts': 'a gateway serves the devices of all tenants',
  'commands/gateway/formerSecrets.ts': 'a broker has verified the secrets of devices of all tenants',
  'commands/gateway/telemetry.ts': 'a gateway serves the devices of all tenants',
  'store/gateway/secrets.ts': 'a broker verifies the secret of a device',
  'store/gateway/openTargets.ts': 'a gateway delivers the orders of all tenants',
  'store/gateway/onlineDevices.ts': 'a gateway compares the devices of all tenants with the connections',
  'commands/orders/moveTargets.ts': 'for gateways and the sweep; a cancellation passes the targets in scope',
  'commands/records/recompute.ts': 'applies a changed formula of config to the records of all tenants',
  'commands/rosters/rosterStaging.ts': 'staging tables of an upload',
}

/** Files in which only these tables need no `Tenant`, and why. */
const LISTED_TABLES: Readonly<Record<string, string>> = {
  'commands/bulk/ bulk_changes bulk_rows':
    'beginJob or bulkChanges has checked that the change belongs to the caller; its devices start at a Tenant',
  'commands/changes/ bulk_changes bulk_rows':
    'beginJob or bulkChanges has checked that the change belongs to the caller; its records start at a Tenant',
  'commands/bulk/manyMoves.ts device_moves':
    'written for devices that start at a Tenant, and undone for devices staged by a change of the caller',
  'store/devices/timeline.ts device_moves':
    'joined to history rows that start at a Tenant, for a device in scope',
  'commands/rosters/validateUpdates.ts bulk_rows':
    'stages devices that start at a Tenant, for a change of the caller',
  'commands/rosters/updateRoster.ts bulk_rows':
    'staged rows of a change that it has started for the caller; its devices start at a Tenant',
  'commands/deviceMoves.ts device_moves': 'written for devices that start at a Tenant',
  'commands/gateway/deviceSecrets.ts device_secrets':
    'written for devices that a Tenant has locked in the same transaction',
  'commands/records/children/parents.ts records':
    'marks the parent of a child in scope as changed, even if the parent is out of scope',
  'commands/gateway/thinning.ts device_signals': 'a sweep over the history of all devices',
  'commands/rosters/insertStagedDevices.ts device_secrets':
    'written for devices that the same statement inserts for the caller',
}

const STARTING_METHODS = new Set([
  ...['selectFrom', 'updateTable', 'insertInto', 'deleteFrom'],
  ...['mergeInto', 'replaceInto'],
])
const TABLE_IN_SQL = new RegExp(
  `\\b(?:from|join|update|into|table|truncate|analyze|vacuum)\\s+(?:only\\s+)?"?(${TENANT_TABLES.join('|')})\\b(?!\\.)`,
  'i',
)

/** Queries in a syntax tree that name a table of tenants without a `Tenant`; each text ends with the table. */
function queriesWithoutTenant(tree: Node): string[] {
  const calls = callsIn(tree).flatMap(({ object, name, argument }) => {
    if (name === 'table' && nameOf(object) === 'sql') return ['sql.table']
    // A computed name may be any table.
    const table = stringOf(argument)?.split(' ')[0] ?? '?'
    return STARTING_METHODS.has(name) && ['?', ...TENANT_TABLES].includes(table) ? [`${name} ${table}`] : []
  })
  const statements = walk(tree)
    .filter(({ type }) => type === 'TaggedTemplateExpression')
    .flatMap(({ quasi }) => (quasi as { quasis: { value: { raw: string } }[] }).quasis)
    .flatMap(({ value }) => TABLE_IN_SQL.exec(value.raw)?.[0] ?? [])
  return [...calls, ...statements]
}

/** A file or folder, and a table that it may name; an empty table allows all tables. */
const EXCEPTIONS = Object.keys({ ...LISTED, ...LISTED_TABLES }).flatMap(entry => {
  const [path, ...tables] = entry.split(' ')
  return (tables.length > 0 ? tables : ['']).map(table => ({ path: path!, table }))
})

test('every query on the data of tenants starts at a Tenant', () => {
  const forbidden = parse(
    "db.selectFrom('clients as c'); tx.updateTable(table); db.deleteFrom('sessions'); sql.table(name);" +
      'sql`select * from orders where id = 1`; sql`select 1 from x join devices_named d on true`',
  )
  const found = ['selectFrom clients', 'updateTable ?', 'sql.table', 'from orders']
  expect(queriesWithoutTenant(forbidden)).toEqual(found)

  const used = new Set<(typeof EXCEPTIONS)[number]>()
  const violations = filesUnder('src/server', /\.ts$/).flatMap(file =>
    queriesWithoutTenant(treeOf(file)).flatMap(found => {
      const allowing = EXCEPTIONS.filter(
        ({ path, table }) =>
          (path.endsWith('/') ? file.startsWith(`src/server/${path}`) : file === `src/server/${path}`) &&
          (table === '' || found.endsWith(` ${table}`)),
      )
      for (const exception of allowing) used.add(exception)
      return allowing.length > 0 ? [] : [`${file}: ${found}`]
    }),
  )
  expect(violations).toEqual([])
  expect(EXCEPTIONS.filter(exception => !used.has(exception))).toEqual([])
})

test('only these files use `unscoped` of a Tenant, which reads rows of all tenants', () => {
  const unscopedFiles = filesUnder('src/server', /\.ts$/).filter(file =>
    walk(treeOf(file)).some(({ type, name }) => type === 'Identifier' && name === 'unscoped'),
  )
  expect(unscopedFiles.map(file => file.replace('src/server/', ''))).toEqual([
    'commands/imports/importRows.ts',
    'commands/records/rules/products.ts',
    'commands/records/unique.ts',
    'commands/records/writeRules.ts',
    'commands/rosters/insertStagedDevices.ts',
    'commands/rosters/updateRoster.ts',
    'store/records/list.ts',
    'store/records/references.ts',
    'store/records/uses.ts',
    'store/tenancy.ts',
  ])
})
