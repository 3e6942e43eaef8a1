/** Why a server does not start: each reason is one sentence for the terminal, and nothing on disk is changed. */

import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { type AddressInfo, createServer, Server } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { openConfig } from '../../src/server/config/openConfig'
import { secretOf } from '../../src/server/secret'
import { readEnv } from '../../src/server/start/env'
import { fillEmptyDatabase } from '../../src/server/start/firstStart'
import { assertNode } from '../../src/server/start/nodeVersion'
import { openStore } from '../../src/server/start/openStore'
import { checkPort } from '../../src/server/start/ports'
import { whyNotStarted } from '../../src/server/start/startProblem'
import { startServer } from '../../src/server/startServer'
import { connectDatabase, type Db } from '../../src/server/store/database'
import { withLock } from '../../src/server/store/lock'
import { MIGRATION_LOCK, migrationsFolder } from '../../src/server/store/migrate'
import { freePort } from '../../src/tools/services/site'
import { brokerFiles } from '../support/brokerFiles'
import { testConfig } from '../support/config'
import { createDatabase, migratedPostgres, newDatabase, openFolder } from '../support/databases'
import { copiedConfig, dataFolder } from '../support/dataFolder'
import { countRows } from '../support/rows'
import { TcpProxy } from '../support/tcpProxy'

/** The sentence that the terminal would show. */
const sentenceOf = (start: Promise<unknown>) => start.then(() => 'started', whyNotStarted) as Promise<string>

const open = (variables: Record<string, string>) => sentenceOf(openStore(readEnv(variables)))

/** Paths, sizes and times of all files but the lock. */
const contentOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name !== 'fleet.lock')
    .map(name => `${name} ${statSync(join(folder, name)).size} ${statSync(join(folder, name)).mtimeMs}`)
    .sort()

test.each([
  ['a database without its version', 'pg/PG_VERSION', ['pg/global/pg_control', 'pg/base/1', 'pg/pg_wal/1']],
  ['other files', 'pg/PG_VERSION', ['pg/photo.jpg']],
  ['a database that is not in the folder pg', 'pg', ['PG_VERSION', 'global/pg_control', 'base/1']],
])('a data folder with %s is refused and not changed', async (_content, missing, files) => {
  const folder = dataFolder()
  for (const file of files) {
    mkdirSync(join(folder, file, '..'), { recursive: true })
    writeFileSync(join(folder, file), 'do not lose this')
  }
  const before = contentOf(folder)
  const sentence = await open({ FLEET_DATA: folder })
  expect(sentence).toContain(folder)
  expect(sentence).toContain(`(${missing})`)
  expect(contentOf(folder)).toEqual(before)
})

test('a data folder that is not writable is named', async () => {
  const file = join(dataFolder(), 'file')
  writeFileSync(file, '')
  const data = join(file, 'data')
  expect(await open({ FLEET_DATA: data })).toContain(`데이터 폴더 ${data}에 쓸 수 없습니다`)
})

test('a database of another version of PostgreSQL, or a damaged one, is reported as such', async () => {
  const folder = dataFolder()
  await (await openFolder(folder)).destroy()
  const version = join(folder, 'pg/PG_VERSION')
  const supported = readFileSync(version, 'utf8')
  writeFileSync(version, '12\n')
  expect(await open({ FLEET_DATA: folder })).toMatch(/PostgreSQL 12의 것.*그것을 만든 버전의 프로그램/)
  writeFileSync(version, supported)
  writeFileSync(join(folder, 'pg/global/pg_control'), 'x')
  expect(await open({ FLEET_DATA: folder })).toMatch(/손상.*백업을/)
})

test.each([
  [new RangeError('WebAssembly.Memory(): could not allocate memory'), /메모리가 모자라/],
  [Object.assign(new Error('cannot find it'), { code: 'ERR_MODULE_NOT_FOUND' }), /다시 설치/],
  [new Error("Cannot find module '/fleet/dist/server/pgliteWorker.js'"), /다시 설치/],
  [Object.assign(new Error('duplicate key value'), { code: '23505' }), /이전 버전의 프로그램/],
  [new Error('the disk is full'), /남은 공간/],
])('the sentence for "%s" does not ask to restore a backup', async (error, sentence) => {
  const opening = vi.spyOn(fs, 'mkdir').mockRejectedValue(error)
  syncBuiltinESMExports()
  const shown = await open({ FLEET_DATA: dataFolder() })
  opening.mockRestore()
  syncBuiltinESMExports()
  expect(shown).toMatch(sentence)
  expect(shown).not.toContain('백업을')
})

