/** Messages of devices: what the gateway does not understand is left out, and reported. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { DEVICE_PAYLOAD_BYTES, UP_KINDS, type UpKind, upTopic } from '../../src/contract/deviceMessages'
import { FIELDS, readMessage } from '../../src/server/gateway/messages/readMessage'
import { packageRoot } from '../../src/server/packageRoot'

const IMEI = '358126090000017'
const bytesOf = (payload: unknown) =>
  Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload))
const read = (kind: UpKind, payload: unknown) =>
  readMessage(upTopic(IMEI, kind), payload instanceof Buffer ? payload : bytesOf(payload))
const bodyOf = (kind: UpKind, payload: unknown) => read(kind, payload).message?.body

test.each([
  [
    'a lone byte of a longer character',
    Buffer.from([...Buffer.from('{"apn":"'), 0xb0, ...Buffer.from('"}')]),
  ],
  ['EUC-KR', Buffer.from([...Buffer.from('{"apn":"'), 0xc7, 0xd1, ...Buffer.from('"}')])],
  ['an encoded surrogate', Buffer.from([...Buffer.from('{"apn":"'), 0xed, 0xa0, 0x80, ...Buffer.from('"}')])],
])('a payload with %s is not UTF-8, and refused as a whole', (_name, payload) => {
  expect(read('telemetry', payload)).toEqual({
    fault: 'payload not understood',
    misunderstood: { imei: IMEI, kind: 'telemetry', reason: 'encoding', fields: [] },
  })
})

test.each([
  ['no JSON', '{"rsrp":', 'json', []],
  ['a list', '[]', 'shape', []],
  ['null', 'null', 'shape', []],
  ['a payload that is too large', 'x'.repeat(DEVICE_PAYLOAD_BYTES + 1), 'size', []],
])('%s is refused with its reason', (_name, payload, reason, fields) => {
  expect(read('telemetry', payload).misunderstood).toEqual({ imei: IMEI, kind: 'telemetry', reason, fields })
})

it('names the required fields that are wrong or missing', () => {
  expect(read('result', { id: 1.5 }).misunderstood).toMatchObject({ fields: ['id', 'outcome'] })
  expect(read('presence', { online: 'yes', session: 'x' }).misunderstood).toMatchObject({
    fields: ['online'],
  })
})

const VALID = {
  presence: { online: true, session: 'a' },
  telemetry: { rsrp: -80, band: 3, apn: 'a', version: '1', release: '2', edition: '3', province: 'KR-11' },
  result: { id: 1, outcome: 'failure', reason: '문이 열려 있습니다' },
} as const
/** The last two are short texts: PostgreSQL does not store the first, and nothing visible is left of the second. */
const WRONG = [null, [], {}, false, 1e300, 'x'.repeat(201), '\ud800', '\0']
const optional = UP_KINDS.flatMap(kind =>
  FIELDS[kind].filter(({ required }) => !required).map(({ name }) => ({ kind, name })),
)

it.each(optional)('a wrong value of $name in $kind is left out, and the rest is kept', ({ kind, name }) => {
  const { [name as never]: _left, ...rest } = VALID[kind] as Record<string, unknown>
  for (const value of WRONG) {
    const { message, misunderstood } = read(kind, { ...rest, [name]: value })
    expect([value, message?.body]).toEqual([value, rest])
    expect(misunderstood).toEqual({ imei: IMEI, kind, reason: 'fields', fields: [name] })
  }
  expect(read(kind, VALID[kind])).toEqual({ message: { kind, imei: IMEI, body: VALID[kind] } })
})

/** Texts are cleaned, except for `outcome` and `province`, which must match exactly, and the identifier `session`. */
const freeTexts = UP_KINDS.flatMap(kind =>
  Object.entries(VALID[kind]).flatMap(([name, value]) =>
    typeof value === 'string' && !['outcome', 'province', 'session'].includes(name) ? { kind, name } : [],
  ),
)
it.each(freeTexts)('$name in $kind loses control characters and bidirectional marks', ({ kind, name }) => {
  const body = bodyOf(kind, { ...VALID[kind], [name]: ' \u202Ea\r\nb\u2066\u0007\u200F ' })
  expect(body).toEqual({ ...VALID[kind], [name]: 'a b' })
})

it('a session with a control character or a bidirectional mark is not understood; unknown keys are ignored', () => {
  for (const session of ['a\n', '\u202Ea', '\0', '\ud800'])
    expect(read('presence', { online: true, session }).message).toBeUndefined()
  expect(read('telemetry', { rsrp: -80, fan: null }).misunderstood).toBeUndefined()
})

describe('the table of fields in PROTOCOL.md', () => {
  const guide = readFileSync(join(packageRoot, 'src/server/gateway/PROTOCOL.md'), 'utf8')
  const rows = [...guide.matchAll(/^\| ((?:`\w+`(?:, )?)+) \| (\w+) \| (.+) \|$/gm)].flatMap(
    ([, names = '', kind, value = '']) =>
      names.split(', ').map(name => ({ kind: kind as UpKind, name: name.slice(1, -1), value })),
  )
  const sorted = (lines: string[]) => lines.sort()
  const required = (is: boolean) => (is ? ' required' : '')

  it('has the fields that the gateway reads, and says which are required', () => {
    const inGateway = UP_KINDS.flatMap(kind =>
      FIELDS[kind].map(field => `${kind} ${field.name}${required(field.required)}`),
    )
    const inGuide = rows.map(({ kind, name, value }) => `${kind} ${name}${required(/^required/.test(value))}`)
    expect(sorted(inGuide)).toEqual(sorted(inGateway))
  })

  /** For each kind of limit: its words, a value at a limit, and the number to add for a value beyond it. */
  const LIMITS: [pattern: RegExp, valueAt: (limit: string) => unknown, beyond: 1 | -1][] = [
    [/whole number from (-?\d+)/, Number, -1],
    [/whole number from .* to (\d+)/, Number, 1],
    [/text of .*?(\d+) characters/, length => 'x'.repeat(Number(length)), 1],
  ]
  const limits = rows.flatMap(({ kind, name, value }) =>
    LIMITS.flatMap(([pattern, valueAt, beyond]) => {
      const limit = pattern.exec(value)?.[1]
      return limit === undefined ? [] : [{ kind, name, limit, valueAt, beyond }]
    }),
  )

  it.each(limits)('has the limit of $name in $kind: $limit', ({ kind, name, limit, valueAt, beyond }) => {
    const { check } = FIELDS[kind].find(field => field.name === name)!
    const limitAndBeyond = [limit, String(Number(limit) + beyond)]
    expect(limitAndBeyond.map(text => check.Check(valueAt(text)))).toEqual([true, false])
  })

  it('has limits of texts and numbers', () => expect(limits.length).toBeGreaterThan(10))
})
