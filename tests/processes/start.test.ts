/** Start and stop of the server process. Reasons why it does not start: `operations/startProblems`. */
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { connectAsync } from 'mqtt'
import { expect, test } from 'vitest'
import { versions } from '../../src/server/packageRoot'
import { knownMigrations } from '../../src/server/store/migrate'
import { freePort } from '../../src/tools/services/site'
import { until } from '../../src/tools/until'
import { brokerFiles } from '../support/brokerFiles'
import {
  bundleServer,
  dataFolder,
  postLogin,
  preparedFolder,
  preparedPlace,
  type Spawned,
  spawnServer,
  stopServer,
} from '../support/spawnServer'

bundleServer()

const MASTER = { email: 'boss@fleet.example', password: 'Start-master1!' }

/** The lines of the server's log with this message. */
const logged = (server: Spawned, message: string) => {
  const lines = server.stdout().split('\n')
  return lines.filter(line => line.includes(`"msg":"${message}"`)).map(line => JSON.parse(line) as object)
}

/** A server that cannot start prints one Korean sentence without a stack trace and exits with code 1. */
async function refusal(server: Spawned): Promise<string> {
  expect(await server.ended).toBe(1)
  const message = server.stderr().trim()
  expect(message).toMatch(/[가-힣]/)
  expect(message).not.toMatch(/^\s+at |node:internal|%\{/m)
  return message
}

test('an interrupted first start is repeated; the demo accounts outlive a crash; a second server is refused the folder', async () => {
  const folder = dataFolder()
  mkdirSync(join(folder, 'pg.new/base'), { recursive: true })
  const first = spawnServer({ FLEET_DATA: folder })
  expect((await postLogin(await first.ready())).status).toBe(200)
  for (const account of ['master', 'vendor', 'client', 'guest'])
    expect(first.stdout()).toContain(`${account}@demo.local`)
  expect(readdirSync(folder).sort()).toEqual(['fleet.lock', 'fleet.sock', 'pg'])
  first.kill('SIGKILL')
  await first.ended

  const second = spawnServer({ FLEET_DATA: folder })
  expect((await postLogin(await second.ready())).status).toBe(200)
  const { version } = versions()
  const known = await knownMigrations()
  expect(logged(first, 'started')).toEqual([expect.objectContaining({ version, migrations: known })])
  expect(logged(second, 'started')).toEqual([expect.objectContaining({ version, migrations: [] })])
  expect(await refusal(spawnServer({ FLEET_DATA: folder }))).toContain(folder)
  await stopServer(second)
  expect(logged(second, 'stopping')).toHaveLength(1)
  expect(logged(second, 'stopped')).toHaveLength(1)

  const behindProxy = spawnServer({ FLEET_DATA: folder, PUBLIC_URL: 'https://fleet.example' })
  expect(await refusal(behindProxy)).toMatch(/PUBLIC_URL[\s\S]*FLEET_DEMO=0/)
})

test('without a given password the server writes one for the first master to a file that only its owner can read', async () => {
  const folder = await preparedFolder()
  const server = spawnServer({
    FLEET_DATA: folder,
    FLEET_DEMO: '0',
    FLEET_MASTER_EMAIL: 'Boss@Fleet.example',
    LANG: 'en_US.UTF-8',
  })
  const url = await server.ready()
  const file = join(folder, 'fleet-master-password.txt')
  expect(server.stdout()).toContain(file)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const [email, password = ''] = readFileSync(file, 'utf8').split('\n')
  expect([email, password.length]).toEqual(['boss@fleet.example', 20])
  expect(server.stdout() + server.stderr()).not.toContain(password)
  expect((await postLogin(url, { email: 'boss@fleet.example', password })).status).toBe(200)
  expect((await postLogin(url)).status).toBe(401)
  server.kill('SIGINT')
  expect(await server.ended).toBe(0)
})

test('a server whose broker is away is ready, and tells the public nothing of it', async () => {
  const broker = `mqtt://secret-broker:pw@127.0.0.1:${await freePort()}`
  const server = spawnServer({ ...(await preparedPlace()), FLEET_DEMO: '0', MQTT_URL: broker })
  const url = await server.ready()
  await until(async () => /gateway: .*broker/.test(server.stdout()))
  const answers = await Promise.all(
    ['/readyz', '/healthz', '/livez'].map(async path => (await fetch(url + path)).text()),
  )
  expect(answers).toEqual(answers.map(() => '{"result":true}'))
  expect(server.stdout() + server.stderr()).not.toContain('pw@')
  await stopServer(server)
})

test('the first master precedes any sign-up; devices connect by TLS; on SIGTERM the server drains, then ends', async () => {
  const { certificate, key, authority } = await brokerFiles()
  const port = await freePort()
  const server = spawnServer({
    ...(await preparedPlace()),
    PORT: String(port),
    FLEET_DEMO: '0',
    FLEET_MASTER_EMAIL: MASTER.email,
    FLEET_MASTER_PASSWORD: MASTER.password,
    MQTT_PORT: '0',
    MQTT_TLS_CERT: certificate,
    MQTT_TLS_KEY: key,
    // The server drains long enough for the calls below, also on a busy machine.
    DRAIN_SECONDS: '5',
    LOG_LEVEL: 'warn',
  })
  const url = `http://127.0.0.1:${port}`
  const signUp = () =>
    fetch(`${url}/api/auth/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'first@fleet.example', password: 'haneul-2026' }),
    })
  // The sign-up is sent until the port responds.
  let signedUp: Response | undefined
  while (!signedUp) signedUp = await signUp().catch(() => undefined)
  expect(signedUp.status).toBe(200)
  await server.ready()
  expect((await postLogin(url, MASTER)).status).toBe(200)

  const connecting = connectAsync(/mqtts:\/\/\S+/.exec(server.stdout())![0], {
    ca: readFileSync(authority),
    servername: 'localhost',
    reconnectPeriod: 0,
    clientId: '358126090000017',
    username: '358126090000017',
    password: 'unknown',
  })
  // Code 4, bad user name or password: the TLS handshake has succeeded.
  await expect(connecting).rejects.toMatchObject({ code: 4 })

  const body = JSON.stringify(MASTER)
  const socket = connect(port, '127.0.0.1')
  socket.write(
    `POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
  )
  // "100 Continue": the server has read the headers and waits for the body.
  await new Promise(resolve => socket.once('readable', resolve))
  const statusOf = async (path: string) => (await fetch(`${url}${path}`)).status
  expect([await statusOf('/readyz'), await statusOf('/livez')]).toEqual([200, 200])
  server.kill('SIGTERM')
  await expect.poll(() => statusOf('/readyz'), { interval: 20 }).toBe(503)
  expect([await statusOf('/livez'), await statusOf('/healthz')]).toEqual([200, 200])
  // The server waits for the open request also after the seconds of draining.
  await expect.poll(() => statusOf('/livez').catch(() => 'closed'), { interval: 100 }).not.toBe(200)
  socket.write(body)
  expect(await text(socket)).toMatch(/HTTP\/1\.1 200 OK[\s\S]*"result":true/)
  expect(await server.ended).toBe(0)
  expect(server.stdout()).not.toContain('"level":30')
  await expect(statusOf('/livez')).rejects.toThrow()
})
