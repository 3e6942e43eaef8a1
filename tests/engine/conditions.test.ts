/** Evaluation of conditions of config. */
import { expect, test } from 'vitest'
import type { CompiledCondition } from '../../src/engine/compiled'
import { holds, type RuleContext } from '../../src/engine/conditions'
import { isEmpty, valueAt } from '../../src/engine/recordValue'
import { packageConfig } from '../support/config'

const levels = packageConfig().shared.levels.numbers
const context = (record: Record<string, unknown>, extra: Partial<RuleContext> = {}): RuleContext => ({
  record,
  level: levels.vendor,
  levels,
  action: 'edit',
  ...extra,
})

const BOTH = [
  { field: 'paid', eq: true },
  { field: 'vendor', eq: 0 },
]

test.each<[CompiledCondition | undefined, Record<string, unknown>, boolean]>([
  [undefined, {}, true],
  [{ field: 'vendor', eq: 0 }, { vendor: 0 }, true],
  [{ field: 'vendor', eq: 0 }, { vendor: 3 }, false],
  [{ field: 'vendor', eq: 0 }, { vendor: '0' }, false],
  [{ field: 'vendor', ne: 0 }, { vendor: 3 }, true],
  [{ field: 'vendor', ne: 0 }, {}, true],
  [{ field: 'kind', in: ['a', 'b'] }, { kind: 'b' }, true],
  [{ field: 'kind', in: ['a', 'b'] }, { kind: 'c' }, false],
  [{ field: 'modem.band', gt: 0 }, { modem: { band: 3 } }, true],
  [{ field: 'modem.band', gt: 0 }, { modem: { band: 0 } }, false],
  [{ field: 'modem.band', gt: 0 }, {}, false],
  [{ field: 'size', gt: 1, lt: 5 }, { size: 3 }, true],
  [{ field: 'size', gt: 1, lt: 5 }, { size: 5 }, false],
  [{ field: 'note', empty: true }, { note: '  ' }, true],
  [{ field: 'note', empty: false }, { note: 'x' }, true],
  [{ field: 'note', empty: false }, {}, false],
  [{ level: 'vendor' }, {}, true],
  [{ level: 'master' }, {}, false],
  [{ action: 'edit' }, {}, true],
  [{ action: 'create' }, {}, false],
  [{ all: BOTH }, { paid: true, vendor: 0 }, true],
  [{ all: BOTH }, { paid: true, vendor: 2 }, false],
  [{ any: [{ field: 'paid', eq: true }, { level: 'master' }] }, { paid: true }, true],
  [{ any: [{ field: 'paid', eq: true }, { level: 'master' }] }, { paid: false }, false],
])('the condition %j for the record %j is %s', (condition, record, expected) => {
  expect(holds(condition, context(record))).toBe(expected)
})

test('a condition can distinguish the user’s own account from others', () => {
  const conditionsThatHold = [true, false].map(own =>
    [true, false].filter(expected => holds({ own: expected }, context({}, { own }))),
  )
  expect(conditionsThatHold).toEqual([[true], [false]])
  expect(holds({ own: false }, context({}))).toBe(true)
})

test('a dotted field name leads into objects, but not to properties that every object inherits', () => {
  expect(valueAt({ modem: { apn: 'lte' } }, 'modem.apn')).toBe('lte')
  expect(valueAt({ 'modem.apn': 'flat' }, 'modem.apn')).toBe('flat')
  expect(valueAt({ modem: null }, 'modem.apn')).toBeUndefined()
  expect(valueAt({}, 'constructor.name')).toBeUndefined()
})

test('blank texts and empty lists are empty; 0 and false are not', () => {
  expect([0, false, 'x', [1]].map(isEmpty)).toEqual([false, false, false, false])
  expect(['', ' ', null, undefined, []].map(isEmpty)).toEqual([true, true, true, true, true])
})
