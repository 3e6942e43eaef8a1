/** `unique`, bounds of dates and counts of choices: fields that may have them, and records that break them. */
import { describe, expect, test } from 'vitest'
import { UNIQUE_KINDS } from '../../src/engine/fields/uniqueFields'
import { validateRecord } from '../../src/engine/validation/validateRecord'
import { writableRecord } from '../../src/engine/validation/writableRecord'
import { compileWith } from '../support/config'
import { configFiles } from '../support/configFiles'
import { KINDS_RESOURCE } from '../support/everyKind'
import { testSlips } from '../support/slips'

testSlips('only some kinds of field may be unique', {
  'resources/things.json': Object.entries(KINDS_RESOURCE.fields).map(([name, field]) => {
    const isAllowed = (UNIQUE_KINDS as readonly string[]).includes(field.type)
    const edits = { [`/fields/${name}`]: { ...field, input: undefined, required: undefined, unique: true } }
    return isAllowed ? [edits] : [edits, './unique uniqueKind']
  }),
})

const example = JSON.parse(configFiles()['examples/contracts.json']!)
const { shared: config } = compileWith({ 'resources/contracts.json': example })
const contracts = config.resources.contracts!
const NOW = new Date('2026-11-23T15:30:00Z')

/** The problems of a contract at half past midnight of 24 November in Korea. */
function problemsOf(record: Record<string, unknown>, current?: Record<string, unknown>) {
  const context = {
    action: current ? ('edit' as const) : ('create' as const),
    level: 9,
    levels: config.levels.numbers,
  }
  const complete = {
    number: 'C-1',
    begins: '2026-01-01',
    ends: '2026-12-31',
    services: ['remote'],
    ...record,
  }
  const sent = current ? record : complete
  const writing = { ...context, ...(current && { current }) }
  const problems = validateRecord(contracts, writableRecord(contracts, sent, writing), {
    ...writing,
    password: config.app.limits.password,
    now: NOW.getTime(),
  })
  return Object.entries(problems).map(([name, { code, params }]) =>
    `${name} ${code} ${params.limit ?? ''}`.trim(),
  )
}

describe('a record with', () => {
  test.each<[string, Record<string, unknown>, string[]]>([
    ['both dates on the bound is valid', { begins: '2020-01-01', ends: '2020-01-01' }, []],
    ['a date before the fixed bound', { begins: '2019-12-31' }, ['begins field.tooEarly 2020-01-01']],
    ['an end before its beginning is refused', { ends: '2025-12-31' }, ['ends field.tooEarly 2026-01-01']],
    ['a date after the moving bound is refused', { ends: '2031-11-25' }, ['ends field.tooLate 2031-11-24']],
    ['the last allowed day in Korea is valid', { ends: '2031-11-24' }, []],
    [
      'a time before today in Korea',
      { visit: '2026-11-23T14:59:59Z' },
      ['visit field.tooEarly 2026-11-24 00:00 KST'],
    ],
    ['the first second of today is valid', { visit: '2026-11-23T15:00:00Z' }, []],
    ['too many choices', { services: ['remote', 'repair', 'report'] }, ['services field.tooMany 2']],
    ['no choice is refused', { services: [] }, ['services field.required']],
  ])('%s', (_what, record, problems) => {
    expect(problemsOf(record)).toEqual(problems)
  })

  test('a stored value outside a moving bound stays valid, but not outside a bound that the edit changes', () => {
    const stored = {
      number: 'C-1',
      begins: '2026-01-01',
      ends: '2026-12-31',
      visit: '2020-01-01T00:00:00.000Z',
      services: ['remote'],
    }
    expect(problemsOf({ number: 'C-2', visit: stored.visit }, stored)).toEqual([])
    expect(problemsOf({ begins: '2027-01-01' }, stored)).toEqual(['ends field.tooEarly 2027-01-01'])
  })
})
