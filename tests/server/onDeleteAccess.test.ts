/**
 * Who deletes what, with what refers to it (`onDelete`), by level, vendor and role: what somebody may not see, delete
 * or change keeps what it refers to, and nothing is said of it. And who sees what of related records.
 */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { configWithDeletions } from '../support/deletions'
import { startTestApp, type TestApp } from '../support/server'

const ROLES = {
  // Sees the contracts of one customer type alone, with all rights of the level there.
  narrow: {
    label: '좁은 담당',
    level: 'vendor',
    resources: {
      contracts: { rows: { field: 'name', eq: '보이는 계약' } },
      teams: { rows: { field: 'name', eq: '보이는 반' } },
    },
  },
  // Deletes customers, and touches nothing else.
  clerk: {
    label: '고객 담당',
    level: 'vendor',
    resources: { '*': { access: { edit: false, delete: false } }, customers: { access: { delete: true } } },
  },
  // Does not even see contracts.
  blind: {
    label: '계약을 못 보는 담당',
    level: 'vendor',
    resources: {
      contracts: { access: { list: false, show: false, create: false, edit: false, delete: false } },
    },
  },
}
const current = configWithDeletions(ROLES)
const config = { ...testConfig(), current: () => current }
const { vendor: VENDOR, client: CLIENT, guest: GUEST } = current.shared.levels.numbers

const PEOPLE = {
  master: 'master@test.local',
  vendor: 'vendor@test.local',
  'other vendor': 'other@test.local',
  client: 'client@test.local',
  guest: 'guest@test.local',
  narrow: 'narrow@test.local',
  clerk: 'clerk@test.local',
  blind: 'blind@test.local',
} as const
type Person = keyof typeof PEOPLE

let api: TestApp
let owner = 0
beforeAll(async () => {
  api = await startTestApp(await newDatabase(), { config })
  await api.db.insertInto('vendors').values({ id: 2, name: '두리전자' }).execute()
  await api.addAccount({ email: PEOPLE['other vendor'], level: VENDOR, vendor: 2 })
  for (const role of Object.keys(ROLES)) {
    await api.addAccount({ email: `${role}@test.local`, level: VENDOR, vendor: 1 })
    await api.db.updateTable('clients').set({ role }).where('email', '=', `${role}@test.local`).execute()
  }
  const account = await api.db
    .selectFrom('clients')
    .select('id')
    .where('email', '=', PEOPLE.client)
    .executeTakeFirstOrThrow()
  owner = account.id
})

/** A record of vendor 1 that its client has made, unless it is said otherwise. */
async function add(resource: string, data: object, vendor = 1): Promise<number> {
  const row = {
    resource,
    vendor_id: vendor,
    maker_id: vendor === 1 ? owner : null,
    data: JSON.stringify(data),
  }
  return (await api.db.insertInto('records').values(row).returning('id').executeTakeFirstOrThrow()).id
}

