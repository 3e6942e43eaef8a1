/** Deletions and saves at the same time leave no reference to a deleted record, whatever `onDelete` says. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testConfig } from '../support/config'
import { openPostgres } from '../support/databases'
import { configWithDeletions } from '../support/deletions'
import { atScale } from '../support/scale'
import { bodyOf, recordUrl, startTestApp, statusOf, type TestApp } from '../support/server'

const current = configWithDeletions()
const config = { ...testConfig(), current: () => current }
const ROUNDS = atScale(4, 8)

// PGlite runs one transaction after the other.
describe.runIf(process.env.TEST_DATABASE_URL)(
  'at the same time on PostgreSQL, no dangling reference is left by',
  () => {
    let api: TestApp
    beforeAll(async () => {
      api = await startTestApp(await openPostgres(), { config })
    })

    const save = async (resource: string, values: object, id?: number) => {
      const method = id === undefined ? 'POST' : 'PUT'
      const response = await api.ask('vendor', { method, url: recordUrl(resource, id), payload: values })
      return { status: response.statusCode, id: (response.json() as { id: number }).id }
    }
    const create = async (resource: string, values: object = {}) => {
      const { status, id } = await save(resource, { name: '이름', ...values })
      expect(status).toBe(200)
      return id
    }
    const remove = (resource: string, id: number) => statusOf(api.remove('vendor', recordUrl(resource, id)))

    /** References to records that do not exist, as `resource.field id`. */
    const danglingReferences = async () => {
      const found: string[] = []
      for (const { name, fields } of Object.values(current.shared.resources))
        for (const { name: field, reference = '', storage } of Object.values(fields)) {
          if (storage !== 'extra' || ['devices', 'clients', 'orders'].includes(name)) continue
          if (!['customers', 'contracts', 'teams'].includes(reference)) continue
          const { rows } = await sql<{ id: string }>`
          select held.id from records r, lateral (
            select jsonb_array_elements_text(case jsonb_typeof(r.data -> ${field}::text) when 'array' then r.data -> ${field}::text else '[]' end) as id
            union all
            select r.data ->> ${field}::text where jsonb_typeof(r.data -> ${field}::text) = 'number') held
          where r.resource = ${name} and not exists (
            select 1 from records o where o.resource = ${reference} and o.id::text = held.id)`.execute(api.db)
          found.push(...rows.map(({ id }) => `${name}.${field} ${id}`))
        }
      return found
    }

    const repeat = async (round: (nth: number) => Promise<void>) => {
      for (let nth = 0; nth < ROUNDS; nth++) await round(nth)
      expect(await danglingReferences()).toEqual([])
    }

    it('a deletion and saves that add references to the record', async () => {
      await repeat(async () => {
        const customer = await create('customers')
        const contract = await create('contracts', { customer })
        const team = await create('teams', { customers: [] })
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

    it('a deletion and saves of the records that it clears, of which no save is lost', async () => {
      await repeat(async nth => {
        const customer = await create('customers')
        const teams = await Promise.all([1, 2, 3].map(() => create('teams', { customers: [customer] })))
        const [removed, ...saved] = await Promise.all([
          remove('customers', customer),
          ...teams.map(team => save('teams', { name: `다른 이름 ${nth}` }, team)),
          save('teams', { name: '그대로', customers: [customer] }, teams[0]),
        ])
        expect(removed).toBe(200)
        for (const { status } of saved) expect([200, 422]).toContain(status)
        const read = (team: number) => bodyOf(api.ask('vendor', recordUrl('teams', team)))
        const stored = await Promise.all(teams.map(read))
        for (const team of stored) expect(team).toMatchObject({ customers: [] })
        // The first team was saved twice.
        for (const team of stored.slice(1)) expect(team).toMatchObject({ name: `다른 이름 ${nth}` })
      })
    })

    it('two deletions that affect the same records, and saves of these records', async () => {
      await repeat(async () => {
        const [customer, other] = [await create('customers'), await create('customers')]
        const contract = await create('contracts', { customer })
        const visit = await create('visits', { contract })
        const team = await create('teams', { customers: [customer, other] })
        const statuses = await Promise.all([
          remove('customers', customer),
          remove('customers', other),
          remove('contracts', contract),
          save('visits', { customer: other }, visit).then(({ status }) => status),
          save('teams', { name: '바뀐 반' }, team).then(({ status }) => status),
        ])
        for (const status of statuses) expect([200, 404, 409, 422]).toContain(status)
        expect(statuses[0]).toBe(200)
      })
    })

    it('a deletion and a save that prevents it, of which one is refused', async () => {
      await repeat(async () => {
        const customer = await create('customers')
        const contract = await create('contracts', { customer })
        const saving = save('invoices', { name: '청구서', contract })
        const [removed, saved] = await Promise.all([remove('customers', customer), saving])
        expect(['200 422', '409 200']).toContain(`${removed} ${saved.status}`)
      })
    })
  },
)
