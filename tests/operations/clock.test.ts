/** Jumps of the machine's clock: nothing expires early, and no lock lasts longer than configured (security 58). */
import { expect, test } from 'vitest'
import { signIn } from '../../src/server/commands/accounts/signIn'
import { sweepOrders } from '../../src/server/commands/orders/moveTargets'
import { startClock } from '../../src/server/upkeep/clock'
import { seedSmallFleet } from '../support/callMatrix'
import { testConfig } from '../support/config'
import { newDatabase } from '../support/databases'
import { levels } from '../support/demo'
import { findRow } from '../support/rows'
import { payloadOf, startTestApp, TEST_NOW, TEST_PASSWORD } from '../support/server'

const SECOND = 1000
const HOUR = 3600 * SECOND

/** A server's clock with a monotonic time and a database time that tests change. */
async function machine() {
  /** In ms: the passed time, the jump of the database clock, and the time that the database needs to answer. */
  const state = { passed: 0, jump: 0, answersIn: 0 }
  const logged: string[] = []
  const clock = await startClock({
    database: async () => {
      state.passed += state.answersIn
      return TEST_NOW.getTime() + state.passed + state.jump
    },
    monotonic: () => state.passed,
    log: { warn: (_details, message) => logged.push(message) },
  })
  return {
    clock,
    state,
    logged,
    /**
     * Lets seconds pass; the clock checks the database every two.
     *
     * @returns the time until which things may expire now; undefined while the clock is in doubt
     */
    async pass(seconds: number) {
      let expiryTime: Date | undefined
      for (let second = 0; second < seconds; second += 2) {
        state.passed += 2 * SECOND
        expiryTime = await clock.check()
      }
      return expiryTime
    },
    /** How far the clock is from the time that has really passed. */
    ahead: () => clock.now().getTime() - TEST_NOW.getTime() - state.passed,
  }
}

test('the clock of the server follows a database clock that is a second ahead', async () => {
  const { state, pass, ahead, logged } = await machine()
  state.jump = SECOND
  expect(await pass(2)).toBeDefined()
  expect(ahead()).toBe(SECOND)
  expect(logged).toEqual([])
})

test.each([25 * HOUR, -25 * HOUR])(
  'the clock of the server ignores a jump of %i ms that lasts 12 s, and logs it',
  async jump => {
    const { state, pass, ahead, logged } = await machine()
    state.jump = jump
    expect(await pass(12)).toBeUndefined()
    expect(ahead()).toBe(0)
    state.jump = 0
    expect(await pass(2)).toBeDefined()
    expect(ahead()).toBe(0)
    expect(logged).toEqual([
      'the clock has jumped: nothing expires until it is settled',
      'the clock is right again',
    ])
  },
)

test('the clock of the server follows a changed clock after a minute, and lets things expire ten minutes later', async () => {
  const { state, pass, ahead, logged } = await machine()
  state.jump = 25 * HOUR
  expect(await pass(60)).toBeUndefined()
  expect(ahead()).toBe(0)
  expect(await pass(4)).toBeUndefined()
  expect(ahead()).toBe(25 * HOUR)
  expect(logged.at(-1)).toBe('the clock was set')
  expect(await pass(9 * 60)).toBeUndefined()
  expect(await pass(2 * 60)).toBeDefined()
})

test('the clock of the server ignores a slow response of the database', async () => {
  const { state, pass, ahead } = await machine()
  state.answersIn = 9 * SECOND
  expect(await pass(2)).toBeUndefined()
  expect(ahead()).toBe(0)
})

test('while the clock is a day ahead, no waiting order expires, and a lock of sign-in ends on time', async () => {
  const db = await newDatabase()
  const config = testConfig()
  const { state, clock, pass } = await machine()
  await seedSmallFleet(db)
  const api = await startTestApp(db, { bare: true, config, now: clock.now })
  await api.addAccount({ email: 'user@test.local', level: levels.vendor, vendor: 1 })
  await sweepOrders(db, (await pass(2))!)
  const { id } = await findRow(db, 'devices', {})
  const reboot = { code: 'reboot', data: 'NOW', targets: [id] }
  const order = await payloadOf(api.post('master@demo.local', '/api/orders/order', reboot))
  const status = async () => (await findRow(db, 'orders', { id: order.id })).status

  state.jump = 25 * HOUR
  const expiryTime = await pass(12)
  if (expiryTime) await sweepOrders(db, expiryTime)
  expect(await status()).toBe('waiting')
  const { signIn: limits } = config.current().server
  const guess = (password: string) => {
    const context = { origin: '10.0.0.9', browser: '', request: 'r', now: clock.now(), limits }
    return signIn(db, { email: 'user@test.local', password }, context)
  }
  for (let n = 0; n < limits.failures; n++)
    await expect(guess('wrong')).rejects.toMatchObject({ status: 401 })
  await expect(guess(TEST_PASSWORD)).rejects.toMatchObject({ status: 429 })

  state.jump = 0
  expect(await sweepOrders(db, (await pass(2))!)).toBe(0)
  expect(await status()).toBe('waiting')
  await pass(limits.lockMinutes * 60)
  expect(await guess(TEST_PASSWORD)).toMatchObject({ user: { email: 'user@test.local' } })
})