test('a database that a newer version has migrated is refused with the unknown migration', async () => {
  const folder = dataFolder()
  const db = await openFolder(folder)
  await sql`insert into kysely_migration values ('9999_of_tomorrow', '')`.execute(db)
  await db.destroy()
  expect(await open({ FLEET_DATA: folder })).toMatch(/더 새로운 버전.*9999_of_tomorrow/)
})

test('an unreachable PostgreSQL is named without its password', async () => {
  const sentence = await open({ DATABASE_URL: 'postgres://fleet:hunter2@127.0.0.1:1/fleet' })
  expect(sentence).toContain('데이터베이스 postgres://fleet@127.0.0.1:1/fleet에 연결할 수 없습니다')
  expect(sentence).not.toContain('hunter2')
})

describe.runIf(process.env.TEST_DATABASE_URL)('PostgreSQL', () => {
  test('is waited for while it does not answer', async () => {
    const proxy = await TcpProxy.to(await migratedPostgres())
    proxy.freeze()
    const waiting = vi.spyOn(process.stderr, 'write').mockImplementation(() => {
      void proxy.open()
      return true
    })
    const db = await openStore(readEnv({ DATABASE_URL: proxy.url }))
    const written = String(waiting.mock.calls)
    waiting.mockRestore()
    await db.destroy()
    expect(written).toContain('응답하지 않아 기다립니다')
  })

  test('is waited for while another server migrates it', async () => {
    const url = await createDatabase()
    const other = await connectDatabase({ url })
    const waiting = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    let opening: Promise<Db> | undefined
    await withLock(other, MIGRATION_LOCK, async () => {
      opening = openStore(readEnv({ DATABASE_URL: url }))
      await vi.waitFor(() => expect(waiting).toHaveBeenCalled(), { timeout: 120_000 })
    })
    const written = waiting.mock.calls.join()
    waiting.mockRestore()
    await Promise.all([opening!.then(db => db.destroy()), other.destroy()])
    expect(written).toMatch(/^다른 서버가 데이터베이스를 .* 기다립니다\. 최대 60분 기다립니다\.\n$/)
  })

  test.each([
    ['refuses the account', 'alter role $db nologin', /계정을 거부했습니다.*DATABASE_URL의 사용자와/],
    ['has lost the database', 'alter database $db rename to $db_away', /이\(가\) 없습니다/],
    ['is read-only', 'alter database $db set default_transaction_read_only = on', /읽기 전용입니다/],
    ['accepts no connections', 'alter database $db allow_connections false', /연결을 받지 않습니다/],
    ['has no connection left', 'alter database $db connection limit 0', /연결을 받지 않습니다/],
    ['gives no rights', 'revoke all on schema public from public', /권한이 모자랍니다/],
  ])('that %s is reported as such', async (_problem, breaking, sentence) => {
    // A start also writes to a database that is migrated already.
    const url = new URL(await (breaking.includes('read_only') ? migratedPostgres() : createDatabase()))
    const name = url.pathname.slice(1)
    const run = async (text: string, at: string) => {
      const db = await connectDatabase({ url: at })
      await sql.raw(text.replaceAll('$db', name)).execute(db)
      await db.destroy()
    }
    await run('create role $db login', url.href)
    const server = process.env.TEST_DATABASE_URL!
    await run(breaking, breaking.startsWith('revoke') ? url.href : server)
    const user = breaking.includes('read_only') ? url.username : name
    const address = Object.assign(new URL(url), { username: user, password: 'hunter2' }).href
    const message = await open({ DATABASE_URL: address })
    if (breaking.includes('rename')) await run('alter database $db_away rename to $db', server)
    if (breaking.includes('allow')) await run('alter database $db allow_connections true', server)
    await run('alter database $db reset all', server)
    await run('drop owned by $db; drop role $db', url.href)
    expect(message).toMatch(sentence)
    expect(message).not.toMatch(/hunter2|백업/)
  })
})

