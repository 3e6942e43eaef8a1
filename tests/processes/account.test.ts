/** `npm run account -- make-master` creates a master account if no active one exists. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { verifyPassword } from '../../src/server/commands/accounts/passwords'
import { packageRoot } from '../../src/server/packageRoot'
import { bundled } from '../support/bundle'
import { openFolder } from '../support/databases'
import { preparedFolder } from '../support/dataFolder'

let folder = ''
beforeAll(async () => {
  folder = await preparedFolder()
})

async function account({ args, env = {} }: { args: string[]; env?: Record<string, string> }) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--liftoff-only', await bundled('account'), ...args],
    {
      cwd: packageRoot,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, FLEET_DATA: folder, LANG: 'en_US.UTF-8', ...env },
    },
  )
  return { status, stdout, stderr }
}

test('an existing account becomes the master, its new password is in a file, and a second master is refused', async () => {
  let db = await openFolder(folder)
  await db
    .insertInto('clients')
    .values({ name: 'kim', email: 'Kim@Fleet.example', level: 1, active: false, password_hash: 'x' })
    .execute()
  await db.destroy()

  expect(await account({ args: ['make-master', 'nobody'] })).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('[e-mail]'),
  })
  const file = join(folder, 'fleet-master-password.txt')
  const done = await account({ args: ['make-master', 'kim@fleet.example'] })
  expect(done).toMatchObject({ status: 0, stdout: expect.stringContaining(file) })
  const [email, password = ''] = readFileSync(file, 'utf8').split('\n')
  expect(email).toBe('kim@fleet.example')
  expect(done.stdout).not.toContain(password)
  expect(await account({ args: ['make-master'] })).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('Kim@Fleet.example'),
  })

  db = await openFolder(folder)
  const clients = await db.selectFrom('clients').selectAll().execute()
  await db.destroy()
  expect(clients).toMatchObject([{ level: 9, active: true, vendor_id: 0 }])
  expect(await verifyPassword(password, clients[0]!.password_hash)).toBe(true)
})

test.each([
  ['an unreachable database', { DATABASE_URL: 'postgres://fleet:hunter2@127.0.0.1:1/fleet' }],
  ['a missing config folder', { FLEET_CONFIG: join(packageRoot, 'no-such-config') }],
])('for %s it prints a sentence, without a stack trace or password', async (_cause, env) => {
  const { status, stderr } = await account({ args: ['make-master'], env })
  expect(status).toBe(1)
  expect(stderr).toMatch(/\w/)
  expect(stderr).not.toMatch(/^\s+at |node:internal|%\{|hunter2/m)
})
