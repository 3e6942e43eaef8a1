/** Rows of a form (`children`) where a deletion goes further (`onDelete`): both walk the same way. */
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { testConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { quotesConfig } from '../support/quotes'
import { startTestApp, type TestApp } from '../support/server'

const QUOTES_URL = '/api/resources/quotes'
const LINES_URL = '/api/resources/quote-lines'
const MODELS_URL = '/api/resources/models'

// A quote goes with its model (here as a reference of config's own); a line is emptied of the batch that it was for.
const current = quotesConfig((quotes, lines) => {
  quotes.fields.cause = { type: 'reference', reference: 'quotes', label: '원 견적' }
  quotes.fields.made = { type: 'reference', reference: 'bunches', label: '묶음', onDelete: 'cascade' }
  quotes.fields.lines!.min = 1
  lines.fields.part = { type: 'reference', reference: 'bunches', label: '묶음', onDelete: 'clear' }
  lines.fields.whole = { type: 'reference', reference: 'bunches', label: '부품', onDelete: 'cascade' }
  // Whoever may delete a quote may delete what stands in it.
  ;(lines as { access?: object }).access = {
    list: 'guest',
    show: 'guest',
    create: 'client',
    edit: 'client',
    delete: 'master',
  }
})
const config = { ...testConfig(), current: () => current }

type Quote = Record<string, unknown> & { id: number; updated: string; lines: { id: number; name: string }[] }

let api: TestApp
beforeAll(async () => {
  api = await startTestApp(await newDatabase(), { config })
  const model = (
    await api.ask('master', { method: 'POST', url: MODELS_URL, payload: { name: 'TX-1' } })
  ).json()
  await api.db.insertInto('batches').values({ name: '북부', model_id: model.id, vendor_id: 1 }).execute()
})

const bunch = async (name: string): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
      insert into bunches (name, batch_id) select ${name}, min(id) from batches returning id`.execute(api.db)
  return rows[0]!.id
}
const quote = async (values: object): Promise<Quote> => {
  const answer = await api.ask('vendor', { method: 'POST', url: QUOTES_URL, payload: values })
  expect([answer.statusCode, answer.json().errors]).toEqual([200, undefined])
  return answer.json()
}
const remove = (id: number) =>
  api.ask('master', { method: 'DELETE', url: `/api/resources/bunches/${id}` }).then(answer => ({
    status: answer.statusCode,
    code: answer.json().code,
  }))
const read = async (id: number) =>
  (await api.ask('vendor', { method: 'GET', url: `${QUOTES_URL}/${id}` })).json()
const lineStatus = async (id: number) =>
  (await api.ask('vendor', { method: 'GET', url: `${LINES_URL}/${id}` })).statusCode

it('rows go with a record that goes with another one, and are named before', async () => {
  const made = await bunch('가')
  const one = await quote({ title: '하나', made, lines: [{ name: '가' }, { name: '나' }] })
  const before = await api.ask('master', { method: 'GET', url: `/api/removals/bunches/${made}` })
  expect(before.json()).toEqual({
    deleted: [
      { resource: 'quotes', count: 1 },
      { resource: 'quote-lines', count: 2 },
    ],
    cleared: [],
  })
  expect(await remove(made)).toMatchObject({ status: 200 })
  expect((await read(one.id)).code).toBe('notFound')
  expect(await Promise.all(one.lines.map(({ id }) => lineStatus(id)))).toEqual([404, 404])
})

it('the right to delete a record is that to delete its rows', async () => {
  const one = await quote({ title: '둘', lines: [{ name: '가' }] })
  const alone = await api.ask('vendor', { method: 'DELETE', url: `${LINES_URL}/${one.lines[0]!.id}` })
  expect(alone.statusCode).toBe(403)
  const whole = await api.ask('vendor', { method: 'DELETE', url: `${QUOTES_URL}/${one.id}` })
  expect(whole.statusCode).toBe(200)
  expect(await lineStatus(one.lines[0]!.id)).toBe(404)
})

it('a row that is emptied or goes alone is a change of its record, which keeps as many as config asks for', async () => {
  const [part, whole] = [await bunch('나'), await bunch('다')]
  const one = await quote({ title: '셋', lines: [{ name: '가' }, { name: '나' }] })
  const [first, second] = one.lines.map(({ id }) => id)
  await sql`update records set data = data || ${JSON.stringify({ part })}::jsonb where id = ${first!}`.execute(
    api.db,
  )
  await sql`update records set data = data || ${JSON.stringify({ whole })}::jsonb where id = ${second!}`.execute(
    api.db,
  )
  expect(await remove(part)).toMatchObject({ status: 200 })
  const emptied = await read(one.id)
  expect([emptied.lines.length, emptied.updated > one.updated]).toEqual([2, true])
  expect(await remove(whole)).toMatchObject({ status: 200 })
  const fewer = await read(one.id)
  expect([fewer.lines.map((line: { id: number }) => line.id), fewer.updated > emptied.updated]).toEqual([
    [first],
    true,
  ])
  const last = await bunch('라')
  await sql`update records set data = data || ${JSON.stringify({ whole: last })}::jsonb where id = ${first!}`.execute(
    api.db,
  )
  expect(await remove(last)).toEqual({ status: 409, code: 'field.rowsLeast' })
  expect((await read(one.id)).lines).toHaveLength(1)
})
