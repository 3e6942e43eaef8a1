/** `npm run account -- make-master`: an installation without an active master gets one, and no other does. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { verifyPassword } from '../../src/server/commands/accounts/passwords'
import { packageRoot } from '../../src/server/packageRoot'
import { bundled } from '../support/bundle'
import { openFolder } from '../support/databases'
import { preparedFolder } from '../support/spawnServer'

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

test('one without a master gets one once; an account of that address becomes one; the password is in a file', async () => {
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
  const made = await account({ args: ['make-master', 'kim@fleet.example'] })
  expect(made).toMatchObject({ status: 0, stdout: expect.stringContaining(file) })
  const [email, password = ''] = readFileSync(file, 'utf8').split('\n')
  expect(email).toBe('kim@fleet.example')
  expect(made.stdout).not.toContain(password)
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
  ['a database that cannot be reached', { DATABASE_URL: 'postgres://fleet:hunter2@127.0.0.1:1/fleet' }],
  ['a config that is not there', { FLEET_CONFIG: join(packageRoot, 'no-such-config') }],
])('%s is said in a sentence, without a stack or a password', async (_what, env) => {
  const { status, stderr } = await account({ args: ['make-master'], env })
  expect(status).toBe(1)
  expect(stderr).toMatch(/\w/)
  expect(stderr).not.toMatch(/^\s+at |node:internal|%\{|hunter2/m)
})
