/** Statements that PostgreSQL plans once per connection. */
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { connectDatabase, type Db } from '../../src/server/store/database'
import { keepsPrepared } from '../../src/server/store/postgres/keepsPrepared'
import { prepared } from '../../src/server/store/postgres/prepared'
import { migratedPostgres } from '../support/databases'
import { insertRow } from '../support/rows'

describe.runIf(process.env.TEST_DATABASE_URL)('a marked statement', async () => {
  const url = process.env.TEST_DATABASE_URL ? await migratedPostgres() : ''
  const opened: Db[] = []
  /** With one connection, whose statements `names` can list. */
  async function open(isPreparing?: boolean): Promise<Db> {
    const db = await connectDatabase({ url }, { size: 1, isPreparing })
    opened.push(db)
    return db
  }
  afterAll(() => Promise.all(opened.map(db => db.destroy())))
  const names = async (db: Db) => {
    const { rows } = await sql<{ name: string }>`select name from pg_prepared_statements`.execute(db)
    return rows.map(({ name }) => name)
  }
  const models = (db: Db) => prepared(db.selectFrom('models').selectAll().orderBy('id')).execute()

  it('is prepared at its third use, once on a connection to the server itself', async () => {
    const db = await open()
    await insertRow(db, 'models', { name: 'planned' })
    const found = await models(db)
    expect([await models(db), await names(db)]).toEqual([found, []])
    expect([await models(db), await models(db)]).toEqual([found, found])
    expect(await names(db)).toEqual([expect.stringMatching(/^fleet_[0-9a-f]{32}$/)])
  })

  it('is not prepared if the operator has turned it off', async () => {
    const db = await open(false)
    await models(db)
    expect(await names(db)).toEqual([])
  })

  it('is planned again after its table was changed, on a new connection', async () => {
    const [db, other] = [await open(), await open(false)]
    const before = await models(db)
    await sql`alter table models add column note text not null default 'new'`.execute(other)
    const after = await models(db)
    expect(after).toEqual(before.map(model => ({ ...model, note: 'new' })))
    expect(await names(db)).toEqual([])
    expect(await models(db)).toEqual(after)
    expect(await names(db)).toHaveLength(1)
  })

  it('fails in a transaction after its table was changed, and is planned again afterwards', async () => {
    const [db, other] = [await open(), await open(false)]
    await models(db)
    await sql`alter table models drop column note`.execute(other)
    const inTransaction = () => db.transaction().execute(tx => models(tx))
    await expect(inTransaction()).rejects.toMatchObject({ code: '0A000' })
    expect(await inTransaction()).toEqual(await models(db))
  })

  it('is kept by the server itself', async () => {
    expect(await keepsPrepared(url)).toBe(true)
  })
})
