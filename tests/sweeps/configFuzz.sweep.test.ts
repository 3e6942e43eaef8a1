/**
 * Mutates the files of `config/` and `i18n/` on a running server (security 60, 71): each kind of place in the delivered
 * config, bytes that are no text or no JSON, and random places of an owner's files over the delivered ones. A broken
 * file is refused with its place while the last good config stays in force; an accepted file works.
 */
import { expect, test } from 'vitest'
import { configFiles, i18nFiles } from '../support/configFiles'
import { brokenBytes, type Mutant, mutantsAt, placesIn, type Steps, seeded } from '../support/configMutants'
import { type ConfigWorld, EXAMPLES, startConfigWorld } from '../support/configWorld'

const delivered = configFiles()
/** The examples, by the paths at which the world has them. */
const examples = Object.entries(EXAMPLES).map(([path, example]) => [path, delivered[example]!])
const config = Object.entries<string>({ ...delivered, ...Object.fromEntries(examples) })
  .filter(([file]) => /^(resources\/)?[a-z-]+\.json$/.test(file))
  .map(([file, text]): [string, string] => [`config/${file}`, text])
/** Every fourth file: files of sentences are read alike. */
const i18n = Object.entries(i18nFiles())
  .filter((_, at) => at % 4 === 0)
  .map(([file, text]): [string, string] => [`i18n/${file}`, text])

/** `SWEEP_MUTANTS` multiplies the mutations, for a longer search. */
const TIMES = Number(process.env.SWEEP_MUTANTS ?? 1)
const random = seeded(20_261_120)
/** Entries chosen at random; some may repeat. */
const some = <T>(all: readonly T[], count: number): T[] =>
  Array.from({ length: Math.min(count, all.length) }, () => all[Math.floor(random() * all.length)]!)
/** Mutations at random places of a file. */
const anywhere = (file: string, text: string, count: number): Mutant[] => {
  const value = JSON.parse(text)
  return some(placesIn(value), count).flatMap(at => some(mutantsAt(file, value, at), 1))
}

/** Places that the engine treats alike: the names of fields and the positions in lists do not matter. */
function kindOf(file: string, at: Steps): string {
  const path = at.map((step, depth) => (typeof step === 'number' || at[depth - 1] === 'fields' ? '*' : step))
  return `${file.replace(/resources\/.*/, 'resources/*')} ${path.join('/')}`
}
/** Each kind of place once, in the last file that has it. */
const places = new Map<string, { file: string; value: unknown; at: Steps }>()
for (const [file, text] of config) {
  const value = JSON.parse(text)
  for (const at of placesIn(value)) places.set(kindOf(file, at), { file, value, at })
}

const world = await startConfigWorld()
/** The same files in an owner's folder, over the delivered ones. */
const layered = await startConfigWorld({ layered: true })

/** Puts each mutant in place, checks what the server makes of it, and puts the file back. */
async function findings({ config, ...world }: ConfigWorld, mutants: readonly Mutant[]): Promise<string[]> {
  const found: string[] = []
  const tried = new Set<string>()
  let refusals = 0
  const { hash } = config.current().shared
  for (const { file, name, bytes } of mutants) {
    const good = world.text(file)
    const report = (what: string) => found.push(`${file} ${name}: ${what}`)
    const outcome = await world.put(file, bytes)
    if (outcome?.kind === 'refused') {
      if (config.current().shared.hash !== hash) report('another config came into force')
      for (const error of config.refused()) {
        if (error.code === 'internal') report(`a mistake of the program: ${error.params.cause}`)
        if (!(error.file && error.line > 0 && error.column > 0)) report(`${error.code} has no place`)
      }
      for (const line of outcome.lines)
        if (!/^\S+:\d+:\d+ .*[가-힣]/.test(line)) report(`no sentence: ${line}`)
      // The next mutation of the file checks the same again; only sometimes the good file is read in between.
      if (++refusals % 10 !== 0) {
        world.write(file, good)
        continue
      }
    } else if (outcome) {
      const kind = `${file.replace(/resources\/.*/, 'resources/*')} ${name.replace(/\d+|fields\/[^/ ]+/g, '*')}`
      if (!tried.has(kind)) for (const problem of await world.broken(file)) report(`accepted, but ${problem}`)
      tried.add(kind)
    }
    await world.put(file, good)
    if (config.current().shared.hash !== hash) report('the good config is not in force again')
    if (config.refused().length > 0) report('it is still refused')
  }
  return found
}

test.each(config)('%s survives mutations of each kind of place', async tested => {
  expect(places.size).toBeGreaterThan(200)
  const own = [...places.values()].filter(({ file }) => file === tested)
  const mutants = own.flatMap(({ file, value, at }) => some(mutantsAt(file, value, at), TIMES))
  expect(await findings(world, mutants)).toEqual([])
})

/** Bytes are read before anything else: they affect every file of the config in the same way. */
test.each(config.filter(([file]) => /\/(app|devices)\.json$/.test(file)))(
  '%s survives broken bytes',
  async (file, text) => {
    expect(await findings(world, brokenBytes(file, text))).toEqual([])
  },
)

test.each(i18n)('%s survives mutations anywhere and broken bytes', async (file, text) => {
  const bytes = brokenBytes(file, text).filter(({ name }) => !/40 MB|20,000/.test(name))
  expect(await findings(world, [...anywhere(file, text, 2 * TIMES), ...some(bytes, 2)])).toEqual([])
})

test.each([...config, ...i18n])('%s of an owner survives mutations anywhere', async (file, text) => {
  expect(await findings(layered, anywhere(file, text, TIMES))).toEqual([])
})
