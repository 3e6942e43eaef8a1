/** Tenants' data is reached through a `Tenant` alone (decision 26): whatever else names a table of theirs is listed here. */
import { expect, test } from 'vitest'
import { filesUnder, type Node, treeOf, walk } from '../support/source'

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

/** Files in which single tables need no `Tenant`, and why. */
const LISTED_TABLES: Readonly<Record<string, { tables: readonly string[]; because: string }>> = {
  'commands/bulk/': {
    tables: ['bulk_changes', 'bulk_rows'],
    because:
      'rows of a change that beginJob or bulkChanges has found as the caller’s own; its devices begin at a Tenant',
  },
  'commands/bulk/manyMoves.ts': {
    tables: ['device_moves'],
    because:
      'written from devices that begin at a Tenant, and taken back for those staged by the caller’s own change',
  },
  'store/devices/timelineSources.ts': {
    tables: ['device_moves'],
    because: 'joined to rows of history that begin at a Tenant, for a device that was found in scope',
  },
  'commands/rosters/judgeUpdates.ts': {
    tables: ['bulk_rows'],
    because: 'stages devices that begin at a Tenant, for the caller’s own change',
  },
  'commands/rosters/updatePhones.ts': {
    tables: ['bulk_rows'],
    because: 'staged rows of the caller’s own change; its devices begin at a Tenant',
  },
  'commands/rosters/updateRoster.ts': {
    tables: ['bulk_changes', 'bulk_rows'],
    because: 'staged rows of the change that it has begun for the caller; its devices begin at a Tenant',
  },
  'commands/deviceMoves.ts': {
    tables: ['device_moves'],
    because: 'written from devices that begin at a Tenant',
  },
  'commands/gateway/deviceSecrets.ts': {
    tables: ['device_secrets'],
    because: 'written for devices that a Tenant has found and locked in the same transaction',
  },
  'commands/records/children/parents.ts': {
    tables: ['records'],
    because:
      'the parent of a child that a Tenant has found is marked as changed, also where the caller does not see it',
  },
  'commands/gateway/thinning.ts': {
    tables: ['device_signals'],
    because: 'a sweep over the history of all devices; nobody is answered',
  },
  'commands/rosters/takeOverRoster.ts': {
    tables: ['device_secrets'],
    because: 'written for the devices that the same statement has inserted for the caller',
  },
}

const isListed = (file: string) =>
  Object.keys(LISTED).some(name => file === name || (name.endsWith('/') && file.startsWith(name)))

const entriesFor = (file: string) =>
  Object.entries(LISTED_TABLES).filter(([name]) =>
    name.endsWith('/') ? file.startsWith(name) : file === name,
  )

/** What a file asks of tables that no entry of it names. */
const unlisted = ({ file, found }: { file: string; found: string[] }) => {
  const tables = entriesFor(file).flatMap(([, entry]) => entry.tables)
  return found.filter(text => !tables.includes(text.split(' ').at(-1)!))
}

const BEGINS = new Set(['selectFrom', 'updateTable', 'insertInto', 'deleteFrom', 'mergeInto', 'replaceInto'])
const named = new RegExp(
  `\\b(?:from|join|update|into|table|truncate|analyze|vacuum)\\s+(?:only\\s+)?"?(${OWNED.join('|')})\\b(?!\\.)`,
  'i',
)

/** What a syntax tree asks of tables of tenants without a `Tenant`. */
function goesAround(tree: Node): string[] {
  return walk(tree).flatMap(node => {
    if (node.type === 'CallExpression') {
      const callee = node.callee as Node & { property?: { value?: string } }
      const argument = (node.arguments as { expression: Node }[])[0]?.expression
      const name = callee.property?.value ?? ''
      // A name that is worked out may be any table.
      const table = argument?.type === 'StringLiteral' ? String(argument.value).split(' ')[0]! : '?'
      if (BEGINS.has(name) && (table === '?' || OWNED.includes(table))) return [`${name} ${table}`]
      const isRawTable = name === 'table' && (callee.object as Node | undefined)?.value === 'sql'
      return isRawTable ? ['sql.table'] : []
    }
    if (node.type !== 'TaggedTemplateExpression') return []
    const { quasis } = node.template as Node & { quasis: { raw: string }[] }
    const found = quasis.map(({ raw }) => named.exec(raw)?.[0]).filter(text => text !== undefined)
    return found
  })
}

const files = filesUnder('src/server', /\.ts$/).map(file => ({
  file: file.replace('src/server/', ''),
  found: goesAround(treeOf(file)),
}))

test('every query on the data of tenants begins at a Tenant', () => {
  expect(files.length).toBeGreaterThan(100)
  const around = files.filter(file => unlisted(file).length > 0 && !isListed(file.file))
  expect(around).toEqual([])
})

test('the list holds nothing that needs no exception', () => {
  const needed = files.filter(({ found }) => found.length > 0).map(({ file }) => file)
  const idle = Object.keys(LISTED).filter(name => !needed.some(file => file.startsWith(name)))
  expect(idle).toEqual([])
  const idleTables = Object.entries(LISTED_TABLES).flatMap(([name, { tables }]) => {
    const found = files.filter(({ file }) => file.startsWith(name)).flatMap(one => one.found)
    return tables
      .filter(table => !found.some(text => text.endsWith(` ${table}`)))
      .map(table => `${name} ${table}`)
  })
  expect(idleTables).toEqual([])
})

test('a Tenant is asked for rows of all tenants by few, to be counted, compared or ordered by', () => {
  const asking = filesUnder('src/server', /\.ts$/).filter(file =>
    walk(treeOf(file)).some(({ type, value }) => type === 'Identifier' && value === 'unscoped'),
  )
  expect(asking.map(file => file.replace('src/server/', ''))).toEqual([
    'commands/records/rules/products.ts',
    'commands/records/unique.ts',
    'commands/records/writeRules.ts',
    'commands/rosters/takeOverRoster.ts',
    'commands/rosters/updateRoster.ts',
    'store/records/references.ts',
    'store/records/uses.ts',
    'store/tenancy.ts',
  ])
})

test.each([
  ["db.selectFrom('devices')", ['selectFrom devices']],
  ["eb.selectFrom('clients as c')", ['selectFrom clients']],
  ['tx.updateTable(table)', ['updateTable ?']],
  ["db.deleteFrom('sessions')", []],
  ['sql`select 1 from orders where id = §{id}`', ['from orders']],
  ['sql<{ a: 1 }>`with x as (select 1) update devices set a = 1`', ['update devices']],
  ['sql`select * from §{sql.table(name)}`', ['sql.table']],
  ['sql`§{tenant.devices()} s join devices_named d on true`', []],
])('goes around: %s', async (text, found) => {
  const { parse } = await import('@swc/core')
  expect(
    goesAround((await parse(text.replaceAll('§', '$'), { syntax: 'typescript' })) as unknown as Node),
  ).toEqual(found)
})
