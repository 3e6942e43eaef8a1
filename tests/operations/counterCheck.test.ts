/** `npm run counters`: checks the stored counts of devices and orders, and rebuilds them. */
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { checkCounts } from '../../src/tools/counterCheck'
import { testConfig } from '../support/config'
import { openFolder } from '../support/databases'
import { dataFolder } from '../support/dataFolder'
import { insertRow } from '../support/rows'

const { translate } = testConfig()
/** The Korean sentence of a command. */
const say = (key: string, params?: Record<string, string | number>) =>
  translate('ko', `config.${key}`, params)

it('finds a wrong count, and none after the rebuild', async () => {
  const data = join(dataFolder(), 'data')
  const none = say('data.none', { place: data })
  expect(await checkCounts('check', { data }, say)).toEqual({ text: none, ok: true })

  const db = await openFolder(data)
  await insertRow(db, 'models', { id: 1, name: 'FT-100' })
  await insertRow(db, 'devices', { id: '490154203237518', isdn: '01012345678', model_id: 1 })
  expect(await checkCounts('check', { data }, say)).toEqual({ text: say('data.inUse'), ok: false })
  await sql`delete from device_count_deltas`.execute(db)
  await sql`insert into order_counts values (0, 0, 'waiting', 1)`.execute(db)
  await db.destroy()

  const wrong = await checkCounts('check', { data }, say)
  expect(wrong.ok).toBe(false)
  expect(wrong.text.split('\n')).toEqual([
    expect.stringMatching(/^\{"part":"country",.*"model_id":1,.*\} 0 ≠ 1$/),
    expect.stringMatching(/^\{"part":"vendor",.* 0 ≠ 1$/),
    expect.stringMatching(/^\{"part":"vendors",.* 0 ≠ 1$/),
    '{"vendor_id":0,"sender_id":0,"status":"waiting"} 1 ≠ 0',
    say('counters.wrong', { count: 4 }),
  ])
  expect(await checkCounts('rebuild', { data }, say)).toEqual({ text: say('counters.rebuilt'), ok: true })
  expect(await checkCounts('check', { data }, say)).toEqual({ text: say('counters.right'), ok: true })
})

it('reports an unreachable database', async () => {
  const nowhere = { data: dataFolder(), databaseUrl: 'postgres://nobody@127.0.0.1:9/none' }
  expect(await checkCounts('check', nowhere, say)).toEqual({ text: say('data.unreachable'), ok: false })
})
