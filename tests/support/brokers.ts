/** Brokers that one test file starts, on free ports and in temporary folders. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { brokerLines } from '../../src/tools/services/brokerGuide'
import { type Mosquitto, startMosquitto as startOpenMosquitto } from '../../src/tools/services/mosquitto'
import { findProgram, isListening } from '../../src/tools/services/programs'
import { startRabbitmq as startNode } from '../../src/tools/services/rabbitmq'
import { freePort } from '../../src/tools/services/site'
import { afterFile } from './afterFile'

export { rabbitmqFolder } from '../../src/tools/services/rabbitmq'

/**
 * Starts a node of RabbitMQ that asks one of our servers for permissions. It ends after the file.
 *
 * @param lines of `rabbitmq.conf`, without the listener
 * @returns the port of MQTT
 */
export async function startRabbitmq(lines: readonly string[]): Promise<number> {
  const node = (await startNode(lines))!
  afterFile(() => node[Symbol.asyncDispose]())
  return node.ports[0]!
}

/** @returns the path of Mosquitto, `undefined` if it is not installed */
export const mosquittoProgram = () => findProgram('mosquitto')

/**
 * A Mosquitto that admits everybody, for one test: gateways of other tests would disconnect its devices. Ends after the
 * file.
 */
export async function ownMosquitto(): Promise<Mosquitto> {
  const broker = (await startOpenMosquitto())!
  afterFile(() => broker[Symbol.asyncDispose]())
  return broker
}

/** The gateway's account at `startMosquittoOfGuide`. */
export const MOSQUITTO_GATEWAY = { name: 'fleet-gateway', password: 'gateways-password' }

/**
 * A Mosquitto that is installed by the commands of `brokers.md`, beside the main config file of Debian's service. As
 * root it changes to the user `mosquitto`, as the service does. It ends after the file.
 *
 * @param folder of an authority, with a broker's certificate for `localhost` (`tools/deviceCa`)
 * @returns its ports
 */
export async function startMosquittoOfGuide(folder: string): Promise<{ devices: number; gateway: number }> {
  const ports = { devices: await freePort(), gateway: await freePort() }
  const { name, password } = MOSQUITTO_GATEWAY
  const service = mkdtempSync(join(tmpdir(), 'fleet-mosquitto-'))
  afterFile(() => rmSync(service, { recursive: true, force: true }))
  chmodSync(service, 0o755)
  mkdirSync(join(service, 'conf.d'))
  const isRoot = process.getuid?.() === 0
  const filledIn = {
    '/etc/mosquitto': service,
    '/etc/fleet': folder,
    'mqtt.example.com': 'localhost',
    'listener 8883': `listener ${ports.devices} 127.0.0.1`,
    'listener 1883': `listener ${ports.gateway}`,
    '-c gateway.passwd fleet-gateway': `-b -c gateway.passwd ${name} ${password}`,
    ...(!isRoot && { '-g mosquitto': '' }),
  }
  const linesOf = (file: string) => [...brokerLines(file, filledIn), ''].join('\n')
  for (const file of ['devices.acl', 'gateway.acl', 'mosquitto.conf'])
    writeFileSync(join(folder, file), linesOf(file))
  execFileSync('sh', ['-e', '-c', linesOf('mosquitto.sh')], { stdio: ['ignore', 'ignore', 'inherit'] })
  const debian = ['persistence true', `persistence_location ${service}/`, `include_dir ${service}/conf.d`, '']
  writeFileSync(join(service, 'mosquitto.conf'), debian.join('\n'))
  await startMosquitto(join(service, 'mosquitto.conf'), ports.devices, ports.gateway)
  return ports
}

/** Starts a Mosquitto with this config file and waits for its ports. */
async function startMosquitto(file: string, ...ports: readonly number[]): Promise<ChildProcess> {
  const broker = spawn(mosquittoProgram()!, ['-c', file])
  const output = outputOf(broker)
  afterFile(async () => {
    if (broker.exitCode !== null || broker.signalCode !== null) return
    broker.kill('SIGKILL')
    await once(broker, 'close')
  })
  for (const port of ports) await untilOpen(port, broker, output)
  return broker
}

function outputOf({ stdout, stderr }: ChildProcess): () => string {
  let text = ''
  for (const stream of [stdout, stderr])
    stream?.setEncoding('utf8').on('data', (part: string) => {
      text = (text + part).slice(-5_000)
    })
  return () => text
}

const OPEN_WITHIN_MS = 90_000

async function untilOpen(port: number, program: ChildProcess, output: () => string): Promise<void> {
  const until = performance.now() + OPEN_WITHIN_MS
  while (!(await isListening(port))) {
    if (program.exitCode !== null || performance.now() > until)
      throw new Error(`the broker ended: ${output()}`)
    await wait(50)
  }
}
