/**
 * A deletion changes further records only if the user may delete or edit them, by level, vendor and role. Otherwise it
 * is refused, and the refusal tells nothing about these records.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import { testConfig } from '../support/config'
import { configWithDeletions } from '../support/deletions'
import { findRow, findRows, insertRow, updateRows } from '../support/rows'
import { startTestApp, type TestApp } from '../support/server'

const NOTHING = { list: false, show: false, create: false, edit: false, delete: false }
const ROLES = {
  // This role has all rights of its level, but only for some contracts and teams.
  narrow: {
    label: '좁은 담당',
    level: 'vendor',
    resources: {
      contracts: { rows: { field: 'name', eq: '보이는 계약' } },
      teams: { rows: { field: 'name', eq: '보이는 반' } },
    },
  },
  // This role may delete customers and change nothing else.
  clerk: {
    label: '고객 담당',
    level: 'vendor',
    resources: { '*': { access: { edit: false, delete: false } }, customers: { access: { delete: true } } },
  },
  // This role does not see contracts.
  blind: { label: '계약을 못 보는 담당', level: 'vendor', resources: { contracts: { access: NOTHING } } },
}
const current = configWithDeletions(ROLES)
const config = { ...testConfig(), current: () => current }
const { vendor: VENDOR } = current.shared.levels.numbers

const PEOPLE = ['master', 'vendor', 'other', 'client', 'guest', 'narrow', 'clerk', 'blind'] as const
type Person = (typeof PEOPLE)[number]
const emailOf = (who: Person) => `${who}@test.local`

let customer = 0
const api = await startTestApp(undefined, { config })
await insertRow(api.db, 'vendors', { id: 2, name: '두리전자' })
await api.addAccount({ email: emailOf('other'), level: VENDOR, vendor: 2 })
for (const role of ['narrow', 'clerk', 'blind'] as const)
  await api.addAccount({ email: emailOf(role), level: VENDOR, vendor: 1, role })
const creator = (await findRow(api.db, 'clients', { email: emailOf('client') })).id
beforeEach(async () => {
  customer = await add('customers', { name: '고객' })
})

/** A record, of vendor 1 and created by its client by default. */
const add = (resource: string, data: object, vendor_id = 1) => {
  const maker_id = vendor_id === 1 ? creator : null
  return insertRow(api.db, 'records', { resource, vendor_id, maker_id, data: JSON.stringify(data) })
}

type Outcome = 200 | 403 | 404 | 'outOfReach'
const outcomeOf = async (asking: ReturnType<TestApp['ask']>) => {
  const response = await asking
  const { code, message = '' } = response.json()
  return { outcome: code === 'record.outOfReach' ? 'outOfReach' : response.statusCode, message }
}
const remove = (who: Person) => outcomeOf(api.remove(emailOf(who), `/api/resources/customers/${customer}`))
const preview = (who: Person) => outcomeOf(api.ask(emailOf(who), `/api/removals/customers/${customer}`))

/** The outcome for each person: masters always delete, the other vendor finds nothing, and guests may not delete. */
const outcomes = (
  vendor: Outcome,
  client: Outcome,
  narrow: Outcome,
  clerk: Outcome,
  blind: Outcome,
): Record<Person, Outcome> => ({ master: 200, vendor, other: 404, client, guest: 403, narrow, clerk, blind })
const OUT = 'outOfReach'
const OF_OTHERS = outcomes(OUT, OUT, OUT, OUT, OUT)

describe.each<[string, () => Promise<number>, Record<Person, Outcome>]>([
  ['nothing', () => add('teams', { customers: [] }), outcomes(200, 200, 200, 200, 200)],
  [
    'a contract deleted with it',
    () => add('contracts', { name: '계약', customer }),
    outcomes(200, 200, OUT, OUT, OUT),
  ],
  [
    'a contract inside the row rule',
    () => add('contracts', { name: '보이는 계약', customer }),
    outcomes(200, 200, 200, OUT, OUT),
  ],
  [
    'a stamp that vendors delete',
    () => add('stamps', { name: '도장', customer }),
    outcomes(200, OUT, 200, OUT, 200),
  ],
  [
    'a team that is cleared',
    () => add('teams', { name: '반', customers: [customer] }),
    outcomes(200, 200, OUT, OUT, 200),
  ],
  [
    'a desk that vendors clear',
    () => add('desks', { name: '창구', customer }),
    outcomes(200, OUT, 200, OUT, 200),
  ],
  ['a contract of another vendor', () => add('contracts', { name: '보이는 계약', customer }, 2), OF_OTHERS],
  ['a team of another vendor', () => add('teams', { name: '반', customers: [customer] }, 2), OF_OTHERS],
])('the deletion of a customer that is referred to by %s', (_what, addReferring, expected) => {
  it.each(PEOPLE)('has the expected outcome for %s', async who => {
    const id = await addReferring()
    const before = await findRow(api.db, 'records', { id })
    expect((await preview(who)).outcome).toBe(expected[who])
    const { outcome, message } = await remove(who)
    expect(outcome).toBe(expected[who])
    expect(await findRows(api.db, 'records', { id: customer })).toHaveLength(outcome === 200 ? 0 : 1)
    if (outcome === 200) return
    expect(await findRow(api.db, 'records', { id })).toEqual(before)
    expect(message).not.toMatch(/계약|도장|반|창구|두리|contracts|teams|stamps|desks/)
  })
})

it('a deletion is refused if it would change an account above the level of the user or a device out of reach', async () => {
  const extra = JSON.stringify({ customer })
  const boss = await api.addAccount({ email: 'boss@test.local', level: 9, vendor: 1 })
  await updateRows(api.db, 'clients', { id: boss }, { extra })
  expect((await remove('vendor')).outcome).toBe(OUT)
  await updateRows(api.db, 'clients', { id: boss }, { extra: '{}' })
  await insertRow(api.db, 'models', { id: 1, name: '모델' })
  const device = { id: '490154203237518', isdn: '01012345678', model_id: 1, vendor_id: 2, extra }
  await insertRow(api.db, 'devices', device)
  expect((await remove('vendor')).outcome).toBe(OUT)
  expect((await remove('master')).outcome).toBe(200)
})
