/** `npm run import` stores the records of a spreadsheet, or names its bad cells and stores nothing. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommand } from '../support/commands'
import { openFolder } from '../support/databases'
import { preparedFolder } from '../support/dataFolder'
import { findRows, insertRow } from '../support/rows'

const folder = await preparedFolder()

test('models come from a sheet, by columns that the command names; with a bad cell the table names row, column and reason, and the exit code is 1', async () => {
  let db = await openFolder(folder)
  await insertRow(db, 'clients', { name: 'kim', email: 'kim@x.kr', level: 9, password_hash: 'x' })
  await insertRow(db, 'clients', { name: 'lee', email: 'lee@x.kr', level: 6, password_hash: 'x' })
  await db.destroy()
  const importing = (lines: readonly string[], ...flags: string[]) => {
    const file = join(folder, 'models.csv')
    writeFileSync(file, lines.join('\n'))
    return runCommand('importSheet', {
      flags: ['models', file, ...flags],
      env: { FLEET_DATA: folder, LANG: 'en_US.UTF-8' },
    })
  }

  for (const flags of [
    ['--mode', 'replace'],
    ['--column', 'Name'],
  ]) {
    const usage = await importing(['Name', 'TX-1'], ...flags)
    expect([usage.code, usage.err]).toEqual([1, expect.stringContaining('--column')])
  }
  const refused = await importing(['Name,Maker', 'TX-1,', 'TX-1,', 'TX-2,Nobody'])
  expect(refused.code).toBe(1)
  expect(refused.err).toMatch(/\n +3 {2}Name.*row 2.*\n +4 {2}Maker/s)
  const asStaff = await importing(['Name', 'TX-1'], '--as', 'lee@x.kr')
  expect([asStaff.code, asStaff.err]).not.toEqual([0, ''])
  const columns = ['--column', 'Item=name', '--column', 'Note=']
  const done = await importing(['Item,Note', 'TX-1,x', 'TX-2,y'], ...columns)
  expect([done.code, done.out]).toEqual([0, expect.stringContaining('Added 2')])
  const both = await importing(['Name', 'TX-2', 'TX-3'], '--mode', 'both', '--as', 'Kim@x.kr')
  expect([both.code, both.out]).toEqual([0, expect.stringContaining('Added 1, changed 0, unchanged 1')])

  db = await openFolder(folder)
  const models = await findRows(db, 'models')
  const sessions = await findRows(db, 'sessions')
  await db.destroy()
  expect(models.map(({ name }) => name)).toEqual(['TX-1', 'TX-2', 'TX-3'])
  expect(sessions).toEqual([])
})
