/**
 * `npm run mutate -- --n 60`: makes 60 random small changes (mutations) to the source, one at a time, and checks
 * whether a test fails. For each mutation it runs, until one fails, the tests that have the name of the file or its
 * folder in their path, the type check, all tests that import the file (`vitest related`), the tests of the projects
 * `node`, `console`, `wide` and `screens`, and after a build the journeys. A mutation that fails the type check does
 * not count. Prints each mutation, and at the end those that no test noticed.
 *
 * - `--seed 7` chooses other places; the same seed and source give the same places.
 * - `--only src/server/live` chooses only files under that path.
 * - `--related` ends with the tests that import the file: minutes instead of half an hour for each survivor.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { randomFrom } from '../server/demo/random'
import { type Mutation, mutationsOf } from './mutate/mutations'
import { runInChromium, runStep } from './steps'

const ROOMS = ['domain', 'contract', 'engine', 'sheet', 'server', 'console']
const root = resolve(import.meta.dirname, '../..')
const { values } = parseArgs({
  options: {
    n: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: 'src' },
    related: { type: 'boolean', default: false },
  },
})

let restore: () => void = () => undefined
process.on('SIGINT', () => process.exit(130))
process.on('SIGTERM', () => process.exit(143))
process.on('exit', () => restore())

const random = randomFrom(Number(values.seed))
/** By room, so that each room is chosen equally often. */
const candidates = ROOMS.map(room => mutationsUnder(`src/${room}`)).filter(({ length }) => length > 0)
const survivors: string[] = []
let triedCount = 0
while (triedCount < Number(values.n)) {
  const mutationsOfRoom = random.pick(candidates)
  const [mutation] = mutationsOfRoom.splice(random.between(0, mutationsOfRoom.length - 1), 1)
  if (!mutation) break
  const began = Date.now()
  const foundBy = await withMutation(mutation, findDetector)
  if (foundBy === 'types') continue
  triedCount++
  const line = `${mutation.file}:${lineOf(mutation)} ${mutation.kind}`
  console.log(
    `${triedCount}. ${line}: ${foundBy ?? 'SURVIVED'} (${Math.round((Date.now() - began) / 1000)} s)`,
  )
  if (!foundBy) survivors.push(line)
}
console.log(`\n${values.n} mutations, ${survivors.length} survived`)
for (const line of survivors) console.log(`  ${line}`)

/** Runs `work` while the file contains the mutation. */
async function withMutation<Result>(
  mutation: Mutation,
  work: (file: string) => Promise<Result>,
): Promise<Result> {
  const path = join(root, mutation.file)
  const source = readFileSync(path, 'utf8')
  restore = () => {
    writeFileSync(path, source)
    restore = () => undefined
  }
  writeFileSync(path, source.slice(0, mutation.start) + mutation.text + source.slice(mutation.end))
  try {
    return await work(mutation.file)
  } finally {
    restore()
  }
}

/**
 * Returns the name of a test that fails, `types` if the mutation does not compile and so proves nothing, or `undefined`
 * if all tests pass.
 */
async function findDetector(file: string): Promise<string | undefined> {
  const named = testsNamedLike(file)
  const near = named.length > 0 ? await failingTest('vitest', [...named, '--bail=1', '--silent']) : undefined
  // Check the types before the tests of many files: these take longer.
  const { ok } = await runStep({ name: 'types', script: 'typecheck' })
  if (!ok) return 'types'
  const related = near ?? (await failingTest('vitest:related', [file]))
  if (related || values.related) return related
  return (
    (await failingTest('unit', ['--project=wide', '--project=screens', '--bail=1', '--silent'])) ??
    (await failingJourney())
  )
}

async function failingTest(script: string, args: string[]): Promise<string | undefined> {
  const { ok, output } = await runStep({ name: script, script, args })
  if (ok) return undefined
  return (
    /FAIL\s+(.+)/.exec(output)?.[1]?.trim() ?? `${script} ${output.match(/error TS\d+.*/)?.[0] ?? ''}`.trim()
  )
}

async function failingJourney(): Promise<string | undefined> {
  const built = await runStep({ name: 'build', script: 'build' })
  if (!built.ok) return 'build'
  const { ok, names } = await runInChromium('journeys', 'journeys', true, ['--max-failures=1'])
  return ok ? undefined : (names?.[0] ?? 'journeys')
}

/** Test files with the name of the file or of its folder in their path. */
function testsNamedLike(file: string): string[] {
  const names = [basename(file), basename(dirname(file))]
    .map(name => name.split('.', 1)[0]!.replace(/s$/, '').toLowerCase())
    .filter(name => name !== 'server' && name !== 'console')
  return readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' })
    .filter(path => /\.test\.tsx?$/.test(path) && !/node_modules|apiClient/.test(path))
    .filter(path => names.some(name => path.toLowerCase().includes(name)))
    .map(path => `tests/${path}`)
}

function mutationsUnder(folder: string): Mutation[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map(name => relative(root, join(root, folder, name)))
    .filter(file => /\.tsx?$/.test(file) && !file.includes('/migrations/') && file.startsWith(values.only))
    .sort()
    .flatMap(file => mutationsOf(file, readFileSync(join(root, file), 'utf8')))
}

function lineOf({ file, start }: Mutation): number {
  return readFileSync(join(root, file), 'utf8').slice(0, start).split('\n').length
}
