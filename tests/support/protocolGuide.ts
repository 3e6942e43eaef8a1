/** The commands that `src/server/gateway/PROTOCOL.md` prints, so that what people paste is what was tested. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram } from '../../src/tools/services/programs'
import { root } from './source'

/** The address and the order that stand in the guide as examples. */
const PORT = '-p 18883'
const ORDER = '"id":17'
/** Where a person has to wait. */
const PRINTED = /^# An order was printed.*$/m

export const hasMosquittoClients = () =>
  ['bash', 'mosquitto_pub', 'mosquitto_sub'].every(name => findProgram(name) !== undefined)

export interface Guide {
  /** What is typed before an order is there, and after. */
  before: string
  answer: (order: number) => string
}

/** @param imei stands in place of the one of the guide */
export function readGuide(imei: string, port: number): Guide {
  const text = readFileSync(join(root, 'src/server/gateway/PROTOCOL.md'), 'utf8')
  const block = /^```sh\n([\s\S]*?)^```$/m.exec(text)?.[1]
  if (!block?.includes(PORT) || !block.includes(ORDER) || !PRINTED.test(block))
    throw new Error('PROTOCOL.md has other commands')
  const filled = block.replace(/^IMEI=\d+/m, `IMEI=${imei}`).replaceAll(PORT, `-p ${port}`)
  const [before = '', after = ''] = filled.split(PRINTED)
  // What follows is typed into the same shell.
  const known = before.split('\n').filter(line => /^[A-Z]+=/.test(line))
  return { before, answer: order => [...known, after.replace(ORDER, `"id":${order}`)].join('\n') }
}

export interface Shell extends AsyncDisposable {
  /** What was printed so far. */
  printed: () => string
  /** Its exit code, and those of what it has begun. */
  ended: Promise<number | null>
}

/** A shell that runs this and then waits for what it has begun; with the device's secret in `$SECRET`. */
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
      // With all that it has begun.
      if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGKILL')
      await ended
    },
  }
}
