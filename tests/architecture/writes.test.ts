/**
 * `commands` change records; `store` reads them and maintains derived data (counters, indexes, backups). No other
 * folder of the server has a statement that writes.
 */
import { expect, test } from 'vitest'
import { callsIn, filesUnder, type Node, nameOf, parse, treeOf, walk } from '../support/source'

/** Folders and files outside `commands` that write, and why. */
const WRITERS: Readonly<Record<string, string>> = {
  'store/tenancy.ts': 'starts statements, for commands',
  'store/insertMany.ts': 'inserts into any table, for commands and the demo',
  'store/counters.ts': 'counters, derived from devices',
  'store/records/uniqueIndexes.ts': 'creates the indexes of config',
  'store/backup/': 'restores a database',
  'store/pglite/pgliteTidier.ts': 'vacuum',
  'tokens.ts': 'stores the secret of the installation at the first start',
  'start/firstStart.ts': 'fills an empty database',
  'demo/': 'fills an empty database',
}

const BUILDERS = new Set([
  ...['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto'],
  ...['insertMany', 'copyMany'],
])
/** Methods of a `Tenant` that start a writing statement. */
const TENANT_METHODS = new Set(['insert', 'update', 'delete'])
const STATEMENT =
  /\b(?:insert\s+into|update\s+(?:only\s+)?["\w.]+\s+(?:as\s+\w+\s+|[a-z]\s+)?set|(?<!key |for )update\s*$|delete\s+from|merge\s+into|truncate|vacuum|analyze|(?:create|alter|drop)\s+(?:unlogged\s+|temporary\s+|unique\s+)?(?:table|index|trigger|function|type|sequence))\b/i

/** Calls and SQL in a syntax tree that write. */
function writesOf(tree: Node): string[] {
  const calls = callsIn(tree).filter(
    ({ object, name }) => BUILDERS.has(name) || (nameOf(object) === 'tenant' && TENANT_METHODS.has(name)),
  )
  const statements = walk(tree).flatMap(node => {
    const text = node.type === 'TemplateElement' ? (node.value as { raw: string }).raw : node.raw
    return STATEMENT.exec(String(text))?.[0] ?? []
  })
  return [...calls.map(({ name }) => name), ...statements]
}

test('only commands write records', () => {
  const forbidden = parse('db.updateTable(a); tenant.insert(b); known.delete(c); sql`delete from d`')
  expect(writesOf(forbidden)).toEqual(['updateTable', 'insert', 'delete from'])

  const writing = filesUnder('src/server', /\.ts$/)
    .filter(file => writesOf(treeOf(file)).length > 0)
    .map(file => file.replace('src/server/', ''))
    .filter(file => !file.startsWith('commands/'))
  const isBelow = (name: string) => (file: string) =>
    file === name || (name.endsWith('/') && file.startsWith(name))
  expect(writing.filter(file => !Object.keys(WRITERS).some(name => isBelow(name)(file)))).toEqual([])
  expect(
    Object.keys(WRITERS).filter(name => !writing.some(isBelow(name))),
    'exceptions that write nothing',
  ).toEqual([])
})
