/**
 * Deletions and saves at the same moment leave no reference to what is gone, whatever config says of a deletion
 * (`onDelete`).
 */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testConfig } from '../support/config'
import { openPostgres } from '../support/databases'
import { configWithDeletions } from '../support/deletions'
import { startTestApp, type TestApp } from '../support/server'

const current = configWithDeletions()
const config = { ...testConfig(), current: () => current }
const ROUNDS = 8

describe.runIf(process.env.TEST_DATABASE_URL)('On PostgreSQL', () => {
  let api: TestApp
  beforeAll(async () => {
    api = await startTestApp(await openPostgres(), { config })
  })

  const url = (resource: string, id?: number) =>
    `/api/resources/${resource}${id === undefined ? '' : `/${id}`}`
  const save = async (resource: string, values: object, id?: number) => {
    const method = id === undefined ? 'POST' : 'PUT'
    const answer = await api.ask('vendor', { method, url: url(resource, id), payload: values })
    return { status: answer.statusCode, id: (answer.json() as { id: number }).id }
  }
  const make = async (resource: string, values: object) => {
    const { status, id } = await save(resource, { name: '이름', ...values })
    expect(status).toBe(200)
    return id
  }
  const remove = async (resource: string, id: number) =>
    (await api.ask('vendor', { method: 'DELETE', url: url(resource, id) })).statusCode

  /** References to records that are not there, as `resource.field id`. */
  const dangling = async () => {
    const found: string[] = []
    for (const { name, fields } of Object.values(current.shared.resources))
      for (const field of Object.values(fields)) {
        const to = field.reference ?? ''
        if (field.storage !== 'extra' || !current.shared.resources[to] || name === 'orders') continue
        if (!['customers', 'contracts', 'teams'].includes(to) || ['devices', 'clients'].includes(name))
          continue
        const { rows } = await sql<{ id: string }>`
          select held.id from records r, lateral (
            select jsonb_array_elements_text(case jsonb_typeof(r.data -> ${field.name}::text) when 'array' then r.data -> ${field.name}::text else '[]' end) as id
            union all
            select r.data ->> ${field.name}::text where jsonb_typeof(r.data -> ${field.name}::text) = 'number') held
          where r.resource = ${name} and not exists (
            select 1 from records o where o.resource = ${to} and o.id::text = held.id)`.execute(api.db)
        found.push(...rows.map(({ id }) => `${name}.${field.name} ${id}`))
      }
    return found
  }

  const rounds = async (round: (at: number) => Promise<void>) => {
    for (let at = 0; at < ROUNDS; at++) await round(at)
    expect(await dangling()).toEqual([])
  }

  it('of a deletion and records that come to refer to it', async () => {
    await rounds(async () => {
      const customer = await make('customers', {})
      const contract = await make('contracts', { customer })
      const team = await make('teams', { customers: [] })
      const [removed, ...saved] = await Promise.all([
        remove('customers', customer),
        save('contracts', { name: '새 계약', customer }),
        save('visits', { name: '방문', contract }),
        save('teams', { customers: [customer] }, team),
        save('sims', { name: '유심', contract: null, spare: contract, kind: 'spare' }),
      ])
      expect(removed).toBe(200)
      for (const { status } of saved) expect([200, 422]).toContain(status)
    })
  })

  it('of a deletion, and saves of what it empties', async () => {
    await rounds(async at => {
      const customer = await make('customers', {})
      const teams = await Promise.all([1, 2, 3].map(() => make('teams', { customers: [customer] })))
      const [removed, ...saved] = await Promise.all([
        remove('customers', customer),
        ...teams.map(team => save('teams', { name: `다른 이름 ${at}` }, team)),
        save('teams', { name: '그대로', customers: [customer] }, teams[0]),
      ])
      expect(removed).toBe(200)
      for (const { status } of saved) expect([200, 422]).toContain(status)
      const names = await Promise.all(
        teams.map(async team => (await api.ask('vendor', url('teams', team))).json()),
      )
      for (const one of names) expect(one).toMatchObject({ customers: [] })
      // No save is lost: of the first team the last of both stands.
      for (const one of names.slice(1)) expect(one).toMatchObject({ name: `다른 이름 ${at}` })
    })
  })

  it('of two deletions that lead to the same records, and a save between them', async () => {
    await rounds(async () => {
      const [customer, other] = [await make('customers', {}), await make('customers', {})]
      const contract = await make('contracts', { customer })
      const visit = await make('visits', { contract })
      const team = await make('teams', { customers: [customer, other] })
      const outcomes = await Promise.all([
        remove('customers', customer),
        remove('customers', other),
        remove('contracts', contract),
        save('visits', { customer: other }, visit).then(({ status }) => status),
        save('teams', { name: '바뀐 반' }, team).then(({ status }) => status),
      ])
      for (const status of outcomes) expect([200, 404, 409, 422]).toContain(status)
      expect(outcomes[0]).toBe(200)
    })
  })

  it('of a save that refuses a deletion: one of both is refused', async () => {
    await rounds(async () => {
      const customer = await make('customers', {})
      const contract = await make('contracts', { customer })
      const [removed, held] = await Promise.all([
        remove('customers', customer),
        save('invoices', { name: '청구서', contract }),
      ])
      expect([
        [200, 422],
        [409, 200],
      ]).toContainEqual([removed, held.status])
    })
  })
})
