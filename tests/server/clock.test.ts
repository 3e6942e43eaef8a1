/** The clock of the machine jumps: nothing expires for it, and no lock lasts longer (security 58). */
import { expect, test } from 'vitest'
import { signIn } from '../../src/server/commands/accounts/signIn'
import { sweepOrders } from '../../src/server/commands/orders/moveTargets'
import { seedDemo } from '../../src/server/demo'
import { startClock } from '../../src/server/upkeep/clock'
import { testConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { startTestApp, TEST_NOW, TEST_PASSWORD } from '../support/server'

const SECOND = 1000
const HOUR = 3600 * SECOND

/** A machine whose clocks are turned by hand. */
async function machine() {
  const at = { real: 0, off: 0, answersIn: 0 }
  const said: string[] = []
  const clock = await startClock({
    database: async () => {
      at.real += at.answersIn
      return TEST_NOW.getTime() + at.real + at.off
    },
    monotonic: () => at.real,
    log: { warn: (_details, message) => said.push(message) },
  })
  return {
    clock,
    at,
    said,
    /** Seconds pass, and the database is asked every two of them. */
    async pass(seconds: number) {
      let checked: Date | undefined
      for (let second = 0; second < seconds; second += 2) {
        at.real += 2 * SECOND
        checked = await clock.check()
      }
      return checked
    },
    /** How far the clock is from the time that has really passed. */
    ahead: () => clock.now().getTime() - TEST_NOW.getTime() - at.real,
  }
}

test('a clock that runs a little fast is followed', async () => {
  const { at, pass, ahead, said } = await machine()
  at.off = SECOND
  expect(await pass(2)).toBeDefined()
  expect(ahead()).toBe(SECOND)
  expect(said).toEqual([])
})

test.each([25 * HOUR, -25 * HOUR])('a jump of %i ms for 12 s is noticed, and changes no time', async jump => {
  const { at, pass, ahead, said } = await machine()
  at.off = jump
  expect(await pass(12)).toBeUndefined()
  expect(ahead()).toBe(0)
  at.off = 0
  expect(await pass(2)).toBeDefined()
  expect(ahead()).toBe(0)
  expect(said).toEqual(['the clock has jumped: nothing expires until it is settled', 'the clock is back'])
})

test('a clock that stays where it was set is followed after a minute, and things expire ten minutes later', async () => {
  const { at, pass, ahead, said } = await machine()
  at.off = 25 * HOUR
  expect(await pass(60)).toBeUndefined()
  expect(ahead()).toBe(0)
  expect(await pass(4)).toBeUndefined()
  expect(ahead()).toBe(25 * HOUR)
  expect(said.at(-1)).toBe('the clock was set')
  expect(await pass(9 * 60)).toBeUndefined()
  expect(await pass(2 * 60)).toBeDefined()
})

test('an answer that was long under way tells nothing', async () => {
  const { at, pass, ahead } = await machine()
  at.answersIn = 9 * SECOND
  expect(await pass(2)).toBeUndefined()
  expect(ahead()).toBe(0)
})

test('orders that wait are still waiting after the clock was a day ahead, and a lock ends when it would have', async () => {
  const db = await newDatabase()
  const config = testConfig()
  const { at, clock, pass } = await machine()
  const levels = config.current().shared.levels.numbers
  await seedDemo(db, { now: TEST_NOW, seed: 5, levels })
  const api = await startTestApp(db, { bare: true, config, now: clock.now })
  await api.addAccount({ email: 'somebody@test.local', level: levels.vendor, vendor: 1 })
  const expired = await pass(2)
  await sweepOrders(db, expired!)
  const { id } = await db.selectFrom('devices').select('id').executeTakeFirstOrThrow()
  const order = await api.ask('master@demo.local', {
    method: 'POST',
    url: '/api/orders/order',
    payload: { code: 'reboot', data: 'NOW', targets: [id] },
  })
  const status = async () =>
    (
      await db
        .selectFrom('orders')
        .select('status')
        .where('id', '=', order.json().payload.id)
        .executeTakeFirstOrThrow()
    ).status

  at.off = 25 * HOUR
  const inDoubt = await pass(12)
  if (inDoubt) await sweepOrders(db, inDoubt)
  expect(await status()).toBe('waiting')
  const { signIn: limits } = config.current().server
  const guess = (password: string) =>
    signIn(
      db,
      { email: 'somebody@test.local', password },
      { origin: '10.0.0.9', browser: '', request: 'r', now: clock.now(), limits },
    )
  for (let n = 0; n < limits.failures; n++)
    await expect(guess('wrong')).rejects.toMatchObject({ status: 401 })
  await expect(guess(TEST_PASSWORD)).rejects.toMatchObject({ status: 429 })

  at.off = 0
  expect(await sweepOrders(db, (await pass(2))!)).toBe(0)
  expect(await status()).toBe('waiting')
  await pass(limits.lockMinutes * 60)
  expect(await guess(TEST_PASSWORD)).toMatchObject({ user: { email: 'somebody@test.local' } })
})
