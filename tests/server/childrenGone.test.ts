/** Deletions that affect rows of a form (`children`) by `onDelete`. */
import { expect, it } from 'vitest'
import { quotesConfig } from '../support/quotes'
import { findRow, insertRow, updateRows } from '../support/rows'
import { bodyOf, recordUrl, refusalOf, startTestApp, statusOf } from '../support/server'

const toBunch = (onDelete: string) => ({ type: 'reference', reference: 'bunches', label: '묶음', onDelete })
const hidden = (resource: string) => ({
  label: resource,
  level: 'vendor',
  resources: { [resource]: { access: { list: false } } },
})
const ROLES = { 'no-lines': hidden('quote-lines'), 'no-bunches': hidden('bunches') }
const current = quotesConfig((quotes, lines) => {
  quotes.fields.cause = { type: 'reference', reference: 'quotes', label: '원 견적' }
  quotes.fields.made = toBunch('cascade')
  quotes.fields.lines!.min = 1
  lines.fields.part = toBunch('clear')
  lines.fields.whole = toBunch('cascade')
  Object.assign(lines.access as object, { delete: 'master' })
}, ROLES)

type Quote = Record<string, unknown> & { id: number; updated: string; lines: { id: number }[] }

const api = await startTestApp(undefined, { current: () => current })
const model = await insertRow(api.db, 'models', { name: 'TX-1' })
const batch = await insertRow(api.db, 'batches', { name: '북부', model_id: model, vendor_id: 1 })
const level = current.shared.levels.numbers.vendor
for (const role of Object.keys(ROLES))
  await api.addAccount({ email: `${role}@test.local`, level, vendor: 1, role })

const addBunch = (name: string) => insertRow(api.db, 'bunches', { name, batch_id: batch })
const createQuote = (values: object) =>
  bodyOf<Quote>(api.post('vendor', '/api/resources/quotes', { title: '견적', ...values }))
/** Deletes a record. @returns the status and the code of the response */
const remove = (resource: string, id: number, who = 'master') =>
  refusalOf(api.remove(who, recordUrl(resource, id)))
const read = async (id: number) => (await api.ask('vendor', recordUrl('quotes', id))).json()
const statusOfLine = (id: number) => statusOf(api.ask('vendor', recordUrl('quote-lines', id)))
const setInLine = async (id: number, values: object) => {
  const { data } = await findRow(api.db, 'records', { id })
  await updateRows(api.db, 'records', { id }, { data: JSON.stringify({ ...data, ...values }) })
}

it('rows are deleted with a record that is deleted with another one, and counted in the preview', async () => {
  const bunch = await addBunch('가')
  const { id, lines } = await createQuote({ made: bunch, lines: [{ name: '가' }, { name: '나' }] })
  expect((await api.ask('master', `/api/removals/bunches/${bunch}`)).json()).toEqual({
    deleted: [
      { resource: 'quotes', count: 1 },
      { resource: 'quote-lines', count: 2 },
    ],
    cleared: [],
  })
  expect((await remove('bunches', bunch))[0]).toBe(200)
  expect((await read(id)).code).toBe('notFound')
  for (const line of lines) expect(await statusOfLine(line.id)).toBe(404)
})

it('the right to delete a record includes its rows', async () => {
  const quote = await createQuote({ lines: [{ name: '가' }] })
  const line = quote.lines[0]!.id
  expect((await remove('quote-lines', line, 'vendor'))[0]).toBe(403)
  expect((await remove('quotes', quote.id, 'vendor'))[0]).toBe(200)
  expect(await statusOfLine(line)).toBe(404)
})

it('a role that does not list the rows deletes no record that has some', async () => {
  const quote = await createQuote({ lines: [{ name: '가' }] })
  const who = 'no-lines@test.local'
  const refused = [409, 'record.outOfReach']
  expect(await refusalOf(api.ask(who, `/api/removals/quotes/${quote.id}`))).toEqual(refused)
  expect(await remove('quotes', quote.id, who)).toEqual(refused)
  expect(await statusOfLine(quote.lines[0]!.id)).toBe(200)
  // The bunches of a batch prevent its deletion in the same way.
  const added = { name: '남부', model_id: 1, vendor_id: 1 }
  const [full, empty] = [await insertRow(api.db, 'batches', added), await insertRow(api.db, 'batches', added)]
  await insertRow(api.db, 'bunches', { name: '가', batch_id: full })
  expect(await remove('batches', full, 'no-bunches@test.local')).toEqual(refused)
  expect(await remove('batches', empty, 'no-bunches@test.local')).toEqual([200, undefined])
})

it('a row that is cleared or deleted changes its record, which keeps the minimum of rows', async () => {
  const [part, whole, last] = [await addBunch('나'), await addBunch('다'), await addBunch('라')]
  const quote = await createQuote({ lines: [{ name: '가' }, { name: '나' }] })
  const [first, second] = quote.lines.map(({ id }) => id) as [number, number]
  await setInLine(first, { part })
  await setInLine(second, { whole })
  expect((await remove('bunches', part))[0]).toBe(200)
  const cleared = await read(quote.id)
  expect([cleared.lines.length, cleared.updated > quote.updated]).toEqual([2, true])
  expect((await remove('bunches', whole))[0]).toBe(200)
  const fewer = await read(quote.id)
  const ids = fewer.lines.map((line: { id: number }) => line.id)
  expect([ids, fewer.updated > cleared.updated]).toEqual([[first], true])
  await setInLine(first, { whole: last })
  expect(await remove('bunches', last)).toEqual([409, 'field.rowsLeast'])
  expect((await read(quote.id)).lines).toHaveLength(1)
})
