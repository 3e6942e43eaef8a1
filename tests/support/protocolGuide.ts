/** Runs the commands of `src/server/gateway/PROTOCOL.md` as a reader pastes them. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram } from '../../src/tools/services/programs'
import { root } from './source'

/** The port and the order of the guide's examples. */
const PORT = '-p 18883'
const ORDER = '"id":17'
/** The line at which the reader waits for an order. */
const PRINTED = /^# An order was printed.*$/m

export const hasMosquittoClients = () =>
  ['bash', 'mosquitto_pub', 'mosquitto_sub'].every(name => findProgram(name) !== undefined)

export interface Guide {
  /** The commands before an order arrives, and those that answer it. */
  before: string
  answer: (order: number) => string
}

/** Reads the guide, with this IMEI and this port in place of its own. */
export function readGuide(imei: string, port: number): Guide {
  const text = readFileSync(join(root, 'src/server/gateway/PROTOCOL.md'), 'utf8')
  const block = /^```sh\n([\s\S]*?)^```$/m.exec(text)?.[1]
  if (!block?.includes(PORT) || !block.includes(ORDER) || !PRINTED.test(block))
    throw new Error('PROTOCOL.md has other commands')
  const filled = block.replace(/^IMEI=\d+/m, `IMEI=${imei}`).replaceAll(PORT, `-p ${port}`)
  const [before = '', after = ''] = filled.split(PRINTED)
  // The second part uses variables of the first.
  const variables = before.split('\n').filter(line => /^[A-Z]+=/.test(line))
  return { before, answer: order => [...variables, after.replace(ORDER, `"id":${order}`)].join('\n') }
}

export interface Shell extends AsyncDisposable {
  /** The output until now. */
  printed: () => string
  /** The exit code of the shell. */
  ended: Promise<number | null>
}

/** Runs commands in bash, with the device's secret in `$SECRET`. The shell waits for its background processes. */
export function runInShell(commands: string, secret: string): Shell {
  const child: ChildProcess = spawn('bash', ['-c', `set -e\n${commands}\nwait`], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, SECRET: secret },
  })
  let text = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return {
    printed: () => text,
    ended,
    async [Symbol.asyncDispose]() {
      // The minus sign addresses the whole process group.
      if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGKILL')
      await ended
    },
  }
}
