/** Laws of the source beyond imports: sentences, addresses, times, comments, and time limits of tests. */
import { expect, test } from 'vitest'
import {
  filesUnder,
  importsOf,
  read,
  resolveImport,
  stringOf,
  textsOf,
  treeOf,
  walk,
} from '../support/source'

const HANGUL = /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]/
const source = filesUnder('src', /\.tsx?$/)

test('the source has no Korean words: sentences are in i18n and config', () => {
  const koreanTexts = source
    .filter(file => !file.startsWith('src/server/demo/'))
    .flatMap(file =>
      textsOf(file)
        .filter(text => text.length > 1 && HANGUL.test(text))
        .map(text => `${file}: ${text.trim()}`),
    )
  expect(source.length).toBeGreaterThan(50)
  expect(koreanTexts).toEqual([])
})

test('a folder has at most 26 source files', () => {
  const sizes = new Map<string, number>()
  for (const file of source) {
    const folder = file.slice(0, file.lastIndexOf('/'))
    sizes.set(folder, (sizes.get(folder) ?? 0) + 1)
  }
  expect([...sizes].filter(([, size]) => size > 26)).toEqual([])
})

const sourceAndTests = [...source, ...filesUnder('tests', /\.tsx?$/)]

test('no object literal is spread into another', () => {
  expect(sourceAndTests.filter(file => /\.{3}\{\s/.test(read(file)))).toEqual([])
})

test('comment lines have at most 120 columns', () => {
  // Delivered migrations keep their text.
  const files = sourceAndTests.filter(file => !file.startsWith('src/server/migrations/'))
  const long = files.flatMap(file =>
    [...read(file).matchAll(/^ *(?:\*|\/\*|\/\/).*$/gm)]
      .filter(([line]) => line.length > 120)
      .map(([line]) => `${file}: ${line.trim()}`),
  )
  expect(long).toEqual([])
})

test('only console/api contains addresses of the API', () => {
  const console = source.filter(file => file.startsWith('src/console/'))
  const withAddresses = console.filter(file => textsOf(file).some(text => /(^|[^.])\/api\//.test(text)))
  expect(withAddresses.filter(file => !file.startsWith('src/console/api/'))).toEqual([])
  expect(withAddresses.length, 'console/api holds the addresses').toBeGreaterThan(0)
})

/**
 * A web worker, loaded on its own. It suggests corrections for headers, and may therefore import fastest-levenshtein.
 */
const THREAD = 'src/console/features/sheets/check/checkWorker.ts'

test.each([
  ['src/console/main.tsx', /^(typebox|yaml|fastest-levenshtein|ajv)(\/|$)|^node:/],
  [THREAD, /^(typebox|yaml|ajv|react|ra-core|@mui)(\/|$)|^node:/],
])('neither schema compiler, nor YAML, nor a Node module is reached at run time from %s', (start, heavy) => {
  const cameFrom = new Map<string, string>([[start, '']])
  const queue = [start]
  const reached: string[] = []
  for (let file = queue.shift(); file; file = queue.shift()) {
    for (const { from, typeOnly } of importsOf(file)) {
      if (typeOnly) continue
      if (heavy.test(from)) reached.push(`${from} from ${file}, reached from ${cameFrom.get(file)}`)
      const next = resolveImport(file, from)
      if (!next || !/\.tsx?$/.test(next) || next === THREAD || cameFrom.has(next)) continue
      cameFrom.set(next, file)
      queue.push(next)
    }
  }
  expect(reached).toEqual([])
  expect(cameFrom.size).toBeGreaterThan(20)
})

test('the server checks the version of Node before it loads a package', () => {
  const reached = new Set(['src/server/main.ts'])
  const packages: string[] = []
  for (const file of reached) {
    const imported = walk(treeOf(file)).filter(({ type }) => type === 'ImportExpression')
    const dynamic = imported.flatMap(({ source }) => stringOf(source) ?? [])
    for (const { from, typeOnly } of importsOf(file)) {
      if (typeOnly || dynamic.includes(from)) continue
      const next = resolveImport(file, from)
      if (next) reached.add(next)
      else if (!/^node:(fs|path|url)$/.test(from)) packages.push(`${from} from ${file}`)
    }
  }
  expect(packages).toEqual([])
  expect([...reached]).toContain('src/server/start/nodeVersion.ts')
})

/** The files that format a time, and where each shows the time zone (decision 36). */
const SHOWS_TIMES: Record<string, string> = {
  'src/console/ui/time/TimeText.tsx': 'behind the time, or in the head of its column',
  'src/console/forms/filters/RangeInput.tsx': 'in the label of the day',
  'src/console/forms/filters/boundText.ts': 'behind the time',
  'src/console/forms/cells/plain.tsx': 'behind the day of a moment; a day of the calendar is in no zone',
  'src/console/forms/kinds/date/pickers.tsx': 'before the time',
  'src/console/features/compose/sending/Summary.tsx': 'behind the time',
  'src/console/features/dashboard/history/HistoryWidget.tsx': 'behind the time',
  'src/console/features/dashboard/history/OnlineChart.tsx': 'before the axis, and behind the time of a point',
  'src/console/features/device/signal/SignalChart.tsx':
    'at the end of the axis, and behind the time of a point',
  'src/engine/validation/dateBounds.ts': 'behind the time',
  'src/server/sheets/orderResults.ts': 'in the head of the column of the sheet',
}
/** Pickers parse times but do not show them. */
const READS_MOMENTS = /^src\/(domain\/date|console\/forms\/kinds\/)/

test('a formatted time names its time zone, and never uses that of the browser', () => {
  const imports = source.flatMap(file => importsOf(file).map(entry => ({ file, ...entry })))
  const users = imports.filter(({ file, from }) =>
    resolveImport(file, from)?.startsWith('src/domain/dates') ? namesOf(file).has('formatTime') : false,
  )
  expect([...new Set(users.map(({ file }) => file))].sort()).toEqual(Object.keys(SHOWS_TIMES).sort())
  const otherUsers = imports.filter(
    ({ from, file }) => /^dayjs(\/|$)/.test(from) && !READS_MOMENTS.test(file),
  )
  expect(otherUsers).toEqual([])
  // The log in the terminal uses the time zone of the machine.
  const shown = source.filter(file => file !== 'src/server/logStream.ts')
  const local =
    /^(toLocaleDateString|toLocaleTimeString|toDateString|toTimeString|toUTCString|DateTimeFormat|getHours|getMinutes|getDate|getMonth|getFullYear)$/
  const found = shown.flatMap(file =>
    [...namesOf(file)].flatMap(name => (local.test(name) ? `${file}: ${name}` : [])),
  )
  expect(found).toEqual([])
})

const namesOf = (file: string): Set<string> =>
  new Set(walk(treeOf(file)).flatMap(({ type, name }) => (type === 'Identifier' ? [String(name)] : [])))

const tests = filesUnder('tests', /\.(test|spec|sweep)\.tsx?$/)
/** In milliseconds: longer than any step takes on the slowest machine. */
const MIN_TIME_LIMIT = 60_000

test('only a missing service skips a test, and time limits only end tests that hang', () => {
  const found = tests.flatMap(file => {
    const text = read(file)
    // `test.runIf(process.env.TEST_DATABASE_URL)`: npm test says NOT RUN for it (src/tools/test.ts).
    const skipped = [...text.matchAll(/\.runIf\((?!process\.env\.TEST_\w+_URL\b).*/g)].map(([words]) => words)
    const limits = [...text.matchAll(/(?:\btimeout: |^ *\}, )([\d_]+)\b/gm)]
      .map(([, ms]) => Number(ms!.replaceAll('_', '')))
      // Two seconds are a limit of the product, or one try of several.
      .filter(ms => ms > 2_000 && ms < MIN_TIME_LIMIT)
    return [...skipped, ...limits].map(what => `${file}: ${what}`)
  })
  expect(found).toEqual([])
})
