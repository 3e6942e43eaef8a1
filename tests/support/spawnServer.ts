/** The server as a process of its own: for what only a process can show (start, refusal, signals). */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { packageRoot } from '../../src/server/packageRoot'
import { afterFile } from './afterFile'
import { bundled } from './bundle'
import { migratedPostgres, openFolder } from './databases'
import { type AskMaster, fileBody } from './walk'

export interface Spawned {
  pid: number
  /** Where it answers; rejects when it ends before it is ready. */
  ready(): Promise<string>
  /** Exit code, or the signal that ended it. */
  ended: Promise<number | string>
  stdout(): string
  stderr(): string
  kill(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL' | 'SIGSTOP'): void
}

const running = new Set<ChildProcess>()

let main = ''

/** For a file that starts servers. */
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
 * Nothing of the environment of the tests reaches the server but what finds programs.
 *
 * @param flags of Node
 */
export function spawnServer(
  env: Record<string, string> = {},
  { flags = [] }: { flags?: readonly string[] } = {},
): Spawned {
  const data = env.FLEET_DATA ?? dataFolder()
  // It lives for seconds: to compile PGlite well takes longer than it saves.
  const child = spawn(process.execPath, ['--liftoff-only', ...flags, main], {
    cwd: packageRoot,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      MQTT_PORT: 'off',
      FLEET_DATA: data,
      // With PostgreSQL it would be written where the tests are run.
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
  // 'close', not 'exit': what it said last has arrived by then.
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
          // The last line of the welcome: everything above has been said.
          if (url && text.stdout.includes('Ctrl+C')) resolve(url)
        }
        child.stdout.on('data', look)
        look()
        void ended.then(code => reject(new Error(`ended with ${code}: ${text.stderr}`)))
      }),
  }
}

/** A new folder with a migrated and empty database in it: a start there takes a fraction of one from nothing. */
export async function preparedFolder(): Promise<string> {
  prepared ??= prepare()
  const folder = dataFolder()
  cpSync(await prepared, folder, { recursive: true })
  return folder
}

/**
 * Such a database for a test that does not depend on which: of PostgreSQL where there is one, since a server starts
 * there in half the time.
 */
export async function preparedPlace(): Promise<Record<string, string>> {
  if (!process.env.TEST_DATABASE_URL) return { FLEET_DATA: await preparedFolder() }
  return { FLEET_DATA: dataFolder(), DATABASE_URL: await migratedPostgres() }
}

let prepared: Promise<string> | undefined
async function prepare(): Promise<string> {
  afterFile(() => {
    prepared = undefined
  })
  const folder = dataFolder()
  const db = await openFolder(folder)
  await db.destroy()
  return folder
}

/** A new folder, gone after the file. */
export function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-start-'))
  afterFile(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A token of the demo's master, or of another account. */
export async function signedIn(
  url: string,
  account: { email: string; password: string } = { email: 'master@demo.local', password: 'Fleet-demo1!' },
): Promise<string> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  if (!answer.ok) throw new Error(`${account.email} could not sign in: ${answer.status}`)
  return ((await answer.json()) as { payload: string }).payload
}

/** The calls of a walk, over HTTP. */
export function askOverHttp(url: string, token: string): AskMaster {
  return async ({ method, url: path, payload, file }) => {
    const upload = file === undefined ? undefined : fileBody(file)
    const answer = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(upload ? { 'content-type': upload.type } : payload ? { 'content-type': 'application/json' } : {}),
      },
      ...(upload ? { body: new Uint8Array(upload.body) } : payload ? { body: JSON.stringify(payload) } : {}),
    })
    return { status: answer.status, text: await answer.text() }
  }
}
