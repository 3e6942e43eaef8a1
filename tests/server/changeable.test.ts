/** `access.rows` of config: which of the records that a user sees it may edit and delete, by every way of writing. */
import { expect, it } from 'vitest'

import { compileWith, testConfig } from '../support/config'
import { allRecords } from '../support/rows'
import { bodyOf, startTestApp, type TestApp } from '../support/server'

const RULE = "user.level >= level.vendor || state == 'open'"
const fileOf = (fields: object) => ({
  label: 'records',
  recordName: 'name',
  source: { dialect: 'simple-rest' },
  access: { list: 'client', show: 'client', create: 'client', edit: 'client', delete: 'client', rows: RULE },
  fields: {
    name: { type: 'text', label: 'name', required: true, max: 20 },
    state: { type: 'text', label: 'state' },
    ...fields,
  },
})
const parts = {
  type: 'children',
  label: 'parts',
  reference: 'parts',
  by: 'ticket',
  fields: ['name', 'state'],
}
const ticket = { type: 'reference', label: 'ticket', reference: 'tickets' }
const current = compileWith({
  'resources/tickets.json': fileOf({ parts }),
  'resources/parts.json': fileOf({ ticket }),
  'resources/notes.json': fileOf({ ticket: { ...ticket, onDelete: 'cascade' } }),
  'resources/links.json': fileOf({ ticket: { ...ticket, onDelete: 'clear' } }),
})

const api = await startTestApp(undefined, { config: { ...testConfig(), current: () => current } })
const url = (resource: string, id?: number) => `/api/resources/${resource}${id === undefined ? '' : `/${id}`}`
const add = async (resource: string, record: object) =>
  (await bodyOf<{ id: number }>(api.post('vendor', url(resource), record))).id

/** Asserts that each call is refused, and that nothing changes. */
async function refuses(status: number, ...calls: (() => ReturnType<TestApp['ask']>)[]) {
  const before = await allRecords(api.db)
  for (const call of calls) {
    const answer = await call()
    expect([answer.statusCode, answer.json().message]).toEqual([status, expect.stringMatching(/[가-힣]/)])
  }
  expect(await allRecords(api.db)).toEqual(before)
}

it('saves and deletions of a record that the rule closes are refused before its values are checked', async () => {
  const open = await add('tickets', { name: 'a', state: 'open' })
  const closed = await add('tickets', { name: 'b' })
  await refuses(
    403,
    () => api.put('client', url('tickets', closed), { name: 'c' }),
    () => api.put('client', url('tickets', closed), { name: '', state: 'open' }),
    () => api.remove('client', url('tickets', closed)),
    () => api.ask('client', `/api/removals/tickets/${closed}`),
  )
  expect((await api.ask('client', url('tickets', closed))).json()).toMatchObject({ name: 'b' })
  expect((await api.put('vendor', url('tickets', closed), { name: 'c' })).statusCode).toBe(200)
  // A save may close the record: afterwards the client can no longer change it.
  expect((await api.put('client', url('tickets', open), { state: 'sent' })).statusCode).toBe(200)
  await refuses(403, () => api.put('client', url('tickets', open), { state: 'open' }))
})

it('a row of a form follows the rule in the file of its resource', async () => {
  const rows = [{ name: 'x', state: 'open' }, { name: 'y' }]
  const id = await add('tickets', { name: 'a', state: 'open', parts: rows })
  const { parts: stored } = await bodyOf<{ parts: { id: number; name: string }[] }>(
    api.ask('client', url('tickets', id)),
  )
  const [x, y] = stored
  await refuses(
    403,
    () => api.put('client', url('tickets', id), { parts: [x, { ...y, name: 'z' }] }),
    () => api.put('client', url('tickets', id), { parts: [x] }),
  )
  expect((await api.put('client', url('tickets', id), { parts: [{ ...x, name: 'w' }, y] })).statusCode).toBe(
    200,
  )
})

it('a deletion is refused if it would delete or clear a referring record that the rule closes', async () => {
  for (const [resource, status] of [['notes', 403] as const, ['links', 409] as const]) {
    const id = await add('tickets', { name: 'a', state: 'open' })
    await add(resource, { name: 'n', ticket: id })
    await refuses(status, () => api.remove('client', url('tickets', id)))
    expect((await api.remove('vendor', url('tickets', id))).statusCode).toBe(200)
  }
})
