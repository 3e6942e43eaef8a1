/** Expressions over a resource with every kind of field, compiled as config compiles them; and random valid ones. */
import fc from 'fast-check'
import type { Expression, ExpressionKind } from '../../src/engine/expressions/expression'
import { compileExpression } from '../../src/engine/load/expressions/compileExpression'
import type { ExpressionScope, ScopeField } from '../../src/engine/load/expressions/scope'

const field = (
  type: ScopeField['type'],
  kind: ExpressionKind | undefined,
  options: ScopeField['options'] = {},
): ScopeField => ({ type, kind, options })

export const FIELDS: ReadonlyMap<string, ScopeField> = new Map([
  ['name', field('text', 'text')],
  ['note', field('multiline', 'text')],
  ['carrier', field('select', 'text', { choices: [{ value: 'skt' }, { value: 'kt' }] })],
  ['grade', field('select', 'number', { choices: [{ value: 1 }, { value: 2 }, { value: 3 }] })],
  ['price', field('number', 'number')],
  ['quantity', field('number', 'number')],
  ['paid', field('boolean', 'boolean')],
  ['active', field('boolean', 'boolean')],
  ['begin', field('date', 'date')],
  ['end', field('date', 'date')],
  ['seen', field('datetime', 'time')],
  ['sold', field('datetime', 'time')],
  ['tags', field('multi-select', 'list', { choices: [{ value: 'new' }, { value: 'spare' }] })],
  ['device', field('reference', 'reference')],
  ['vendor', field('reference', 'reference')],
  ['groups', field('references', 'references')],
  ['pin', field('password', undefined)],
])

const LEVELS = ['none', 'guest', 'client', 'vendor', 'master'] as const

const SCOPE: ExpressionScope = {
  fields: FIELDS,
  userNames: ['id', 'vendor', 'name', 'email', 'level'],
  levelOf: name => LEVELS.find(one => one === name),
  hasAction: true,
}

/** The compiled expression as a browser gets it, by JSON. */
export const compiled = (text: string, wanted: readonly ExpressionKind[] = ANY): Expression =>
  JSON.parse(JSON.stringify(compileExpression(text, SCOPE, wanted))) as Expression

const ANY: readonly ExpressionKind[] = [
  ...(['text', 'number', 'boolean', 'date', 'time', 'duration', 'list'] as const),
  ...(['reference', 'references'] as const),
]

const quoted = (text: string) => `'${text.replace(/[\\']/g, letter => `\\${letter}`)}'`

/** Texts in an expression: without control characters, which config refuses. */
const letters = fc.constantFrom(
  ...['', 'a', 'ab', '가나', '😀b', "it's", 'skt', '\\', 'A', ' ', '"', '%', '_', '가'],
  // This looks like 가나, but consists of other characters.
  '가나'.normalize('NFD'),
)
/** Texts in a record: everything that JSON and the database accept. */
const storedTexts = fc.oneof(
  { weight: 3, arbitrary: letters },
  {
    weight: 1,
    arbitrary: fc.constantFrom('a\nb', '\t', '\u3000', '\u200b가', '가나다라'.repeat(3000), '[]', '0'),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }).filter(text => !text.includes('\0')) },
)
const numbers = fc.oneof(
  fc.integer({ min: -5, max: 20 }),
  fc.constantFrom(
    ...[0.1, 0.2, 0.3, 2.5, 1e-7, 1 / 3, 2.675, 1_000_000.5, 999_999_999_999_999, 123_456_789.123_456],
    ...[0, 0.000_000_000_5, -999_999_999_999_999.9],
  ),
)

/** Patterns of expressions by the kind of their value. A word in capitals is a kind, or one of PARTS. */
const GRAMMAR = {
  text: `name | note | carrier | user.name | user.email | action | LETTERS | (TEXT + TEXT) | text(NUMBER)
    | text(DATE) | ifEmpty(TEXT, TEXT) | (BOOLEAN ? TEXT : TEXT)`,
  number: `price | quantity | grade | user.level | level.vendor | size(tags) | size(groups) | VALUE
    | (NUMBER ARITHMETIC NUMBER) | -(NUMBER) | ROUNDING(NUMBER) | round(NUMBER, PLACES) | min(NUMBER, NUMBER)
    | max(NUMBER, NUMBER, NUMBER) | size(TEXT) | daysBetween(DATE, DATE) | daysBetween(TIME, TIME)
    | ifEmpty(NUMBER, NUMBER) | (BOOLEAN ? NUMBER : NUMBER) | (BOOLEAN ? NUMBER : null)`,
  boolean: `paid | active | true | false | 'new' in tags | carrier == 'skt' | grade in [1, 3] | empty(tags)
    | empty(groups) | (BOOLEAN LOGIC BOOLEAN) | !(BOOLEAN) | (NUMBER COMPARED NUMBER) | (DATE COMPARED DATE)
    | (TIME COMPARED TIME) | (DURATION COMPARED DURATION) | (TEXT EQUAL TEXT) | (FLAG EQUAL FLAG)
    | OWNER EQUAL REFERENCE | REFERENCE in groups | ifEmpty(device, REFERENCE) == REFERENCE | NUMBER == null
    | DATE == null | TIME == null | empty(TEXT) | empty(NUMBER) | empty(DATE) | empty(TIME) | empty(OWNER)
    | (TEXT).FINDS(TEXT) | NUMBER in [NUMBER, NUMBER] | TEXT in [TEXT, TEXT] | (BOOLEAN ? BOOLEAN : BOOLEAN)`,
  date: `begin | end | today() | date('2024-02-29') | (DATE SIGN DURATION) | date(TIME) | ifEmpty(DATE, DATE)`,
  time: `seen | sold | now() | (TIME SIGN DURATION) | ifEmpty(TIME, TIME) | (BOOLEAN ? TIME : TIME)`,
  duration: `days(1) | hours(36) | minutes(1) | minutes(price) | days(NUMBER) | hours(NUMBER) | (TIME - TIME)
    | (DATE - DATE) | (DURATION + DURATION)`,
}
const PARTS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  LETTERS: letters.map(quoted),
  VALUE: numbers.map(number => `(${number})`),
  PLACES: fc.nat(9).map(String),
  SIGN: fc.constantFrom('+', '-'),
  ARITHMETIC: fc.constantFrom('+', '-', '*', '/', '%'),
  ROUNDING: fc.constantFrom('floor', 'ceil', 'abs', 'round'),
  LOGIC: fc.constantFrom('&&', '||'),
  EQUAL: fc.constantFrom('==', '!='),
  COMPARED: fc.constantFrom('==', '!=', '<', '<=', '>', '>='),
  FINDS: fc.constantFrom('startsWith', 'endsWith', 'contains'),
  FLAG: fc.constantFrom('paid', 'active'),
  OWNER: fc.constantFrom('device', 'vendor'),
  REFERENCE: fc.constantFrom('device', 'vendor', 'user.vendor', 'user.id', '0', "'7'"),
}
const PART = /([A-Z]{3,})/

