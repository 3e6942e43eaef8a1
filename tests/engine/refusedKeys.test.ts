/** Which keys of a sent record are refused, because they are unknown or not writable (decision 40). */
import { describe, expect, it } from 'vitest'
import type { CompiledResource } from '../../src/engine/compiled'
import { refusedKeys, type SentKeys } from '../../src/engine/validation/refusedKeys'
import { addedField } from '../support/config'

const fields = [
  addedField('name'),
  addedField('phone', { type: 'phone', write: 'master' }),
  addedField('paid', { type: 'boolean', write: 'master' }),
  addedField('secret', { read: 'master', write: 'master' }),
  addedField('house', { renamedFrom: 'room' }),
  addedField('made', { type: 'datetime', write: 'never' }),
  addedField('modem.band', { type: 'number', write: 'master' }),
  addedField('kind', { write: 'master', default: 'a' }),
]
const resource = {
  name: 'sims',
  fields: Object.fromEntries(fields.map(field => [field.name, field])),
} as unknown as CompiledResource

/** The refused keys, each with its code. */
const refusalsOf = (input: object, more: Partial<SentKeys> = {}) =>
  Object.entries(
    refusedKeys({
      resource,
      input: input as never,
      mayRead: ({ read }) => read === 'none',
      mayWrite: ({ write }) => write === 'none',
      ...more,
    }),
  ).map(([key, { code }]) => `${key} ${code}`)

const current = {
  id: 1,
  name: '한강',
  phone: '01012345678',
  paid: true,
  secret: 'x',
  made: '2026-01-01T00:00:00Z',
  modem: { band: 3 },
  kind: 'b',
  created: '2026-01-01T00:00:00Z',
}

describe('In an edit', () => {
  it('the whole record may be sent back as it was read, also with values written in another way', () => {
    expect(refusalsOf(current, { current, mayRead: () => true })).toEqual([])
    // A field that the user may not see was read as blank.
    expect(refusalsOf({ ...current, secret: '' }, { current })).toEqual([])
    expect(refusalsOf({ phone: '010-1234-5678', made: '2026-01-01T09:00:00+09:00' }, { current })).toEqual([])
  })

  it.each([
    [{ made: '2020-01-01T00:00:00Z' }, 'made field.notWritable'],
    [{ modem: { band: 5 } }, 'modem.band field.notWritable'],
    [{ created: '2020-01-01T00:00:00Z' }, 'created field.notWritable'],
    [{ constructor: 1 }, 'constructor field.unknown'],
    [{ toString: '' }, 'toString field.unknown'],
  ])('%o is refused', (input, refused) => {
    expect(refusalsOf({ name: '새 이름', ...input }, { current })).toEqual([refused])
  })

  it('former names, and removed fields that the record still contains, are accepted', () => {
    expect(refusalsOf({ room: '1', gone: '2' }, { current, extra: { gone: '2' } })).toEqual([])
  })
})

it('In a new record blank values, defaults and values that the server sets are accepted', () => {
  const blank = { id: 0, phone: '', paid: false, made: '0001-01-01T00:00:00Z', kind: 'a', created: '' }
  expect(refusalsOf(blank)).toEqual([])
  expect(refusalsOf({ phone: '01012345678' }, { serverValues: { phone: '01012345678' } })).toEqual([])
})
