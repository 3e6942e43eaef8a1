/** Each example of `config/examples` is valid in the delivered config, and works as the guide describes. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { referrersOf } from '../../src/engine/fields/referrers'
import { relatedKey } from '../../src/engine/fields/related'
import { compileConfig } from '../../src/engine/load/compileConfig'
import { validateRecord } from '../../src/engine/validation/validateRecord'
import { applyInput, type WriteContext } from '../../src/engine/validation/writableRecord'
import { packageRoot } from '../../src/server/packageRoot'
import { configFiles } from '../support/configFiles'

const folder = join(packageRoot, 'config/examples')

function configWith(name: string) {
  const text = readFileSync(join(folder, `${name}.json`), 'utf8')
  const result = compileConfig({ ...configFiles(), [`resources/${name}.json`]: text })
  if (!result.ok) throw new Error(JSON.stringify(result.errors, null, 1))
  return result.config.shared
}

/** The example resources. The examples of commands, overlays and roles have other tests. */
const resources = readdirSync(folder).filter(file => file.endsWith('.json') && file !== 'roles.json')

test.each(resources.map(file => file.replace('.json', '')))('%s is valid and has a menu link', name => {
  expect(configWith(name).menu.items.some(({ resource }) => resource === name)).toBe(true)
})

/** The record that a vendor would create from this input, and its problems. */
function create(name: string, input: Record<string, unknown>) {
  const { resources, levels, app } = configWith(name)
  const writing: WriteContext = {
    action: 'create',
    level: levels.numbers.vendor,
    levels: levels.numbers,
    user: { name: '김', email: 'kim@example.com', vendor: 1 },
    now: Date.parse('2026-01-31T15:30:00Z'),
  }
  const problems = validateRecord(resources[name]!, input, { ...writing, password: app.limits.password })
  const messages = Object.entries(problems).map(([field, { message, code }]) => [field, message?.ko ?? code])
  return { record: applyInput(resources[name]!, input, writing).after, problems: messages }
}

test('a visit has a default person, time and next visit; it needs a note after a fault, and no future time', () => {
  const { record, problems } = create('visits', {})
  const filled = ['김', '2026-01-31T15:30:00.000Z', '2026-05-02']
  expect([problems, record.person, record.visited, record.next]).toEqual([[], ...filled])
  const { problems: refused } = create('visits', { result: 'fault', visited: '2026-02-02T00:00:00.000Z' })
  expect(refused.map(([field]) => field)).toEqual(['note', 'visited'])
})

test('a team has several devices and groups, each once, and its page shows the teams that it leads', () => {
  const DEVICE = '356938035643809'
  const { record, problems } = create('teams', { name: '1반', devices: [DEVICE, DEVICE], groups: ['3', 4] })
  expect([problems, record.devices, record.groups]).toEqual([[], [DEVICE], [3, 4]])
  const groups = Array.from({ length: 21 }, (_, index) => index + 1)
  expect(create('teams', { name: '1반', groups }).problems).toEqual([['groups', 'field.tooMany']])
  const { related = [] } = configWith('teams').resources.teams!
  expect(related.map(relatedKey)).toEqual(['teams.leader'])
})

test('a repair is deleted with its device, loses its group, and prevents the deletion of its model', () => {
  const shared = configWith('repairs')
  const fieldsReferringTo = (resource: string) =>
    referrersOf(shared, resource).flatMap(({ resource, fields }) =>
      resource.name === 'repairs' ? fields.map(({ name, onDelete }) => [name, onDelete ?? 'refuse']) : [],
    )
  expect([fieldsReferringTo('devices'), fieldsReferringTo('batches'), fieldsReferringTo('models')]).toEqual([
    [['device', 'cascade']],
    [['group', 'clear']],
    [['model', 'refuse']],
  ])
})
