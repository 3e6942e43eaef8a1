/** Logins that arrive while queries are running share the next query, however slow the database is. */
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AccessReader } from '../../src/server/gateway/accessReader'
import type { Db } from '../../src/server/store/database'
import { TEST_NOW } from '../support/server'

let answerQueries: () => void
/** The number of devices in each query. */
let devicesPerQuery: number[]
let reader: AccessReader
const imeiOf = (n: number) => `35${String(n).padStart(13, '0')}`
const outcomeOf = (answer: Promise<unknown>) =>
  answer.then(() => 'answered').catch(({ status }: { status?: number }) => status)
const outcomesOf = (answers: readonly Promise<unknown>[]) => Promise.all(answers.map(outcomeOf))

beforeEach(() => {
  const db: Db = new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: of => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  const stalled = new Promise<void>(resolve => {
    answerQueries = resolve
  })
  devicesPerQuery = []
  const executor = db.getExecutor()
  executor.executeQuery = async ({ parameters }) => {
    devicesPerQuery.push(parameters.filter(value => Array.isArray(value)).flat().length)
    await stalled
    return { rows: [] }
  }
  reader = new AccessReader(db, () => TEST_NOW)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Starts reads with pauses, so that they do not share a query because they arrive together. */
async function readOneByOne(count: number): Promise<Promise<unknown>[]> {
  const answers: Promise<unknown>[] = []
  for (let n = 0; n < count; n++) {
    answers.push(reader.read(imeiOf(n)))
    await vi.advanceTimersByTimeAsync(11)
  }
  return answers
}

it('reads all logins that waited for two slow queries by one further query', async () => {
  const answers = await readOneByOne(100)
  answerQueries()
  expect(await outcomesOf(answers)).toEqual(answers.map(() => 'answered'))
  expect(devicesPerQuery).toEqual([1, 1, 98])
})

it('refuses only logins that have waited for five seconds', async () => {
  // Queries for two of the logins are running; the third login waits.
  const early = await readOneByOne(3)
  await vi.advanceTimersByTimeAsync(4_900)
  const late = reader.read(imeiOf(4))
  const outcomes = outcomesOf([...early, late])
  await vi.advanceTimersByTimeAsync(200)
  answerQueries()
  expect(await outcomes).toEqual(['answered', 'answered', 503, 'answered'])
})

it('refuses a login if 20,000 are waiting', async () => {
  const answers = Array.from({ length: 20_001 }, (_, n) => reader.read(imeiOf(n)))
  const last = outcomesOf(answers.slice(-1))
  const others = Promise.allSettled(answers.slice(0, -1))
  expect(await last).toEqual([503])
  answerQueries()
  await vi.advanceTimersByTimeAsync(11)
  expect((await others).filter(({ status }) => status === 'rejected')).toEqual([])
})
