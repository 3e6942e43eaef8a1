/** The server as a separate process, for tests of its start, its signals and its death. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { packageRoot } from '../../src/server/packageRoot'
import { bundled } from './bundle'
import { createDatabase, migratedPostgres } from './databases'
import { dataFolder, preparedFolder } from './dataFolder'
import { type AskMaster, fileBody } from './walk'

export { dataFolder, preparedFolder } from './dataFolder'

export interface Spawned {
  pid: number
  /** Resolves with the address of the server; rejects if the process ends before it is ready. */
  ready(): Promise<string>
  /** Exit code, or the signal that ended it. */
  ended: Promise<number | string>
  stdout(): string
  stderr(): string
  kill(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL' | 'SIGSTOP'): void
}

const running = new Set<ChildProcess>()

let main = ''

/** Call this at the top of a file that starts servers. */
export function bundleServer(): void {
  beforeAll(async () => {
    main = await bundled('main')
  })
  afterAll(async () => {
    const closing = [...running].map(child => once(child, 'close'))
    for (const child of running) child.kill('SIGKILL')
    await Promise.all(closing)
  })
}

/**
 * The server inherits PATH and HOME only, so that the environment of the tests does not change it.
 *
 * @param flags of Node
 */
export function spawnServer(
  env: Record<string, string> = {},
  { flags = [] }: { flags?: readonly string[] } = {},
): Spawned {
  const data = env.FLEET_DATA ?? dataFolder()
  // The process lives for seconds only: optimizing the WebAssembly of PGlite would take longer than it saves.
  const child = spawn(process.execPath, ['--liftoff-only', ...flags, main], {
    cwd: packageRoot,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      MQTT_PORT: 'off',
      FLEET_DATA: data,
      // With PostgreSQL the default is the working directory.
      FLEET_SECRET_FILE: join(data, 'fleet-master-password.txt'),
      DRAIN_SECONDS: '0',
      ...env,
    },
  })
  running.add(child)
  const text = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (part: string) => {
      text[name] += part
    })
  // After 'close' all output has arrived; after 'exit' some may be missing.
  const ended = once(child, 'close').then(([code, signal]) => {
    running.delete(child)
    return (code ?? signal) as number | string
  })
  return {
    pid: child.pid!,
    ended,
    stdout: () => text.stdout,
    stderr: () => text.stderr,
    kill: signal => void child.kill(signal),
    ready: () =>
      new Promise((resolve, reject) => {
        const look = () => {
          const url = /^ {2}\S+ +(http:\/\/\S+)$/m.exec(text.stdout)?.[1]
          // The last line of the welcome contains this.
          if (url && text.stdout.includes('Ctrl+C')) resolve(url)
        }
        child.stdout.on('data', look)
        look()
        void ended.then(code => reject(new Error(`ended with ${code}: ${text.stderr}`)))
      }),
  }
}

/** Ends a server as an operator does, and expects a clean exit. */
export async function stopServer(server: Spawned): Promise<void> {
  server.kill('SIGTERM')
  expect(await server.ended).toBe(0)
}

/** A running server with a session of the demo master, or of the given account. */
export async function startServer(env: Record<string, string>, account?: Account) {
  const server = spawnServer(env)
  const url = await server.ready()
  const token = await signedIn(url, account)
  return { server, url, token, ask: askOverHttp(url, token) }
}

/** A database by its location, as `connectDatabase` takes it. */
export type Place = { folder: string } | { url: string }

export const environmentOf = (place: Place): Record<string, string> =>
  'url' in place ? { DATABASE_URL: place.url, FLEET_DATA: dataFolder() } : { FLEET_DATA: place.folder }

/** For `test.each`: a new database of each kind; PostgreSQL only if TEST_DATABASE_URL is set. */
export const eachDatabase: [string, () => Promise<Place>][] = [
  ['PGlite', async () => ({ folder: await preparedFolder() })],
]
if (process.env.TEST_DATABASE_URL)
  eachDatabase.push(['PostgreSQL', async () => ({ url: await createDatabase() })])

/** A migrated, empty database of the faster kind, as an environment. */
export async function preparedPlace(): Promise<Record<string, string>> {
  if (!process.env.TEST_DATABASE_URL) return { FLEET_DATA: await preparedFolder() }
  return environmentOf({ url: await migratedPostgres() })
}

interface Account {
  email: string
  password: string
}

const DEMO_MASTER: Account = { email: 'master@demo.local', password: 'Fleet-demo1!' }

export const postLogin = (url: string, account = DEMO_MASTER) =>
  fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })

/** The token of a new session. */
export async function signedIn(url: string, account?: Account): Promise<string> {
  const response = await postLogin(url, account)
  if (!response.ok) throw new Error(`sign-in failed: ${response.status}`)
  return ((await response.json()) as { payload: string }).payload
}

/** The calls of `walk`, over HTTP. */
export function askOverHttp(url: string, token: string): AskMaster {
  return async ({ method, url: path, payload, file, key }) => {
    const upload = file === undefined ? undefined : fileBody(file)
    const response = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(key && { 'idempotency-key': key }),
        ...(upload ? { 'content-type': upload.type } : payload ? { 'content-type': 'application/json' } : {}),
      },
      ...(upload ? { body: new Uint8Array(upload.body) } : payload ? { body: JSON.stringify(payload) } : {}),
    })
    return { status: response.status, text: await response.text() }
  }
}
