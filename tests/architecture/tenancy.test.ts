/**
 * Tenants' data is reached through a `Tenant` alone (decision 26): whatever else names a table of theirs is listed
 * here.
 */
import { expect, test } from 'vitest'
import { callsIn, filesUnder, type Node, nameOf, parse, stringOf, treeOf, walk } from '../support/source'

/** Tables whose rows belong to somebody. */
const OWNED = [
  ...['vendors', 'clients', 'models', 'batches', 'bunches', 'devices', 'records', 'methods'],
  ...['orders', 'order_targets', 'order_marks', 'history'],
  ...['device_secrets', 'device_signals', 'device_connections', 'device_moves', 'device_counts'],
  ...['bulk_changes', 'bulk_rows'],
]

/** Files that answer nobody's request, or are asked before it is known who asks. */
const LISTED: Readonly<Record<string, string>> = {
  'store/tenancy.ts': 'the beginnings of all other queries',
  'store/scopeConditions.ts': 'the scope itself, by which a Tenant begins',
  'store/countedFigures.ts': 'names of what a Tenant has counted',
  'store/countedRows.ts': 'counts in the scope that a Tenant hands it',
  'store/counters.ts': 'sums of all devices; a Tenant asks for the part of its scope',
  'store/insertMany.ts': 'rows into any table: for staging and the demo',
  'store/backup/': 'whole databases',
  'store/records/children.ts':
    'a parent is locked and its children are counted, also those that the caller does not see',
  'store/records/links.ts': 'the definitions of indexes, and conditions that name no table',
  'store/records/uniqueIndexes.ts': 'indexes, and how much is stored twice, of all tenants: for masters',
  'store/pglite/tidyPglite.ts': 'vacuum, for all tables',
  'demo/': 'fills an empty database',
  'start/firstStart.ts': 'fills an empty database',
  'commands/accounts/signIn.ts': 'asked without a token',
  'commands/accounts/signUp.ts': 'asked without a token',
  'commands/accounts/accountLogins.ts': 'the caller’s own password and ways in',
  'commands/accounts/makeMaster.ts': 'the installation itself makes an account',
  'commands/history.ts': 'rows of what happens without an account, and their sweep',
  'commands/gateway/presence.ts': 'a gateway serves the devices of every tenant, and answers nobody else',
  'commands/gateway/telemetry.ts': 'a gateway serves the devices of every tenant, and answers nobody else',
  'store/gateway/secrets.ts': 'a broker asks whether a device is who it says, and answers nobody else',
  'store/gateway/openTargets.ts': 'a gateway hands the orders of every tenant to their devices',
  'store/gateway/onlineDevices.ts':
    'a gateway compares the devices of every tenant with those that are connected',
  'commands/orders/moveTargets.ts': 'gateways and the sweep; a cancellation hands it the targets in scope',
  'commands/records/recompute.ts':
    'a changed formula of config holds for the records of every tenant; nobody is answered',
  'commands/rosters/rosterStaging.ts': 'tables of its own, in which an upload waits',
}

/** Files in which only these tables need no `Tenant`, and why. */
const LISTED_TABLES: Readonly<Record<string, string>> = {
  'commands/bulk/ bulk_changes bulk_rows':
    'rows of a change that beginJob or bulkChanges has found as the caller’s own; its devices begin at a Tenant',
  'commands/bulk/manyMoves.ts device_moves':
    'written from devices that begin at a Tenant, and taken back for those staged by the caller’s own change',
  'store/devices/timelineSources.ts device_moves':
    'joined to rows of history that begin at a Tenant, for a device that was found in scope',
  'commands/rosters/judgeUpdates.ts bulk_rows':
    'stages devices that begin at a Tenant, for the caller’s own change',
  'commands/rosters/updatePhones.ts bulk_rows':
    'staged rows of the caller’s own change; its devices begin at a Tenant',
  'commands/rosters/updateRoster.ts bulk_changes bulk_rows':
    'staged rows of the change that it has begun for the caller; its devices begin at a Tenant',
  'commands/deviceMoves.ts device_moves': 'written from devices that begin at a Tenant',
  'commands/gateway/deviceSecrets.ts device_secrets':
    'written for devices that a Tenant has found and locked in the same transaction',
  'commands/records/children/parents.ts records':
    'the parent of a child that a Tenant has found is marked as changed, also where the caller does not see it',
  'commands/gateway/thinning.ts device_signals':
    'a sweep over the history of all devices; nobody is answered',
  'commands/rosters/insertStagedDevices.ts device_secrets':
    'written for the devices that the same statement has inserted for the caller',
}

