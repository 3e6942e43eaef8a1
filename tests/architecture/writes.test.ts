/**
 * Where data is read and where it is changed. `store` reads, and keeps what is derived from records (counters, indexes, backups);
 * `commands` change records. No other folder of the server has a statement that writes.
 */
import { parseSync } from '@swc/core'
import { expect, test } from 'vitest'
import { filesUnder, importsOf, type Node, resolveImport, treeOf, walk } from '../support/source'

/** Folders and files that write outside of `commands`, and what. */
const WRITERS: Readonly<Record<string, string>> = {
  'store/tenancy.ts': 'the beginnings of statements, for commands',
  'store/insertMany.ts': 'rows into any table, for commands and the demo',
  'store/counters.ts': 'counters of devices, which are derived from them',
  'store/records/uniqueIndexes.ts': 'indexes, which follow config',
  'store/backup/': 'a whole database out of a backup',
  'store/pglite/tidyPglite.ts': 'vacuum',
  'tokens.ts': 'the secret of the installation, at its first start',
  'start/firstStart.ts': 'which rows an empty database begins with',
  'demo/': 'fills an empty database',
}

const BUILDERS = new Set([
  ...['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto'],
  ...['insertMany', 'copyMany'],
])
/** Methods of a `Tenant` that begin a statement which writes. */
const TENANT = new Set(['insert', 'update', 'delete'])
const STATEMENT =
  /\b(?:insert\s+into|update\s+(?:only\s+)?["\w.]+\s+(?:as\s+\w+\s+|[a-z]\s+)?set|(?<!key |for )update\s*$|delete\s+from|merge\s+into|truncate|vacuum|analyze|(?:create|alter|drop)\s+(?:unlogged\s+|temporary\s+|unique\s+)?(?:table|index|trigger|function|type|sequence))\b/i

/** What a syntax tree writes into the database. */
function writesOf(tree: Node): string[] {
  return walk(tree).flatMap(node => {
    if (node.type === 'CallExpression') {
      const { object, property, value } = node.callee as Node
      const name = String((property as Node | undefined)?.value ?? value ?? '')
      const isTenants = (object as Node | undefined)?.value === 'tenant' && TENANT.has(name)
      return BUILDERS.has(name) || isTenants ? [name] : []
    }
    if (node.type !== 'TemplateElement' && node.type !== 'StringLiteral') return []
    return STATEMENT.exec(String(node.raw ?? node.value))?.[0] ?? []
  })
}

const writing = filesUnder('src/server', /\.ts$/)
  .map(file => ({ file: file.replace('src/server/', ''), found: writesOf(treeOf(file)) }))
  .filter(({ found }) => found.length > 0)

const isListed = (file: string) =>
  Object.keys(WRITERS).some(name => file === name || (name.endsWith('/') && file.startsWith(name)))

test('records are written in commands alone', () => {
  expect(writing.filter(({ file }) => !file.startsWith('commands/') && !isListed(file))).toEqual([])
})

test('store needs nothing of commands', () => {
  const needing = filesUnder('src/server/store', /\.ts$/).filter(file =>
    importsOf(file).some(({ from }) => resolveImport(file, from)?.startsWith('src/server/commands/')),
  )
  expect(needing).toEqual([])
})

test('the list of writers holds nothing that does not write', () => {
  const idle = Object.keys(WRITERS).filter(name => !writing.some(({ file }) => file.startsWith(name)))
  expect(idle).toEqual([])
})

test.each([
  ["db.updateTable('devices').set(x)", ['updateTable']],
  ["tenant.insert('orders').values(x)", ['insert']],
  ["insertMany(tx, 'devices', [], rows)", ['insertMany']],
  ['known.delete(key)', []],
  ['sql`delete from device_counts where devices = 0`', ['delete from']],
  ['sql`with x as (select 1) update bulk_rows set a = 1`', ['update bulk_rows set']],
  ['sql`create index concurrently a on b (c)`', ['create index']],
  ["db.selectFrom('devices').forUpdate()", []],
  ['sql`select updated, deleted from orders`', []],
])('writes: %s', (text, found) => {
  expect(writesOf(parseSync(text, { syntax: 'typescript' }) as unknown as Node)).toEqual(found)
})
