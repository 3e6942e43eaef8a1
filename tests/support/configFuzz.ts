/**
 * Breaks the delivered `config/` and `i18n/` on a running server and holds what comes of it against the promise
 * (security 60).
 */
import { configFiles, i18nFiles } from './configFiles'
import { type Mutant, mutantsAt, placesIn, seeded } from './configMutants'
import { type ConfigWorld, EXAMPLES } from './configWorld'

/** What is delivered: the path of each file, and its text. */
const files = configFiles()
export const config = Object.entries({
  ...files,
  // The world has them in place.
  ...Object.fromEntries(Object.entries(EXAMPLES).map(([path, example]) => [path, files[example]!])),
})
  .filter(([file]) => /^(resources\/)?[a-z-]+\.json$/.test(file))
  .map(([file, text]) => [`config/${file}`, text] as const)
export const i18n = Object.entries(i18nFiles()).map(([file, text]) => [`i18n/${file}`, text] as const)

/** How many times the usual number is tried. */
export const TIMES = Number(process.env.SWEEP_MUTANTS ?? 1)

/** Chooses, the same in every run; each file of tests takes one of its own, whatever else its process runs. */
export function chooser() {
  const random = seeded(20_261_120)
  const some = <T>(all: readonly T[], count: number): T[] =>
    Array.from({ length: Math.min(count, all.length) }, () => all[Math.floor(random() * all.length)]!)
  return {
    some,
    /** So many mutations of a file, each anywhere in it. */
    anywhere: ([file, text]: readonly [string, string], count: number): Mutant[] => {
      const value = JSON.parse(text)
      return some(placesIn(value), count).flatMap(at => some(mutantsAt(file, value, at), 1))
    },
  }
}

/** Puts each in place, holds what came of it against the promise, and puts the file back. */
export async function findings(world: ConfigWorld, mutants: readonly Mutant[]): Promise<string[]> {
  const found: string[] = []
  const tried = new Set<string>()
  let refusals = 0
  const { hash } = world.config.current().shared
  for (const { file, name, bytes } of mutants) {
    const good = world.text(file)
    const report = (what: string) => found.push(`${file} ${name}: ${what}`)
    const outcome = await world.put(file, bytes)
    if (outcome?.kind === 'refused') {
      if (world.config.current().shared.hash !== hash) report('another config came into force')
      for (const error of world.config.refused()) {
        if (error.code === 'internal') report(`a mistake of the program: ${error.params.cause}`)
        if (!(error.file && error.line > 0 && error.column > 0)) report(`${error.code} has no place`)
      }
      for (const line of outcome.lines)
        if (!/^\S+:\d+:\d+ .*[가-힣]/.test(line)) report(`no sentence: ${line}`)
    } else if (outcome) {
      const kind = `${file.replace(/resources\/.*/, 'resources/*')} ${name.replace(/\d+|fields\/[^/ ]+/g, '*')}`
      if (!tried.has(kind)) for (const problem of await world.broken(file)) report(`accepted, but ${problem}`)
      tried.add(kind)
    }
    // After a refusal the next mutation of the file says as much; now and then the way back is walked in full.
    if (outcome?.kind === 'refused' && ++refusals % 10 !== 0) {
      world.write(file, good)
      continue
    }
    await world.put(file, good)
    if (world.config.current().shared.hash !== hash) report('the good config is not in force again')
    if (world.config.refused().length > 0) report('it is still refused')
  }
  return found
}
