/**
 * Every delivered file of `config/` and `i18n/`, broken anywhere and as bytes on a running server (security 60): what
 * cannot be is refused with its place while the last good config stays in force, and what is accepted works. Each kind
 * of place: configPlaces.
 */
import { beforeAll, expect, test } from 'vitest'
import { chooser, config, findings, i18n, TIMES } from '../support/configFuzz'
import { brokenBytes } from '../support/configMutants'
import { type ConfigWorld, EXAMPLES, startConfigWorld } from '../support/configWorld'

const { some, anywhere } = chooser()
/** Mutations of each file, anywhere in it; `SWEEP_MUTANTS` times as many in a search of hours. */
const PER_FILE = 5 * TIMES

let world: ConfigWorld
/** The same files as an owner's, over the delivered ones (security 68). */
let layered: ConfigWorld
beforeAll(async () => {
  world = await startConfigWorld()
  layered = await startConfigWorld({ layered: true })
})

test.each(config)('%s anywhere', async (...file) => {
  expect(await findings(world, anywhere(file, PER_FILE))).toEqual([])
})

/** What bytes are no text is the same of every resource. */
const delivered = config.filter(([file]) => !EXAMPLES[file.replace('config/', '')])
test.each(delivered)('%s as bytes', async (file, text) => {
  expect(await findings(world, brokenBytes(file, text))).toEqual([])
})

test.each(i18n)('%s anywhere and as bytes', async (...file) => {
  const bytes = brokenBytes(...file).filter(({ name }) => !/40 MB|20,000/.test(name))
  expect(await findings(world, [...anywhere(file, PER_FILE), ...some(bytes, 4)])).toEqual([])
})

test.each(config)('%s anywhere, over the delivered one', async (...file) => {
  expect(await findings(layered, anywhere(file, PER_FILE))).toEqual([])
})

test.each(i18n)('%s anywhere, over the delivered one', async (...file) => {
  expect(await findings(layered, anywhere(file, 3))).toEqual([])
})