test('an installation without its migrations is reported as incomplete', async () => {
  const { readdir } = fs
  const listing = vi
    .spyOn(fs, 'readdir')
    .mockImplementation((path => readdir(path === migrationsFolder ? '/missing' : path)) as typeof readdir)
  syncBuiltinESMExports()
  const sentence = await open({ FLEET_DATA: dataFolder() })
  listing.mockRestore()
  syncBuiltinESMExports()
  expect(sentence).toMatch(/src\/server\/migrations.*다시 설치/)
  expect(sentence).not.toContain('백업을')
})

test.each([
  ['18.20.8', false],
  ['20.9.0', false],
  ['20.19.0', true],
  ['24.1.0', true],
])('Node %s is accepted: %s', (version, isAccepted) => {
  const start = () => assertNode(version)
  if (isAccepted) expect(start).not.toThrow()
  else expect(start).toThrow(expect.objectContaining({ params: { needed: '20.19', running: version } }))
})

test('without a writable file for the generated password no account is created', async () => {
  const db = await newDatabase()
  const file = join(dataFolder(), 'missing/password')
  const secret = secretOf(readEnv({ FLEET_SECRET_FILE: file }), undefined, () => undefined)
  const { numbers: levels } = testConfig().current().shared.levels
  const filling = fillEmptyDatabase(db, { demo: false }, { now: new Date(), levels, secret })
  expect(await sentenceOf(filling)).toMatch(/missing\/password.*FLEET_MASTER_PASSWORD/s)
  expect(await countRows(db, 'clients')).toBe(0)
})

test('the check of a port never listens on it: a connection in that moment is refused, and not reset', async () => {
  const listen = vi.spyOn(Server.prototype, 'listen')
  const port = await freePort()
  listen.mockClear()
  await checkPort({ host: '127.0.0.1', port }, 'PORT, HOST')
  const calls = listen.mock.calls.length
  listen.mockRestore()
  expect(calls).toBe(0)
})

/** Starts the server in this process, with a data folder that a refused start must not create. */
async function start(variables: Record<string, string | undefined>): Promise<string> {
  const data = join(dataFolder(), 'data')
  for (const [name, value] of Object.entries({ PORT: '0', FLEET_DATA: data, ...variables }))
    vi.stubEnv(name, value)
  const sentence = await sentenceOf(startServer())
  vi.unstubAllEnvs()
  expect(existsSync(data)).toBe(false)
  return sentence
}

test.each(['PORT', 'MQTT_PORT'])('%s in use is named', async variable => {
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise(resolve => other.once('listening', resolve))
  const { port } = other.address() as AddressInfo
  const sentence = await start({ [variable]: String(port) })
  other.close()
  expect(sentence).toBe(
    `포트 ${port}을(를) 다른 프로그램이 쓰고 있습니다. 그 프로그램을 끝내거나 환경변수 ${variable}로 다른 포트를 정해 주세요.`,
  )
})

type Files = Record<'cert' | 'key' | 'authority' | 'other' | 'otherKey', string>

test.each<[string, (files: Files) => string[]]>([
  ['a missing certificate', ({ key, authority }) => ['/missing.pem', key, authority]],
  ['a file that is no key', ({ cert, authority, other }) => [cert, other, authority]],
  ['the key of another certificate', ({ cert, authority, otherKey }) => [cert, otherKey, authority]],
  ['a file that is no authority', ({ cert, key, other }) => [cert, key, other]],
])('the built-in broker does not start with %s', async (_what, files) => {
  const [{ certificate: cert, key, authority }, { key: otherKey }] = [
    await brokerFiles(),
    await brokerFiles(),
  ]
  const other = join(dataFolder(), 'other.pem')
  writeFileSync(other, 'text')
  const [MQTT_TLS_CERT, MQTT_TLS_KEY, MQTT_TLS_CA] = files({ cert, key, authority, other, otherKey })
  const tls = { MQTT_TLS_CERT, MQTT_TLS_KEY, MQTT_TLS_CA }
  expect(await start({ MQTT_PORT: '0', ...tls })).toContain('MQTT_TLS_CERT')
})

test('an error in config is reported with file, line and path', async () => {
  const folder = copiedConfig()
  const file = join(folder, 'app.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace('"weekStart"', '"weekStrat"'))
  expect(await sentenceOf(openConfig({ folder, watch: false }))).toMatch(
    /[가-힣].*\n.*config\/app\.json:\d+:\d+ \S*weekStrat/,
  )
})
