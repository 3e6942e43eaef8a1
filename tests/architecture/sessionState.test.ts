/**
 * A pooler runs each transaction in another session of PostgreSQL: no statement leaves state in its session, such as
 * locks, settings or temporary tables.
 */
import { expect, test } from 'vitest'
import { filesUnder, type Node, read, stringOf, treeOf, walk } from '../support/source'

/** Files that may, and why. */
const LISTED: Readonly<Record<string, string>> = {
  'src/server/live/listener.ts': 'listens on a connection of its own, to DATABASE_DIRECT_URL',
  'src/server/store/pglite/pgliteWorker.ts': 'PGlite has one session',
}

const STATE: readonly RegExp[] = [
  /\bpg_(try_)?advisory_lock/i,
  /\bset_config\([^)]*,\s*false\s*\)/i,
  /(^|;)\s*(set|reset)\s+(?!local\b|transaction\b|constraints\b)/i,
  /(^|;)\s*(listen|prepare|discard)\s/i,
  /\bwith hold\b/i,
  /\bcreate\s+(local\s+)?temp(orary)?\s+(?!.*\bon\s+commit\s+drop\b)/is,
]
const leavesState = (text: string) => STATE.some(pattern => pattern.test(text))

/** The literals and whole templates of a file, with `?` for each expression. */
const statementsOf = (file: string): string[] => {
  if (file.endsWith('.sql')) return [read(file).replace(/^\s*--.*$/gm, '')]
  return walk(treeOf(file)).flatMap(node => {
    if (node.type !== 'TemplateLiteral') return stringOf(node) ?? []
    return (node.quasis as Node[]).map(({ value }) => (value as { raw: string }).raw).join('?')
  })
}

test('no statement leaves state in its session', () => {
  const files = filesUnder('src/server', /\.(ts|sql)$/)
  const found = files.filter(file => statementsOf(file).some(leavesState))
  expect(found).toEqual(Object.keys(LISTED))
  expect(files.length).toBeGreaterThan(100)
})

test.each([
  'select pg_advisory_lock(1)',
  'select pg_try_advisory_lock(1)',
  "select set_config('a.b', 'c', false)",
  "set timezone to 'UTC'",
  'set session statement_timeout = 1',
  'create temporary table a as select 1',
  'create temp table a (b int) on commit delete rows',
])('%s leaves state', statement => expect(leavesState(statement)).toBe(true))

test.each([
  'select pg_advisory_xact_lock(1)',
  "select set_config('a.b', ?, true)",
  'set local jit = off',
  'set constraints a deferred',
  'update a set b = 1',
  'create temporary table a on commit drop as\n select 1',
])('%s leaves none', statement => expect(leavesState(statement)).toBe(false))
