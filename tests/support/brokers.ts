/** Brokers of a test's own, on ports and in folders of their own, beside whatever else runs on the machine. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Mosquitto, startMosquitto as startOpenMosquitto } from '../../src/tools/services/mosquitto'
import { findProgram, isListening } from '../../src/tools/services/programs'
import { startRabbitmq as startNode } from '../../src/tools/services/rabbitmq'
import { freePort } from '../../src/tools/services/site'
import { afterFile } from './afterFile'
import { brokerLines } from './brokerGuide'

export { rabbitmqFolder } from '../../src/tools/services/rabbitmq'

/**
 * Starts a node of RabbitMQ that asks a server of ours who is let in, and ends it after the file.
 *
 * @param lines of its `rabbitmq.conf`, beside its listener
 * @returns the port of MQTT
 */
export async function startRabbitmq(lines: readonly string[]): Promise<number> {
  const node = (await startNode(lines))!
  afterFile(() => node[Symbol.asyncDispose]())
  return node.ports[0]!
}

/** @returns the program of Mosquitto, `undefined` where it is not installed */
export const mosquittoProgram = () => findProgram('mosquitto')

/**
 * One that lets everybody in, for gateways and devices of one test: another's gateway would turn them out. Ends after
 * the file.
 */
export async function ownMosquitto(): Promise<Mosquitto> {
  const broker = (await startOpenMosquitto())!
  afterFile(() => broker[Symbol.asyncDispose]())
  return broker
}

/** The account of the gateway at such a Mosquitto. */
export const MOSQUITTO_GATEWAY = { name: 'fleet-gateway', password: 'gateways-password' }

/**
 * A Mosquitto with the files that `brokers.md` gives; it ends after the file.
 *
 * @param folder an authority's, with a broker's certificate for `localhost` (`tools/deviceCa`)
 * @returns its ports
 */
export async function startMosquittoOfGuide(folder: string): Promise<{ devices: number; gateway: number }> {
  const ports = { devices: await freePort(), gateway: await freePort() }
  const { name, password } = MOSQUITTO_GATEWAY
  execFileSync('mosquitto_passwd', ['-b', '-c', join(folder, 'gateway.passwd'), name, password], {
    stdio: 'ignore',
  })
  for (const file of ['devices.acl', 'gateway.acl'])
    writeFileSync(join(folder, file), brokerLines(file, {}).join('\n'))
  const lines = brokerLines('mosquitto.conf', {
    '/etc/fleet': folder,
    'mqtt.example.com': 'localhost',
    'listener 8883': `listener ${ports.devices} 127.0.0.1`,
    'listener 1883': `listener ${ports.gateway}`,
  })
  // As root it would become somebody who may not read a test's folder.
  const user = process.getuid?.() === 0 ? ['user root'] : []
  writeFileSync(join(folder, 'mosquitto.conf'), [...lines, ...user, ''].join('\n'))
  // It opens one after the other.
  await startMosquitto(join(folder, 'mosquitto.conf'), ports.devices, ports.gateway)
  return ports
}

/** Starts a Mosquitto with this file, and ends it after the tests. */
async function startMosquitto(file: string, ...ports: readonly number[]): Promise<ChildProcess> {
  const broker = spawn(mosquittoProgram()!, ['-c', file])
  const said = textOf(broker)
  afterFile(async () => {
    if (broker.exitCode !== null || broker.signalCode !== null) return
    broker.kill('SIGKILL')
    await once(broker, 'close')
  })
  for (const port of ports) await untilOpen(port, broker, said)
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
  while (!(await isListening(port))) {
    if (program.exitCode !== null || performance.now() > until) throw new Error(`the broker ended: ${said()}`)
    await wait(50)
  }
}
