/**
 * Starts the built server on a temporary data folder, for the journeys and for tools that use the product from outside.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { packageRoot as root } from '../../server/packageRoot'

/** The demo fleet's logins. */
export const LEVELS = ['guest', 'client', 'vendor', 'master'] as const
export type Level = (typeof LEVELS)[number]
export const PASSWORD = 'Fleet-demo1!'
export const emailOf = (level: Level) => `${level}@demo.local`

export interface Site extends AsyncDisposable {
  url: string
  pid: number
  /** The output of the server so far, stdout and stderr. */
  output: () => string
  /** Resolves once the output matches, including earlier output. */
  waitForOutput: (pattern: RegExp) => Promise<void>
  /** A token of a demo login; the same for each call. */
  token: (level: Level) => Promise<string>
  /** Whether the process is still running. */
  isRunning: () => boolean
  stop: () => Promise<void>
}

interface SiteOptions {
  /** A data folder to copy. */
  data?: string
  env?: Record<string, string>
  /** The data folder, which `stop` does not remove; default: a temporary folder. */
  folder?: string
  /** Default: a free port. */
  port?: number
}

/** Blocks the stream of changes, so that the network of the page becomes idle; the page polls instead. */
export const withoutStream = (page: Page): Promise<unknown> =>
  page.route('**/api/events?*', route => route.fulfill({ status: 404 }))

const START_LIMIT_MS = 180_000

/** Starts the server and waits until it answers. */
export async function startSite({
  data,
  env,
  folder: givenFolder,
  port: givenPort,
}: SiteOptions = {}): Promise<Site> {
  const folder = givenFolder ?? (await mkdtemp(join(tmpdir(), 'fleet-site-')))
  if (data) await cp(data, folder, { recursive: true })
  const port = givenPort ?? (await freePort())
  const url = `http://127.0.0.1:${port}`
  const { child, output, waitForOutput } = spawnServer({ FLEET_DATA: folder, PORT: String(port), ...env })
  const tokens = new Map<Level, Promise<string>>()
  const isRunning = () => child.exitCode === null && child.signalCode === null
  const stop = async () => {
    if (isRunning()) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    if (!givenFolder) await rm(folder, { recursive: true, force: true })
  }
  try {
    await Promise.race([
      // The last line of the start message: from then on SIGTERM stops the server properly.
      waitForOutput(new RegExp(`:${port}\\b[\\s\\S]*Ctrl\\+C`)),
      once(child, 'exit').then(() => Promise.reject(new Error(`the server did not start:\n${output()}`))),
    ])
    return {
      url,
      pid: child.pid!,
      output,
      waitForOutput,
      isRunning,
      stop,
      [Symbol.asyncDispose]: stop,
      token: level => {
        const token = tokens.get(level) ?? signIn(url, level)
        tokens.set(level, token)
        return token
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Creates an empty temporary folder. Disposing removes it. */
export async function temporaryFolder(prefix: string): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), prefix))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

/** Starts the server as a child process, without the settings of this process that would change its behaviour. */
function spawnServer(env: Record<string, string>) {
  const { DATABASE_URL: _1, JWT_SECRET: _2, PUBLIC_URL: _3, FLEET_DEMO: _4, ...inherited } = process.env
  const flags = process.env.TEST_NODE_FLAGS?.split(' ') ?? []
  const child: ChildProcess = spawn(process.execPath, [...flags, 'dist/server/main.js'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...inherited,
      NO_COLOR: '1',
      FORCE_COLOR: undefined,
      DRAIN_SECONDS: '0',
      MQTT_PORT: 'off',
      ...env,
    },
  })
  let text = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
  const waitForOutput = async (pattern: RegExp) => {
    const limit = performance.now() + START_LIMIT_MS
    while (!pattern.test(text)) {
      if (performance.now() > limit) throw new Error(`the server never printed ${pattern}:\n${text}`)
      await wait(20)
    }
  }
  return { child, waitForOutput, output: () => text }
}

async function signIn(url: string, level: Level): Promise<string> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: emailOf(level), password: PASSWORD }),
  })
  const { payload } = (await answer.json()) as { payload?: unknown }
  if (typeof payload !== 'string') throw new Error(`${level} could not sign in: ${answer.status}`)
  return payload
}

/**
 * A port that nothing listens at, and that the system gives to no connection until the caller listens at it: Linux uses
 * ports from 32,768 for connections of clients.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
