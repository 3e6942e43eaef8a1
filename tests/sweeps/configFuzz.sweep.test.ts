/**
 * Every delivered file of `config/` and `i18n/`, broken in thousands of ways on a running server (security.md 60): what cannot
 * be is refused with its place while the last good config stays in force, and what is accepted works.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { configFiles, i18nFiles } from '../support/configFiles'
import { brokenBytes, type Mutant, mutantsAt, placesIn, type Steps, seeded } from '../support/configMutants'
import { type ConfigWorld, startConfigWorld } from '../support/configWorld'

const SEED = 20_261_120
/** Of the mutations of each kind of place, so many; which ones differs from place to place. */
const PER_PLACE = 3
/** Further mutations of each file, anywhere in it. */
const PER_FILE = 8

const config = Object.entries(configFiles())
  .filter(([file]) => /^(resources\/)?[a-z-]+\.json$/.test(file))
  .map(([file, text]) => [`config/${file}`, text] as const)
const i18n = Object.entries(i18nFiles()).map(([file, text]) => [`i18n/${file}`, text] as const)
const random = seeded(SEED)
const some = <T>(all: readonly T[], count: number): T[] =>
  Array.from({ length: Math.min(count, all.length) }, () => all[Math.floor(random() * all.length)]!)

/** Places that the engine treats alike: the names of fields and the positions in lists do not matter. */
function kindOf(file: string, at: Steps): string {
  const path = at.map((step, depth) => (typeof step === 'number' || at[depth - 1] === 'fields' ? '*' : step))
  return `${file.replace(/resources\/.*/, 'resources/*')} ${path.join('/')}`
}

/** Each kind of place once, at the last file that has it. */
const places = new Map<string, { file: string; value: unknown; at: Steps }>()
for (const [file, text] of config) {
  const value = JSON.parse(text)
  for (const at of placesIn(value)) places.set(kindOf(file, at), { file, value, at })
}
const systematic = (of: string): Mutant[] =>
  [...places.values()]
    .filter(({ file }) => file === of)
    .flatMap(({ file, value, at }) => some(mutantsAt(file, value, at), PER_PLACE))

function anywhere([file, text]: readonly [string, string], count: number): Mutant[] {
  const value = JSON.parse(text)
  return some(placesIn(value), count).flatMap(at => some(mutantsAt(file, value, at), 1))
}

let world: ConfigWorld
beforeAll(async () => {
  world = await startConfigWorld()
})

/** Puts each in place, holds what came of it against the promise, and puts the file back. */
async function findings(mutants: readonly Mutant[]): Promise<string[]> {
  const found: string[] = []
  const tried = new Set<string>()
  let refusals = 0
  const { hash } = world.config.current().console
  for (const { file, name, bytes } of mutants) {
    const good = world.text(file)
    const report = (what: string) => found.push(`${file} ${name}: ${what}`)
    const outcome = await world.put(file, bytes)
    if (outcome?.kind === 'refused') {
      if (world.config.current().console.hash !== hash) report('another config came into force')
      for (const error of world.config.refused()) {
        if (error.code === 'internal') report(`a mistake of the program: ${error.params.cause}`)
        if (!(error.file && error.line > 0 && error.column > 0)) report(`${error.code} has no place`)
      }
      for (const line of outcome.lines)
        if (!/^\S+:\d+:\d+ .*[가-힣]/.test(line)) report(`no sentence: ${line}`)
    } else if (outcome) {
      const kind = `${file.replace(/resources\/.*/, 'resources/*')} ${name.replace(/\d+|fields\/[^/ ]+/g, '*')}`
      if (!tried.has(kind)) for (const problem of await world.broken()) report(`accepted, but ${problem}`)
      tried.add(kind)
    }
    // After a refusal the next mutation of the file says as much; now and then the way back is walked in full.
    if (outcome?.kind === 'refused' && ++refusals % 10 !== 0) {
      world.write(file, good)
      continue
    }
    await world.put(file, good)
    if (world.config.current().console.hash !== hash) report('the good config is not in force again')
    if (world.config.refused().length > 0) report('it is still refused')
  }
  return found
}

describe('config', () => {
  test('has kinds of places enough', () => {
    expect(places.size).toBeGreaterThan(200)
  })

  test.each(config)('%s: each kind of place', async file => {
    expect(await findings(systematic(file))).toEqual([])
  })

  test.each(config)('%s anywhere', async (...file) => {
    expect(await findings(anywhere(file, PER_FILE))).toEqual([])
  })

  test.each(config)('%s as bytes', async (file, text) => {
    expect(await findings(brokenBytes(file, text))).toEqual([])
  })
})

describe('i18n', () => {
  test.each(i18n)('%s anywhere and as bytes', async (...file) => {
    const bytes = brokenBytes(...file).filter(({ name }) => !/40 MB|20,000/.test(name))
    expect(await findings([...anywhere(file, PER_FILE), ...some(bytes, 4)])).toEqual([])
  })
})
