/** Rows within a record (fields of the kind `children`): the form and the server find problems in the same cells. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  cellResource,
  childrenFieldsOf,
  readChildRows,
  rowKey,
  rowResource,
  rowsById,
  validateRows,
} from '../../src/engine/children'
import { validateRecord } from '../../src/engine/validation/validateRecord'
import {
  rowWriteContext,
  type WriteContext,
  writableRecord,
} from '../../src/engine/validation/writableRecord'
import { quotesConfig } from '../support/quotes'

const { shared } = quotesConfig()
const { resources, levels, app } = shared
const quotes = resources.quotes!
const child = resources['quote-lines']!
const [field] = childrenFieldsOf(quotes)
const { password } = app.limits

const stored = [
  { id: 1, name: '단말', amount: 100, quantity: 2, total: 200 },
  { id: 2, name: '설치', amount: 5000, quantity: 3, total: 15_000 },
]
const cell = fc.oneof(
  fc.integer({ min: -5, max: 2_000_000 }),
  fc.constantFrom(null, '', 'x', true, 99, 100, '긴 이름'.repeat(9)),
)
const row = fc.record(
  {
    id: fc.constantFrom(1, 2, 3, 'x', null),
    name: fc.oneof(fc.constantFrom('가', '나', '', null, 5), fc.string({ maxLength: 25 })),
    amount: cell,
    quantity: cell,
    total: fc.constantFrom(200, 5, null),
    other: fc.constant(1),
  },
  { requiredKeys: [] },
)
const sentLists = fc.oneof(fc.array(row, { maxLength: 7 }), fc.constantFrom(null, 5, [1], {}))

it('the form and the server report problems at the same cells, for a user who sees all of them', () => {
  fc.assert(
    fc.property(sentLists, fc.boolean(), (lines, isEdit) => {
      const writing: WriteContext = {
        action: isEdit ? 'edit' : 'create',
        level: levels.numbers.master,
        levels: levels.numbers,
        resources,
        now: 0,
        ...(isEdit && { current: { title: '견적', lines: stored } }),
      }
      const record = { title: '견적', lines }
      const inForm = Object.keys(validateRecord(quotes, record, { ...writing, password }))
      const onServer = validateRows(field!, {
        sent: lines,
        stored: rowsById(isEdit ? stored : []),
        validateRow: ({ cells }, before) =>
          validateRecord(rowResource(child, field!), cells, {
            ...rowWriteContext(writing, before),
            password,
          }),
      })
      expect(inForm).toEqual(Object.keys(onServer))

      // The rows that the form sends are valid again.
      if (inForm.length > 0) return
      const sent = writableRecord(quotes, record, writing).lines
      expect(readChildRows(field!, sent).problems).toEqual({})
      expect(validateRecord(quotes, { title: '견적', lines: sent }, { ...writing, password })).toEqual({})
    }),
    { seed: 7, numRuns: 500 },
  )
})

it('a form has one input for each cell of a row, named by field, row and cell', () => {
  expect(Object.keys(cellResource(child, field!).fields)).toEqual(field!.children.fields)
  expect(rowKey('lines', 2, 'amount')).toBe('lines[2].amount')
})
