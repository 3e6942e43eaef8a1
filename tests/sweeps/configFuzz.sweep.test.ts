/**
 * Mutates every delivered file of `config/` and `i18n/`, as JSON and as bytes, on a running server (security 60). An
 * invalid file is refused with its location while the last valid config stays active; an accepted file works. See
 * configPlaces for each kind of place.
 */
import { beforeAll, expect, test } from 'vitest'
import { chooser, config, findings, i18n, TIMES } from '../support/configFuzz'
import { brokenBytes } from '../support/configMutants'
import { type ConfigWorld, EXAMPLES, startConfigWorld } from '../support/configWorld'

const { some, anywhere } = chooser()
/** Random mutations per file; `SWEEP_MUTANTS` multiplies them for a longer search. */
const PER_FILE = 5 * TIMES

let world: ConfigWorld
/** The same files in an owner's folder, over the delivered ones (security 68). */
let layered: ConfigWorld
beforeAll(async () => {
  world = await startConfigWorld()
  layered = await startConfigWorld({ layered: true })
})

test.each(config)('%s survives mutations anywhere', async (...file) => {
  expect(await findings(world, anywhere(file, PER_FILE))).toEqual([])
})

/** Byte mutations are tried on delivered files only: they affect every resource the same way. */
const delivered = config.filter(([file]) => !EXAMPLES[file.replace('config/', '')])
test.each(delivered)('%s survives broken bytes', async (file, text) => {
  expect(await findings(world, brokenBytes(file, text))).toEqual([])
})

test.each(i18n)('%s survives mutations anywhere and broken bytes', async (...file) => {
  const bytes = brokenBytes(...file).filter(({ name }) => !/40 MB|20,000/.test(name))
  expect(await findings(world, [...anywhere(file, PER_FILE), ...some(bytes, 4)])).toEqual([])
})

test.each(config)('%s of an owner survives mutations anywhere', async (...file) => {
  expect(await findings(layered, anywhere(file, PER_FILE))).toEqual([])
})

test.each(i18n)('%s of an owner survives mutations anywhere', async (...file) => {
  expect(await findings(layered, anywhere(file, 3))).toEqual([])
})