const BEGINS = new Set(['selectFrom', 'updateTable', 'insertInto', 'deleteFrom', 'mergeInto', 'replaceInto'])
const named = new RegExp(
  `\\b(?:from|join|update|into|table|truncate|analyze|vacuum)\\s+(?:only\\s+)?"?(${OWNED.join('|')})\\b(?!\\.)`,
  'i',
)

/** What a syntax tree asks of tables of tenants without a `Tenant`, each ending with the table. */
function goesAround(tree: Node): string[] {
  const calls = callsIn(tree).flatMap(({ object, name, argument }) => {
    if (name === 'table' && nameOf(object) === 'sql') return ['sql.table']
    // A computed name may be any table.
    const table = stringOf(argument)?.split(' ')[0] ?? '?'
    return BEGINS.has(name) && ['?', ...OWNED].includes(table) ? [`${name} ${table}`] : []
  })
  const statements = walk(tree)
    .filter(({ type }) => type === 'TaggedTemplateExpression')
    .flatMap(({ quasi }) => (quasi as { quasis: { value: { raw: string } }[] }).quasis)
    .flatMap(({ value }) => named.exec(value.raw)?.[0] ?? [])
  return [...calls, ...statements]
}

/** What each exception allows: a file or folder, and the tables; without tables every table. */
const EXCEPTIONS = Object.keys({ ...LISTED, ...LISTED_TABLES }).flatMap(entry => {
  const [path, ...tables] = entry.split(' ')
  return (tables.length > 0 ? tables : ['']).map(table => ({ path: path!, table }))
})

test('every query on the data of tenants begins at a Tenant', () => {
  const forbidden = parse(
    "db.selectFrom('clients as c'); tx.updateTable(table); db.deleteFrom('sessions'); sql.table(name);" +
      'sql`select * from orders where id = 1`; sql`select 1 from x join devices_named d on true`',
  )
  expect(goesAround(forbidden)).toEqual(['selectFrom clients', 'updateTable ?', 'sql.table', 'from orders'])

  const used = new Set<(typeof EXCEPTIONS)[number]>()
  const around = filesUnder('src/server', /\.ts$/).flatMap(file =>
    goesAround(treeOf(file)).flatMap(found => {
      const allowing = EXCEPTIONS.filter(
        ({ path, table }) =>
          (path.endsWith('/') ? file.startsWith(`src/server/${path}`) : file === `src/server/${path}`) &&
          (table === '' || found.endsWith(` ${table}`)),
      )
      for (const exception of allowing) used.add(exception)
      return allowing.length > 0 ? [] : [`${file}: ${found}`]
    }),
  )
  expect(around).toEqual([])
  expect(EXCEPTIONS.filter(exception => !used.has(exception))).toEqual([])
})

test('a Tenant is asked for rows of all tenants by few, to be counted, compared or ordered by', () => {
  const asking = filesUnder('src/server', /\.ts$/).filter(file =>
    walk(treeOf(file)).some(({ type, name }) => type === 'Identifier' && name === 'unscoped'),
  )
  expect(asking.map(file => file.replace('src/server/', ''))).toEqual([
    'commands/records/rules/products.ts',
    'commands/records/unique.ts',
    'commands/records/writeRules.ts',
    'commands/rosters/insertStagedDevices.ts',
    'commands/rosters/updateRoster.ts',
    'store/records/references.ts',
    'store/records/uses.ts',
    'store/tenancy.ts',
  ])
})