/** Texts of expressions, by the kind of their value. */
const expressions = fc.letrec<Record<keyof typeof GRAMMAR, string>>(tie => {
  const fill = (pattern: string) => {
    const parts = pattern
      .split(PART)
      .map(part =>
        PART.test(part)
          ? (PARTS[part] ?? tie(part.toLowerCase() as keyof typeof GRAMMAR))
          : fc.constant(part),
      )
    return fc.tuple(...parts).map(texts => texts.join(''))
  }
  const anyOf = (patterns: string[]) =>
    fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      // Of these, fast-check chooses the first when the expression has its full depth.
      fc.constantFrom(...patterns.filter(pattern => !PART.test(pattern))),
      ...patterns.filter(pattern => PART.test(pattern)).map(fill),
    )
  const kinds = Object.entries(GRAMMAR).map(([kind, text]) => [kind, anyOf(text.split(/\s+\|\s+/))])
  return Object.fromEntries(kinds)
})

/** Any expression that config accepts: some are too large, or compare a choice with a value that it cannot have. */
export const anyExpression: fc.Arbitrary<Expression> = fc
  .oneof(
    ...[expressions.text, expressions.number, expressions.boolean, expressions.boolean],
    ...[expressions.date, expressions.time, expressions.duration],
  )
  .map(text => {
    try {
      return compiled(text)
    } catch (error) {
      if (error instanceof Error && /^expression(Too|Value)/.test(error.message)) return undefined
      throw error
    }
  })
  .filter(expression => expression !== undefined)

/** Numbers of records around 1e15, the largest number in expressions. */
const edges = fc.constantFrom(
  ...[1e15, -1e15, 1e15 - 0.125, 1e16, Number.MAX_SAFE_INTEGER, Number.MAX_VALUE, Number.MIN_VALUE, -0],
)

const odd = fc.constantFrom<unknown>(
  ...[undefined, null, '', 'x', 3, true, [], {}, '2026-02-30', '0001-01-01T00:00:00Z'],
)
const days = fc.constantFrom(
  ...['2024-02-29', '2026-01-31', '2025-12-31', '1999-07-05', '0002-01-01', '9999-12-31'],
)
const times = fc.constantFrom(
  ...['2026-01-31T14:59:59.999Z', '2026-01-31T15:00:00.000Z', '2024-02-29T00:00:00Z'],
  ...['1969-12-31T23:59:59.500Z', '9999-12-31T23:59:59.999Z', '0002-01-01T00:00:00.000Z'],
)
const sometimesOdd = (usual: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 5, arbitrary: usual }, { weight: 1, arbitrary: odd })
const flags = fc.boolean()
const ids = fc.constantFrom<unknown>(0, 3, 7, '7', '350000000000006', null)

/** Records with values of their fields, one in six of another type. */
export const recordsOfAll = fc.record({
  name: sometimesOdd(storedTexts),
  note: sometimesOdd(storedTexts),
  carrier: sometimesOdd(fc.constantFrom('skt', 'kt')),
  grade: sometimesOdd(fc.constantFrom(1, 2, 3)),
  price: sometimesOdd(fc.oneof(numbers, edges, fc.double({ noNaN: true, noDefaultInfinity: true }))),
  quantity: sometimesOdd(numbers),
  paid: sometimesOdd(flags),
  active: sometimesOdd(flags),
  begin: sometimesOdd(days),
  end: sometimesOdd(days),
  seen: sometimesOdd(times),
  sold: sometimesOdd(times),
  tags: sometimesOdd(fc.subarray(['new', 'spare'])),
  device: sometimesOdd(ids),
  vendor: sometimesOdd(ids),
  groups: sometimesOdd(fc.array(ids, { maxLength: 3 })),
})
