/** Starts a separate Mosquitto on a free port, for tests and the bench. It may be killed and restarted. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findProgram, isListening } from './programs'
import { freePort } from './site'

export interface Mosquitto extends AsyncDisposable {
  url: string
  /** Kills the broker by SIGKILL, so that it publishes no wills. */
  kill(): Promise<void>
  start(): Promise<void>
}

/** @returns `undefined` if Mosquitto is not installed */
export async function startMosquitto(): Promise<Mosquitto | undefined> {
  const program = findProgram('mosquitto')
  if (!program) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'fleet-mosquitto-'))
  const port = await freePort()
  const file = join(folder, 'mosquitto.conf')
  const lines = [
    `listener ${port} 127.0.0.1`,
    'allow_anonymous true',
    'persistence false',
    // Enough for thousands of devices that answer at the same moment.
    'max_queued_messages 100000',
    // With the default of 20, the gateway would have to acknowledge after every twenty messages.
    'max_inflight_messages 1000',
    'log_dest stderr',
    'log_type error',
  ]
  await writeFile(file, `${lines.join('\n')}\n`)
  let running: ChildProcess
  const kill = async () => {
    if (running.exitCode !== null || running.signalCode !== null) return
    running.kill('SIGKILL')
    await once(running, 'close')
  }
  const start = async () => {
    running = spawn(program, ['-c', file], { stdio: 'ignore' })
    while (!(await isListening(port))) {
      if (running.exitCode !== null) throw new Error('mosquitto ended')
      await wait(20)
    }
  }
  await start()
  return {
    url: `mqtt://127.0.0.1:${port}`,
    kill,
    start,
    async [Symbol.asyncDispose]() {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
