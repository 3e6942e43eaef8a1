/** Brokers of a test's own, on ports and in folders of their own, beside whatever else runs on the machine. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findProgram } from '../../src/tools/programs'
import { freePort } from '../../src/tools/site'
import { afterFile } from './afterFile'

/** Where the packages of Debian and Fedora put it; their own starter on the path runs as root alone. */
const RABBITMQ = '/usr/lib/rabbitmq/lib'

/** The folder of RabbitMQ's programs; `undefined` where it is not installed. */
export function rabbitmqFolder(): string | undefined {
  if (!existsSync(RABBITMQ)) return undefined
  return readdirSync(RABBITMQ)
    .map(name => join(RABBITMQ, name, 'sbin'))
    .find(folder => existsSync(join(folder, 'rabbitmq-server')))
}

/**
 * Starts a node of RabbitMQ that asks a server of ours who is let in, and ends it after the file.
 *
 * @param lines of its `rabbitmq.conf`, beside its listener
 * @returns the port of MQTT
 */
export async function startRabbitmq(lines: readonly string[]): Promise<number> {
  const programs = rabbitmqFolder()!
  const folder = mkdtempSync(join(tmpdir(), 'fleet-rabbitmq-'))
  const [mqtt, distribution, epmd] = [await freePort(), await freePort(), await freePort()]
  writeFileSync(
    join(folder, 'rabbitmq.conf'),
    ['listeners.tcp = none', `mqtt.listeners.tcp.1 = 127.0.0.1:${mqtt}`, ...lines, ''].join('\n'),
  )
  writeFileSync(
    join(folder, 'enabled_plugins'),
    '[rabbitmq_auth_backend_cache,rabbitmq_auth_backend_http,rabbitmq_mqtt].\n',
  )
  mkdirSync(join(folder, 'mnesia'))
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    // Not the one of the machine: nodes of others are none of our business.
    ERL_EPMD_PORT: String(epmd),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    RABBITMQ_NODENAME: 'fleet@localhost',
    RABBITMQ_DIST_PORT: String(distribution),
    RABBITMQ_MNESIA_BASE: join(folder, 'mnesia'),
    RABBITMQ_LOG_BASE: folder,
    RABBITMQ_PID_FILE: join(folder, 'pid'),
    RABBITMQ_CONFIG_FILE: join(folder, 'rabbitmq.conf'),
    RABBITMQ_CONF_ENV_FILE: join(folder, 'none'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'enabled_plugins'),
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '+S 1:1 +sbwt none',
  }
  const node = spawn(join(programs, 'rabbitmq-server'), { env, cwd: folder, detached: true })
  const said = textOf(node)
  afterFile(async () => {
    // Its starter is a script, whose children are a group of their own.
    if (node.exitCode === null && node.signalCode === null) {
      process.kill(-node.pid!, 'SIGKILL')
      await once(node, 'close')
    }
    execFileSync('epmd', ['-port', String(epmd), '-kill'], { env, stdio: 'ignore' })
    rmSync(folder, { recursive: true, force: true })
  })
  await untilOpen(mqtt, node, said)
  return mqtt
}

/** @returns the program of Mosquitto, `undefined` where it is not installed */
export const mosquittoProgram = () => findProgram('mosquitto')

/** Starts a Mosquitto with this file, and ends it after the tests. */
export async function startMosquitto(file: string, port: number): Promise<ChildProcess> {
  const broker = spawn(mosquittoProgram()!, ['-c', file])
  const said = textOf(broker)
  afterFile(async () => {
    if (broker.exitCode !== null || broker.signalCode !== null) return
    broker.kill('SIGKILL')
    await once(broker, 'close')
  })
  await untilOpen(port, broker, said)
  return broker
}

function textOf({ stdout, stderr }: ChildProcess): () => string {
  let text = ''
  for (const stream of [stdout, stderr])
    stream?.setEncoding('utf8').on('data', (part: string) => {
      text = (text + part).slice(-5_000)
    })
  return () => text
}

const OPEN_WITHIN_MS = 90_000

async function untilOpen(port: number, program: ChildProcess, said: () => string): Promise<void> {
  const until = performance.now() + OPEN_WITHIN_MS
  while (!(await isOpen(port))) {
    if (program.exitCode !== null || performance.now() > until) throw new Error(`the broker ended: ${said()}`)
    await wait(50)
  }
}

function isOpen(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
