/** `npm run account -- make-master` creates a master account if no active one exists. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { verifyPassword } from '../../src/server/commands/accounts/passwords'
import { packageRoot } from '../../src/server/packageRoot'
import { runCommand } from '../support/commands'
import { openFolder } from '../support/databases'
import { preparedFolder } from '../support/dataFolder'
import { findRows, insertRow } from '../support/rows'

const folder = await preparedFolder()

const makeMaster = (email: string[] = [], env: Record<string, string> = {}) =>
  runCommand('account', {
    flags: ['make-master', ...email],
    env: { FLEET_DATA: folder, LANG: 'en_US.UTF-8', ...env },
  })

test('an existing account becomes the master, its new password is in a file, and a second master is refused', async () => {
  let db = await openFolder(folder)
  const kim = { name: 'kim', email: 'Kim@Fleet.example', level: 1, active: false, password_hash: 'x' }
  await insertRow(db, 'clients', kim)
  await db.destroy()

  const refused = await makeMaster(['nobody'])
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('[e-mail]')])
  const file = join(folder, 'fleet-master-password.txt')
  const done = await makeMaster(['kim@fleet.example'])
  expect([done.code, done.out]).toEqual([0, expect.stringContaining(file)])
  const [email, password = ''] = readFileSync(file, 'utf8').split('\n')
  expect(email).toBe('kim@fleet.example')
  expect(done.out).not.toContain(password)
  const second = await makeMaster()
  expect([second.code, second.err]).toEqual([1, expect.stringContaining('Kim@Fleet.example')])

  db = await openFolder(folder)
  const clients = await findRows(db, 'clients')
  await db.destroy()
  expect(clients).toMatchObject([{ level: 9, active: true, vendor_id: 0 }])
  expect(await verifyPassword(password, clients[0]!.password_hash)).toBe(true)
})

test.each([
  ['an unreachable database', { DATABASE_URL: 'postgres://fleet:hunter2@127.0.0.1:1/fleet' }],
  ['a missing config folder', { FLEET_CONFIG: join(packageRoot, 'no-such-config') }],
])('for %s the command prints a sentence, without a stack trace or password', async (_cause, env) => {
  const { code, err } = await makeMaster([], env)
  expect([code, err]).toEqual([1, expect.stringMatching(/\w/)])
  expect(err).not.toMatch(/^\s+at |node:internal|%\{|hunter2/m)
})
