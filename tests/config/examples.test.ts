/** Each example of `config/examples` is sound where it is dropped in, and does what the guide says. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { referrersOf } from '../../src/engine/fields/referrers'
import { relatedKey } from '../../src/engine/fields/related'
import { compileConfig } from '../../src/engine/load/compileConfig'
import { validateRecord } from '../../src/engine/validation/validateRecord'
import { applyInput, type WriteContext } from '../../src/engine/validation/writableRecord'
import { packageRoot } from '../../src/server/packageRoot'
import { configFiles } from '../support/configFiles'

const folder = join(packageRoot, 'config/examples')

function drop(name: string) {
  const text = readFileSync(join(folder, `${name}.json`), 'utf8')
  const result = compileConfig({ ...configFiles(), [`resources/${name}.json`]: text })
  if (!result.ok) throw new Error(JSON.stringify(result.errors, null, 1))
  return result.config.shared
}

/**
 * Beside them lie a folder of commands, one that lies over the delivered config, and roles: each has a test of its own.
 */
const resources = readdirSync(folder).filter(file => file.endsWith('.json') && file !== 'roles.json')

test.each(resources.map(file => file.replace('.json', '')))('%s', name => {
  expect(drop(name).menu.items.some(({ resource }) => resource === name)).toBe(true)
})

function make(name: string, input: Record<string, unknown>) {
  const { resources, levels, app } = drop(name)
  const writing: WriteContext = {
    action: 'create',
    level: levels.numbers.vendor,
    levels: levels.numbers,
    user: { name: '김', email: 'kim@example.com', vendor: 1 },
    now: Date.parse('2026-01-31T15:30:00Z'),
  }
  const problems = validateRecord(resources[name]!, input, { ...writing, password: app.limits.password })
  const wrong = Object.entries(problems).map(([at, { message, code }]) => [at, message?.ko ?? code])
  return { record: applyInput(resources[name]!, input, writing).after, wrong }
}

describe('a rental', () => {
  test('has a total and a size, and begins today', () => {
    const { record, wrong } = make('rentals', { title: '가', price: 500_000, quantity: 3 })
    expect([wrong, record.total, record.size, record.begin]).toEqual([[], 1_500_000, 'large', '2026-02-01'])
  })

  test('ends after it begins, and a trial soon', () => {
    expect(make('rentals', { title: '가', price: 1, end: '2026-01-31' }).wrong).toEqual([
      ['end', '종료일은 시작일보다 뒤여야 합니다.'],
    ])
    expect(make('rentals', { title: '가', kind: 'trial', end: '2026-06-01' }).wrong).toEqual([
      ['checks.trial', '시험 사용은 30일까지, 5대까지입니다.'],
    ])
    expect(make('rentals', { title: '가', kind: 'trial', end: '2026-02-15' }).wrong).toEqual([])
  })
})

test('a visit begins with who makes it, when, and with what comes next', () => {
  const { record, wrong } = make('visits', {})
  expect([wrong, record.person, record.visited, record.next]).toEqual([
    [],
    '김',
    '2026-01-31T15:30:00.000Z',
    '2026-05-02',
  ])
  expect(
    make('visits', { result: 'fault', visited: '2026-02-02T00:00:00.000Z' }).wrong.map(([at]) => at),
  ).toEqual(['note', 'visited'])
})

test('a team looks after several devices and groups, each once, and its page shows the teams below it', () => {
  const DEVICE = '356938035643809'
  const { record, wrong } = make('teams', { name: '1반', devices: [DEVICE, DEVICE], groups: ['3', 4] })
  expect([wrong, record.devices, record.groups]).toEqual([[], [DEVICE], [3, 4]])
  expect(make('teams', { name: '1반', groups: Array.from({ length: 21 }, (_, at) => at + 1) }).wrong).toEqual(
    [['groups', 'field.tooMany']],
  )
  const { related = [] } = drop('teams').resources.teams!
  expect(related.map(relatedKey)).toEqual(['teams.leader'])
})

test('a repair goes with its device, is emptied of its group, and holds the model that it names', () => {
  const shared = drop('repairs')
  const named = (of: string) =>
    referrersOf(shared, of).flatMap(({ resource, fields }) =>
      resource.name === 'repairs' ? fields.map(({ name, onDelete }) => [name, onDelete ?? 'refuse']) : [],
    )
  expect([named('devices'), named('batches'), named('models')]).toEqual([
    [['device', 'cascade']],
    [['group', 'clear']],
    [['model', 'refuse']],
  ])
})
