import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { connectAsync } from 'mqtt'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../../src/server/packageRoot'
import { AUTHORITY_FILES, issueBroker, makeAuthority } from '../../src/tools/deviceCa/authority'
import { createDatabase, openFolder } from '../support/databases'
import {
  bundleServer,
  dataFolder,
  preparedFolder,
  preparedPlace,
  type Spawned,
  spawnServer,
} from '../support/spawnServer'

bundleServer()

const signIn = (url: string, email: string, password: string) =>
  fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })

/** What a server that may not start says: one clear sentence, no stack trace, exit code 1. */
async function refusal(server: Spawned): Promise<string> {
  expect(await server.ended).toBe(1)
  const said = server.stderr().trim()
  expect(said).toMatch(/[가-힣]/)
  expect(said).not.toMatch(/^\s+at |node:internal|%\{/m)
  return said
}

/** Files of an authority of its own, for a broker on this machine. */
async function brokerFiles(): Promise<{ certificate: string; key: string; authority: string }> {
  const folder = join(dataFolder(), 'authority')
  await makeAuthority(folder, 'Ours', new Date())
  const issued = await issueBroker(folder, 'localhost', 30, new Date())
  return { ...issued, authority: join(folder, AUTHORITY_FILES.certificate) }
}

describe('the server starts', () => {
  test('with the demo fleet on an empty folder, shows the logins, and keeps them over a restart and a crash', async () => {
    const env = { FLEET_DATA: dataFolder() }
    const first = spawnServer(env)
    expect((await signIn(await first.ready(), 'master@demo.local', 'Fleet-demo1!')).status).toBe(200)
    for (const login of ['master@demo.local', 'vendor@demo.local', 'client@demo.local', 'guest@demo.local'])
      expect(first.stdout()).toContain(login)
    first.kill('SIGKILL')
    await first.ended

    const second = spawnServer(env)
    expect((await signIn(await second.ready(), 'guest@demo.local', 'Fleet-demo1!')).status).toBe(200)

    // A second server on the same folder would ruin it.
    const intruder = spawnServer(env)
    expect(await refusal(intruder)).toContain(env.FLEET_DATA)
    second.kill('SIGTERM')
    expect(await second.ended).toBe(0)
  })

  test('with a certificate for devices, and answers them under it', async () => {
    const { certificate, key, authority } = await brokerFiles()
    const server = spawnServer({
      ...(await preparedPlace()),
      FLEET_DEMO: '0',
      FLEET_MASTER_PASSWORD: 'Start-master1!',
      MQTT_PORT: '0',
      MQTT_TLS_CERT: certificate,
      MQTT_TLS_KEY: key,
    })
    await server.ready()
    const url = /mqtts:\/\/\S+/.exec(server.stdout())![0]
    const connecting = connectAsync(url, {
      ca: readFileSync(authority),
      servername: 'localhost',
      reconnectPeriod: 0,
      clientId: '358126090000017',
      username: '358126090000017',
      password: 'unknown',
    })
    // Not authorized: the answer of the broker, after the handshake.
    await expect(connecting).rejects.toMatchObject({ code: 4 })
    server.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  })

  test('on a folder where the first start was stopped in the middle', async () => {
    const folder = dataFolder()
    mkdirSync(join(folder, 'pg.new/base'), { recursive: true })
    const server = spawnServer({
      FLEET_DATA: folder,
      FLEET_DEMO: '0',
      FLEET_MASTER_PASSWORD: 'Start-master1!',
    })
    await server.ready()
    expect(readdirSync(folder).sort()).toEqual(['fleet.lock', 'fleet.sock', 'pg'])
    server.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  })

  test('with one master account for FLEET_DEMO=0, whose password is in a file that its owner alone reads', async () => {
    const env = {
      FLEET_DATA: await preparedFolder(),
      FLEET_DEMO: '0',
      FLEET_MASTER_EMAIL: 'Boss@Fleet.example',
      LANG: 'en_US.UTF-8',
    }
    const first = spawnServer(env)
    const url = await first.ready()
    const file = join(env.FLEET_DATA, 'fleet-master-password.txt')
    expect(first.stdout()).toContain(file)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const [email, password = ''] = readFileSync(file, 'utf8').split('\n')
    expect([email, password.length]).toEqual(['boss@fleet.example', 20])
    expect(first.stdout() + first.stderr()).not.toContain(password)
    expect((await signIn(url, 'boss@fleet.example', password)).status).toBe(200)
    expect((await signIn(url, 'master@demo.local', 'Fleet-demo1!')).status).toBe(401)
    first.kill('SIGINT')
    expect(await first.ended).toBe(0)

    const second = spawnServer(env)
    await second.ready()
    expect(second.stdout()).not.toContain(file)
    second.kill('SIGTERM')
    await second.ended
  })

  test('with its first master before anybody can sign up', async () => {
    const port = await freePort()
    const server = spawnServer({
      ...(await preparedPlace()),
      FLEET_DEMO: '0',
      FLEET_MASTER_PASSWORD: 'Start-master1!',
      PORT: String(port),
    })
    let over = false
    const pushing = (async () => {
      while (!over) {
        const answer = await fetch(`http://127.0.0.1:${port}/api/auth/signup`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email: 'first@fleet.example', password: 'haneul-2026' }),
        }).catch(() => undefined)
        if (answer) return answer.status
      }
      return undefined
    })()
    const url = await server.ready()
    expect(await pushing).toBe(200)
    over = true
    expect((await signIn(url, 'master@fleet.local', 'Start-master1!')).status).toBe(200)
    server.kill('SIGTERM')
    await server.ended
  })

  test('and on SIGTERM finishes what is under way', async () => {
    const server = spawnServer({
      ...(await preparedPlace()),
      FLEET_DEMO: '0',
      FLEET_MASTER_EMAIL: 'boss@fleet.example',
      FLEET_MASTER_PASSWORD: 'Fleet-test1!',
    })
    const url = new URL(await server.ready())
    const body = JSON.stringify({ email: 'boss@fleet.example', password: 'Fleet-test1!' })
    const line = connect(Number(url.port), url.hostname)
    const answered = everything(line)
    line.write(
      `POST /api/auth/login HTTP/1.1\r\nHost: ${url.host}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
    )
    // The server has the request once it asks for the rest.
    await new Promise(resolve => line.once('data', resolve))
    server.kill('SIGTERM')
    line.write(body)
    expect(await answered).toMatch(/HTTP\/1\.1 200 OK[\s\S]*"result":true/)
    expect(await server.ended).toBe(0)
  })

  test('and on SIGTERM first asks to be sent nothing more, and answers for a while', async () => {
    const server = spawnServer({
      ...(await preparedPlace()),
      FLEET_DEMO: '0',
      DRAIN_SECONDS: '2',
      LOG_LEVEL: 'warn',
    })
    const url = await server.ready()
    const statusOf = async (path: string) => (await fetch(`${url}${path}`)).status
    expect([await statusOf('/readyz'), await statusOf('/livez')]).toEqual([200, 200])
    server.kill('SIGTERM')
    await expect.poll(() => statusOf('/readyz'), { interval: 20 }).toBe(503)
    expect([await statusOf('/livez'), await statusOf('/healthz')]).toEqual([200, 200])
    expect(await server.ended).toBe(0)
    expect(server.stdout()).not.toContain('"level":30')
    await expect(statusOf('/livez')).rejects.toThrow()
  })

  test.runIf(process.env.TEST_DATABASE_URL)('on PostgreSQL, two at once on one empty database', async () => {
    const env = { DATABASE_URL: await createDatabase() }
    const servers = [spawnServer(env), spawnServer(env)]
    const urls = await Promise.all(servers.map(server => server.ready()))
    const answer = await signIn(urls[0]!, 'master@demo.local', 'Fleet-demo1!')
    const { payload } = (await answer.json()) as { payload: string }
    // A token of one is good at the other: they share the secret.
    const renewed = await fetch(`${urls[1]}/api/auth/refresh`, {
      method: 'POST',
      headers: { authorization: `Bearer ${payload}` },
    })
    expect(renewed.status).toBe(200)
    for (const server of servers) server.kill('SIGTERM')
    expect(await Promise.all(servers.map(server => server.ended))).toEqual([0, 0])
  })
})

describe('the server refuses to start', () => {
  test.each(['PORT', 'MQTT_PORT'])('on a port that is taken (%s)', async name => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise(resolve => other.once('listening', resolve))
    const { port } = other.address() as AddressInfo
    const said = await refusal(
      spawnServer({ ...(await preparedPlace()), [name]: String(port), FLEET_DEMO: '0' }),
    )
    other.close()
    expect(said).toBe(
      `포트 ${port}을(를) 다른 프로그램이 쓰고 있습니다. 그 프로그램을 끝내거나 환경변수 ${name}로 다른 포트를 정해 주세요.`,
    )
  })

  test.each(['missing', 'no certificate', 'of another key', 'no authority'])(
    'with files for the TLS of devices that cannot be used (%s), before anything is written or said',
    async wrong => {
      const folder = dataFolder()
      const { certificate, key, authority } = await brokerFiles()
      const other = join(folder, 'other.pem')
      if (wrong === 'no certificate' || wrong === 'no authority') writeFileSync(other, 'text')
      if (wrong === 'of another key') cpSync((await brokerFiles()).key, other)
      const data = join(folder, 'data')
      const server = spawnServer({
        FLEET_DATA: data,
        MQTT_PORT: '0',
        MQTT_TLS_CERT: ['missing', 'no certificate'].includes(wrong) ? other : certificate,
        MQTT_TLS_KEY: wrong === 'of another key' ? other : key,
        MQTT_TLS_CA: wrong === 'no authority' ? other : authority,
      })
      expect(await refusal(server)).toContain('MQTT_TLS_CERT')
      expect([server.stdout(), existsSync(data)]).toEqual(['', false])
    },
  )

  test('on a data folder that cannot be written', async () => {
    const file = join(dataFolder(), 'file')
    writeFileSync(file, '')
    const said = await refusal(spawnServer({ FLEET_DATA: join(file, 'data') }))
    expect(said).toContain(`데이터 폴더 ${join(file, 'data')}에 쓸 수 없습니다`)
  })

  test('on a database that a newer version has used, and leaves it as it is', async () => {
    const env = { FLEET_DATA: await preparedFolder(), FLEET_DEMO: '0' }
    const db = await openFolder(env.FLEET_DATA)
    await sql`insert into kysely_migration values ('9999_of_tomorrow', '')`.execute(db)
    await db.destroy()
    const said = await refusal(spawnServer(env))
    expect(said.split('\n')).toEqual([expect.stringContaining('더 새로운 버전')])
    expect(said).toContain('9999_of_tomorrow')
  })

  test('without a place for the password that it makes up, and makes no account', async () => {
    const env = { FLEET_DATA: await preparedFolder(), FLEET_DEMO: '0' }
    const file = join(env.FLEET_DATA, 'fleet.lock/password')
    const said = await refusal(spawnServer({ ...env, FLEET_SECRET_FILE: file }))
    expect(said).toContain(file)
    expect(said).toContain('FLEET_MASTER_PASSWORD')
    const db = await openFolder(env.FLEET_DATA)
    const accounts = await db.selectFrom('clients').select('id').execute()
    await db.destroy()
    expect(accounts).toEqual([])
  })

  test('without its PostgreSQL, and keeps the password of it to itself', async () => {
    const said = await refusal(spawnServer({ DATABASE_URL: 'postgres://fleet:hunter2@127.0.0.1:1/fleet' }))
    expect(said).toContain('데이터베이스 postgres://fleet@127.0.0.1:1/fleet에 연결할 수 없습니다')
    expect(said).not.toContain('hunter2')
  })

  test('with a broken config, whose file, line and path it names', async () => {
    const folder = join(dataFolder(), 'config')
    cpSync(join(packageRoot, 'config'), folder, { recursive: true })
    const file = join(folder, 'app.json')
    writeFileSync(file, readFileSync(file, 'utf8').replace('"weekStart"', '"weekStrat"'))
    const said = await refusal(spawnServer({ FLEET_CONFIG: folder }))
    expect(said).toMatch(/config\/app\.json:\d+:\d+ \S*weekStrat/)
  })

  test('with a wrong variable', async () => {
    expect(await refusal(spawnServer({ JWT_SECRET: 'short' }))).toContain('JWT_SECRET')
  })

  test('with the demo fleet where others could reach it', async () => {
    const server = spawnServer({ FLEET_DATA: await preparedFolder(), PUBLIC_URL: 'https://fleet.example' })
    const said = await refusal(server)
    expect(said).toContain('PUBLIC_URL')
    expect(said).toContain('FLEET_DEMO=0')
  })

  test.each<[string, string, (database: string) => void]>([
    ['a database that has lost its first file', 'pg/PG_VERSION', at => rmSync(join(at, 'PG_VERSION'))],
    ['a database without its log', 'pg/pg_wal', at => rmSync(join(at, 'pg_wal'), { recursive: true })],
    [
      'something else in the place of the database',
      'pg/PG_VERSION',
      at => {
        rmSync(at, { recursive: true })
        mkdirSync(at)
        writeFileSync(join(at, 'photo.jpg'), 'not to be lost')
      },
    ],
    ['the folder of a database itself', 'pg', at => cpSync(at, join(at, '..'), { recursive: true })],
  ])('on %s, which is left as it is', async (_what, missing, spoil) => {
    const folder = await preparedFolder()
    spoil(join(folder, 'pg'))
    const before = contentOf(folder)
    const said = await refusal(spawnServer({ FLEET_DATA: folder }))
    expect(said).toContain(folder)
    expect(said).toContain(`(${missing})`)
    expect(contentOf(folder)).toEqual(before)
  })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return port
}

/** What is in a folder, but for the lock that says who is using it. */
const contentOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter(entry => entry.name !== 'fleet.lock')
    .map(entry => {
      const path = join(entry.parentPath, entry.name)
      return entry.isFile() ? `${path} ${statSync(path).size} ${statSync(path).mtimeMs}` : path
    })
    .sort()

function everything(line: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    line.setEncoding('utf8').on('data', part => {
      text += part
    })
    line.once('close', () => resolve(text)).once('error', reject)
  })
}
