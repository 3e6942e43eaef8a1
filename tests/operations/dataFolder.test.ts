/** The data folder of the built-in database: only its owner may read it. */
import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/server/store/database'
import { dataFolder } from '../support/dataFolder'

/** The paths below the folder that other users of the machine may use. */
const openToOthers = (folder: string) =>
  ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })].filter(
    path => (statSync(join(folder, path)).mode & 0o077) !== 0,
  )

test('the data folder is closed to others when it is created and at every start', async () => {
  const folder = join(dataFolder(), 'data')
  const umask = process.umask(0)
  try {
    const db = await openDatabase({ folder })
    expect(openToOthers(folder)).toEqual([])
    await db.destroy()
    expect(openToOthers(folder)).toEqual([])

    // The folder as an earlier version left it, with files of the operator beside the database.
    chmodSync(folder, 0o755)
    for (const file of ['pg/PG_VERSION', 'fleet.lock']) chmodSync(join(folder, file), 0o666)
    const [other, linked] = [join(folder, 'plans'), join(folder, '../linked')]
    mkdirSync(other)
    mkdirSync(linked)
    writeFileSync(join(other, 'plan.txt'), '')
    symlinkSync(linked, join(folder, 'pg/elsewhere'))
    await (await openDatabase({ folder })).destroy()
    expect(openToOthers(folder).sort()).toEqual(['pg/elsewhere', 'plans', 'plans/plan.txt'])
  } finally {
    process.umask(umask)
  }
})
