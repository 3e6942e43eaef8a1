/**
 * RabbitMQ of one's own, one node or a cluster on this machine, for tests and for the bench: on free ports and in a
 * folder of its own, beside whatever else runs. Nodes may be killed and started again.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isListening } from './programs'
import { freePort } from './site'

/** Where the packages of Debian and Fedora put it; their own starter on the path runs as root alone. */
const PLACE = '/usr/lib/rabbitmq/lib'
const OPEN_WITHIN_MS = 90_000
/** Letters of its log that are said where something has failed. */
const SAID = 4_000
/**
 * Files and connections that a node holds open: less than the 20,000 that processes are often allowed. It does not
 * count the connections by which it asks who may do what.
 */
const HANDLES = 17_000

interface Rabbitmq extends AsyncDisposable {
  /** The MQTT port of each node. */
  ports: readonly number[]
  /** `kill -9`: it publishes no wills. */
  kill(node?: number): Promise<void>
  start(node?: number): Promise<void>
  /** The end of what a node has logged. */
  said(node?: number): Promise<string>
}

/** The folder of its programs; `undefined` where it is not installed. */
export function rabbitmqFolder(): string | undefined {
  if (!existsSync(PLACE)) return undefined
  return readdirSync(PLACE)
    .map(name => join(PLACE, name, 'sbin'))
    .find(folder => existsSync(join(folder, 'rabbitmq-server')))
}

/**
 * @param lines of `rabbitmq.conf`, beside listeners and cluster
 * @param nodes more than one make a cluster
 * @returns `undefined` where it is not installed
 */
export async function startRabbitmq(lines: readonly string[], nodes = 1): Promise<Rabbitmq | undefined> {
  const programs = rabbitmqFolder()
  if (!programs) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'fleet-rabbitmq-'))
  // Not the one of the machine: nodes of others are none of our business.
  const epmd = { ERL_EPMD_PORT: String(await freePort()), ERL_EPMD_ADDRESS: '127.0.0.1' }
  const names = Array.from({ length: nodes }, (_, at) => `fleet${at}@localhost`)
  const cluster =
    nodes === 1
      ? []
      : [
          'cluster_formation.peer_discovery_backend = classic_config',
          ...names.map((name, at) => `cluster_formation.classic_config.nodes.${at + 1} = ${name}`),
        ]
  const all = await Promise.all(
    names.map(async name => {
      const place = join(folder, name)
      await mkdir(join(place, 'mnesia'), { recursive: true })
      const port = await freePort()
      const conf = [
        'listeners.tcp = none',
        'log.file.level = warning',
        `mqtt.listeners.tcp.1 = 127.0.0.1:${port}`,
        ...lines,
        ...cluster,
      ]
      await writeFile(join(place, 'rabbitmq.conf'), `${conf.join('\n')}\n`)
      await writeFile(
        join(place, 'enabled_plugins'),
        '[rabbitmq_auth_backend_cache,rabbitmq_auth_backend_http,rabbitmq_mqtt].\n',
      )
      const env = {
        ...epmd,
        PATH: process.env.PATH,
        // The nodes' common secret is written there.
        HOME: folder,
        RABBITMQ_NODENAME: name,
        RABBITMQ_DIST_PORT: String(await freePort()),
        RABBITMQ_MNESIA_BASE: join(place, 'mnesia'),
        RABBITMQ_LOG_BASE: place,
        RABBITMQ_PID_FILE: join(place, 'pid'),
        RABBITMQ_CONFIG_FILE: join(place, 'rabbitmq.conf'),
        RABBITMQ_CONF_ENV_FILE: join(place, 'none'),
        RABBITMQ_ENABLED_PLUGINS_FILE: join(place, 'enabled_plugins'),
        RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: `+S 1:1 +sbwt none -rabbit file_handles_high_watermark ${HANDLES}`,
      }
      return { port, env, place }
    }),
  )
  const running: (ChildProcess | undefined)[] = []
  const kill = async (node = 0) => {
    const one = running[node]
    running[node] = undefined
    if (!one || one.exitCode !== null || one.signalCode !== null) return
    // Its starter is a script, whose children are a group of their own.
    process.kill(-one.pid!, 'SIGKILL')
    await once(one, 'close')
  }
  const start = async (node = 0) => {
    const { port, env, place } = all[node]!
    const child = spawn(join(programs, 'rabbitmq-server'), { env, cwd: place, detached: true })
    running[node] = child
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said = (said + text).slice(-5_000)
      })
    const until = performance.now() + OPEN_WITHIN_MS
    while (!(await isListening(port))) {
      if (child.exitCode !== null || performance.now() > until) throw new Error(`RabbitMQ ended: ${said}`)
      await wait(50)
    }
  }
  const said = async (node = 0) => {
    const text = await readFile(join(all[node]!.place, `${names[node]}.log`), 'utf8').catch(() => '')
    return text.slice(-SAID)
  }
  const end = async () => {
    await Promise.all(all.map((_, node) => kill(node)))
    execFileSync('epmd', ['-port', epmd.ERL_EPMD_PORT, '-kill'], { env: all[0]!.env, stdio: 'ignore' })
    // What ends may still write.
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  }
  try {
    // One after the other: the first one makes the cluster, and the secret.
    for (const node of all.keys()) await start(node)
  } catch (error) {
    await end()
    throw error
  }
  return { ports: all.map(({ port }) => port), kill, start, said, [Symbol.asyncDispose]: end }
}