const isThere = async (id: number) =>
  (await api.db.selectFrom('records').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

const dataOf = async (id: number) =>
  (await api.db.selectFrom('records').select('data').where('id', '=', id).executeTakeFirstOrThrow()).data

const remove = async (who: Person, id: number) => {
  const answer = await api.ask(PEOPLE[who], { method: 'DELETE', url: `/api/resources/customers/${id}` })
  return { status: answer.statusCode, body: answer.json() as { code?: string; message?: string } }
}
const preview = async (who: Person, id: number) => {
  const answer = await api.ask(PEOPLE[who], `/api/removals/customers/${id}`)
  return { status: answer.statusCode, body: answer.json() as { code?: string; message?: string } }
}

let customer = 0
beforeEach(async () => {
  customer = await add('customers', { name: '고객' })
})

type Expected = 200 | 403 | 404 | 'outOfReach'
const of = ({ status, body }: Awaited<ReturnType<typeof remove>>): Expected =>
  body.code === 'record.outOfReach' ? 'outOfReach' : (status as Expected)

/** A deletion and the question before it are answered alike. */
const ROWS: [string, () => Promise<number>, Record<Person, Expected>][] = [
  [
    'nothing else',
    () => add('teams', { customers: [] }),
    {
      master: 200,
      vendor: 200,
      'other vendor': 404,
      client: 200,
      guest: 403,
      narrow: 200,
      clerk: 200,
      blind: 200,
    },
  ],
  [
    'a contract that goes with it',
    () => add('contracts', { name: '계약', customer }),
    {
      master: 200,
      vendor: 200,
      'other vendor': 404,
      client: 200,
      guest: 403,
      narrow: 'outOfReach',
      clerk: 'outOfReach',
      blind: 'outOfReach',
    },
  ],
  [
    'a contract that the row rule shows',
    () => add('contracts', { name: '보이는 계약', customer }),
    {
      master: 200,
      vendor: 200,
      'other vendor': 404,
      client: 200,
      guest: 403,
      narrow: 200,
      clerk: 'outOfReach',
      blind: 'outOfReach',
    },
  ],
  [
    'a stamp that goes with it, which only vendors delete',
    () => add('stamps', { name: '도장', customer }),
    {
      master: 200,
      vendor: 200,
      'other vendor': 404,
      client: 'outOfReach',
      guest: 403,
      narrow: 200,
      clerk: 'outOfReach',
      blind: 200,
    },
  ],
  [
    'a team that leaves it out',
    () => add('teams', { name: '반', customers: [customer] }),
    {
      master: 200,
      vendor: 200,
      'other vendor': 404,
      client: 200,
      guest: 403,
      narrow: 'outOfReach',
      clerk: 'outOfReach',
      blind: 200,
    },
  ],
  [
    'a desk that is emptied, which only vendors change',
    () => add('desks', { name: '창구', customer }),
    {
      master: 200,
      vendor: 200,
      'other vendor': 404,
      client: 'outOfReach',
      guest: 403,
      narrow: 200,
      clerk: 'outOfReach',
      blind: 200,
    },
  ],
  [
    'a contract of another vendor',
    () => add('contracts', { name: '보이는 계약', customer }, 2),
    {
      master: 200,
      vendor: 'outOfReach',
      'other vendor': 404,
      client: 'outOfReach',
      guest: 403,
      narrow: 'outOfReach',
      clerk: 'outOfReach',
      blind: 'outOfReach',
    },
  ],
  [
    'a team of another vendor',
    () => add('teams', { name: '보이는 반', customers: [customer] }, 2),
    {
      master: 200,
      vendor: 'outOfReach',
      'other vendor': 404,
      client: 'outOfReach',
      guest: 403,
      narrow: 'outOfReach',
      clerk: 'outOfReach',
      blind: 'outOfReach',
    },
  ],
]

describe.each(ROWS)('a customer to which leads %s', (_, make, expected) => {
  it.each(Object.entries(expected))('deleted by %s: %s', async (who, outcome) => {
    const person = who as Person
    const other = await make()
    const before = JSON.stringify(await dataOf(other))
    const asked = await preview(person, customer)
    expect(of(asked)).toBe(outcome)
    const answer = await remove(person, customer)
    expect(of(answer)).toBe(outcome)
    expect(await isThere(customer)).toBe(outcome !== 200)
    if (outcome === 200) return
    expect(JSON.stringify(await dataOf(other))).toBe(before)
    // Whose it is, what it is called, and even of what kind it is, stays unsaid.
    expect(answer.body.message).not.toMatch(/계약|도장|반|창구|두리|contracts|teams|stamps|desks/)
  })
})

it('an account that may not be changed, or a device out of reach, keeps what it refers to', async () => {
  const extra = JSON.stringify({ customer })
  const boss = await api.addAccount({ email: 'boss@test.local', level: 9, vendor: 1 })
  await api.db.updateTable('clients').set({ extra }).where('id', '=', boss).execute()
  expect(of(await remove('vendor', customer))).toBe('outOfReach')
  await api.db.updateTable('clients').set({ extra: '{}' }).where('id', '=', boss).execute()
  await api.db.insertInto('models').values({ id: 1, name: '모델' }).execute()
  const device = { id: '490154203237518', isdn: '01012345678', model_id: 1, vendor_id: 2, extra }
  await api.db.insertInto('devices').values(device).execute()
  expect(of(await remove('vendor', customer))).toBe('outOfReach')
  expect(of(await remove('master', customer))).toBe(200)
})

describe('related records', () => {
  /** The tab asks for the list of the other resource, with the number of its page. */
  const related = async (who: Person) => {
    const filter = encodeURIComponent(JSON.stringify({ customer }))
    const answer = await api.ask(PEOPLE[who], `/api/resources/contracts?filter=${filter}&range=[0,0]`)
    return answer.statusCode === 200 ? answer.headers['content-range'] : answer.statusCode
  }

  it.each<[Person, string | number]>([
    ['master', 'contracts 0-0/3'],
    ['vendor', 'contracts 0-0/2'],
    ['other vendor', 'contracts 0-0/1'],
    ['client', 'contracts 0-0/2'],
    ['guest', 'contracts 0-0/2'],
    ['narrow', 'contracts 0-0/1'],
    ['clerk', 'contracts 0-0/2'],
    ['blind', 403],
  ])('are counted for %s as their list is: %s', async (who, count) => {
    await add('contracts', { name: '보이는 계약', customer })
    await add('contracts', { name: '계약', customer })
    await add('contracts', { name: '보이는 계약', customer }, 2)
    expect(await related(who)).toBe(count)
  })

  it('levels are those of the test', () => {
    expect([CLIENT, GUEST].every(level => level < VENDOR)).toBe(true)
  })
})
