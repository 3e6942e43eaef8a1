/** The part of an input that is stored: no unknown fields, no hidden ones, and none above the user's level. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type WriteContext, writableRecord } from '../../src/engine/validation/writableRecord'
import { compileWith, packageConfig } from '../support/config'

const { resources, levels } = compileWith({
  'resources/cards.json': {
    label: '카드',
    source: { dialect: 'simple-rest' },
    fields: {
      name: { type: 'text', label: '이름' },
      kind: { type: 'text', label: '종류', default: 'plain', readOnly: { action: 'edit' } },
      paid: { type: 'boolean', label: '결제', default: false, write: 'master' },
      until: { type: 'datetime', label: '만료', visible: { field: 'paid', eq: true }, whenHidden: 'clear' },
      reason: { type: 'text', label: '이유', visible: { field: 'until', empty: false } },
      made: { type: 'text', label: '만든 곳', write: 'never' },
      secret: { type: 'text', label: '비밀', read: 'master' },
      pass: { type: 'password', label: '비밀번호' },
    },
  },
}).shared
const cards = resources.cards!

const contextOf = (
  level: number,
  action: WriteContext['action'],
  current?: WriteContext['current'],
): WriteContext => ({ action, level, levels: levels.numbers, ...(current ? { current } : {}) })
const MASTER = 9
const VENDOR = 6
const CREATED = { name: '홍', kind: 'plain', paid: false }

describe('creating', () => {
  test('fills in defaults, normalises values, and drops unknown keys and fields that only the server writes', () => {
    const record = writableRecord(cards, { name: ' 홍 ', pass: ' p ' }, contextOf(MASTER, 'create'))
    expect(record).toEqual({ ...CREATED, pass: ' p ' })
    const input = { name: '홍', made: 'there', id: 7, vendor_id: 3, __proto__: { x: 1 }, extra: { a: 1 } }
    expect(writableRecord(cards, input, contextOf(MASTER, 'create'))).toEqual(CREATED)
  })

  test('uses the defaults of fields above the user’s level instead of the sent values', () => {
    const input = { name: '홍', paid: true, until: '2027-01-01T00:00:00Z', secret: 'x' }
    expect(writableRecord(cards, input, contextOf(VENDOR, 'create'))).toEqual(CREATED)
  })

  test('drops a field that depends on a hidden field', () => {
    const input = { name: '홍', until: '2027-01-01T00:00:00Z', reason: '이벤트' }
    expect(writableRecord(cards, input, contextOf(MASTER, 'create'))).not.toHaveProperty('reason')
    const { reason } = writableRecord(cards, { ...input, paid: true }, contextOf(MASTER, 'create'))
    expect(reason).toBe('이벤트')
  })
})

describe('editing', () => {
  const current = {
    name: '홍',
    kind: 'gold',
    paid: true,
    until: '2027-01-01T00:00:00.000Z',
    reason: '이벤트',
  }

  test('stores only the entered fields, also emptied ones, without read-only fields and empty passwords', () => {
    expect(writableRecord(cards, { name: '김' }, contextOf(MASTER, 'edit', current))).toEqual({ name: '김' })
    expect(writableRecord(cards, { kind: 'silver', pass: '' }, contextOf(MASTER, 'edit', current))).toEqual(
      {},
    )
    const emptied = writableRecord(cards, { name: '  ', until: '' }, contextOf(MASTER, 'edit', current))
    expect(emptied).toEqual({ name: '', until: null })
  })

  test('evaluates conditions on the stored values of fields that are not sent', () => {
    const input = { until: '2028-01-01T00:00:00Z' }
    const until = '2028-01-01T00:00:00.000Z'
    const unpaid = { ...current, paid: false, until: null }
    expect(writableRecord(cards, input, contextOf(VENDOR, 'edit', current))).toEqual({ until })
    expect(writableRecord(cards, input, contextOf(VENDOR, 'edit', unpaid))).toEqual({})
  })

  test('clears a field that becomes hidden if config says so, and drops fields that this hides in turn', () => {
    const context = contextOf(MASTER, 'edit', current)
    const cleared = writableRecord(cards, { paid: false, reason: '다른 이유' }, context)
    expect(cleared).toEqual({ paid: false, until: null })
  })
})

test('a change of one property of an object keeps the others', () => {
  const methods = packageConfig().shared.resources.methods!
  const current = { code: 'apn', caption: 'APN', content: { Type: 'text', Value: [0, 64], Holder: 'lte' } }
  expect(writableRecord(methods, { content: { Holder: 'm2m' } }, contextOf(MASTER, 'edit', current))).toEqual(
    { content: { Type: 'text', Value: [0, 64], Holder: 'm2m' } },
  )
  expect(
    writableRecord(methods, { content: { Holder: 'm2m', Evil: 1 } }, contextOf(MASTER, 'edit', current)),
  ).not.toHaveProperty('content.Evil')
})

test('only fields that the user may write are stored, for any input', () => {
  const names = Object.keys(cards.fields)
  const input = fc.dictionary(
    fc.oneof(fc.constantFrom(...names, 'id', 'constructor', 'toString'), fc.string()),
    fc.jsonValue(),
  )
  fc.assert(
    fc.property(
      input,
      fc.constantFrom(0, 1, 3, 6, 9),
      fc.constantFrom('create', 'edit'),
      (entered, level, action) => {
        const stored = writableRecord(cards, entered, contextOf(level, action, { name: '홍', paid: false }))
        for (const name of Object.keys(stored)) {
          expect(names).toContain(name)
          expect(name).not.toBe('made')
          if (level < MASTER) expect(name).not.toBe('secret')
          if (level < MASTER && name === 'paid') expect(stored.paid).toBe(false)
        }
      },
    ),
    { seed: 7 },
  )
})
