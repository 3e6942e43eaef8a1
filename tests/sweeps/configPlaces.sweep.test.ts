/**
 * Mutates every kind of place in the delivered `config/` on a running server (security 60, see configFuzz).
 */
import { beforeAll, expect, test } from 'vitest'
import { chooser, config, findings, TIMES } from '../support/configFuzz'
import { type Mutant, mutantsAt, placesIn, type Steps } from '../support/configMutants'
import { type ConfigWorld, startConfigWorld } from '../support/configWorld'

const { some } = chooser()
/** Mutations per kind of place, selected differently for each. */
const PER_PLACE = 2 * TIMES

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
const systematic = (of: string): Mutant[] =>
  [...places.values()]
    .filter(({ file }) => file === of)
    .flatMap(({ file, value, at }) => some(mutantsAt(file, value, at), PER_PLACE))

let world: ConfigWorld
beforeAll(async () => {
  world = await startConfigWorld()
})

test('finds more than 200 kinds of places', () => {
  expect(places.size).toBeGreaterThan(200)
})

test.each(config)('%s survives mutations of each kind of place', async file => {
  expect(await findings(world, systematic(file))).toEqual([])
})
