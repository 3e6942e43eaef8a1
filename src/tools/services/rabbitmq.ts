/**
 * Starts a separate RabbitMQ for tests and the bench: one node or a cluster on this machine, on free ports and in a
 * temporary folder. Nodes may be killed and restarted.
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

/** The folder of the packages of Debian and Fedora. Their start script in the PATH works only as root. */
const RABBITMQ_FOLDER = '/usr/lib/rabbitmq/lib'
const START_LIMIT_MS = 90_000
/** The number of characters to show from the end of a log or output. */
const LOG_CHARACTERS = 4_000
/**
 * Limit of open files and connections per node: less than the usual limit of 20,000 per process, because the node does
 * not count its connections for permission checks.
 */
const HANDLES = 17_000

interface Rabbitmq extends AsyncDisposable {
  /** The MQTT port of each node. */
  ports: readonly number[]
  /** Kills a node by SIGKILL, so that it publishes no wills. @param node index of the node; default: the first */
  kill(node?: number): Promise<void>
  start(node?: number): Promise<void>
  /** The end of the log of a node. */
  lastLog(node?: number): Promise<string>
}

/** The folder of the programs of RabbitMQ; `undefined` if it is not installed. */
export function rabbitmqFolder(): string | undefined {
  if (!existsSync(RABBITMQ_FOLDER)) return undefined
  return readdirSync(RABBITMQ_FOLDER)
    .map(name => join(RABBITMQ_FOLDER, name, 'sbin'))
    .find(folder => existsSync(join(folder, 'rabbitmq-server')))
}

/**
 * @param lines lines of `rabbitmq.conf`; listeners and the cluster are added
 * @param nodes the number of nodes; several form a cluster
 * @returns `undefined` if RabbitMQ is not installed
 */
export async function startRabbitmq(lines: readonly string[], nodes = 1): Promise<Rabbitmq | undefined> {
  const programs = rabbitmqFolder()
  if (!programs) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'fleet-rabbitmq-'))
  // A separate port mapper (epmd), so that nodes of other users are not affected.
  const epmd = { ERL_EPMD_PORT: String(await freePort()), ERL_EPMD_ADDRESS: '127.0.0.1' }
  const names = Array.from({ length: nodes }, (_, node) => `fleet${node}@localhost`)
  const cluster =
    nodes === 1
      ? []
      : [
          'cluster_formation.peer_discovery_backend = classic_config',
          ...names.map((name, node) => `cluster_formation.classic_config.nodes.${node + 1} = ${name}`),
        ]
  const nodeSetups = await Promise.all(
    names.map(async name => {
      const nodeFolder = join(folder, name)
      await mkdir(join(nodeFolder, 'mnesia'), { recursive: true })
      const port = await freePort()
      const conf = [
        'listeners.tcp = none',
        'log.file.level = warning',
        `mqtt.listeners.tcp.1 = 127.0.0.1:${port}`,
        ...lines,
        ...cluster,
      ]
      await writeFile(join(nodeFolder, 'rabbitmq.conf'), `${conf.join('\n')}\n`)
      await writeFile(
        join(nodeFolder, 'enabled_plugins'),
        '[rabbitmq_auth_backend_cache,rabbitmq_auth_backend_http,rabbitmq_mqtt].\n',
      )
      const env = {
        ...epmd,
        PATH: process.env.PATH,
        // The nodes share a secret (`.erlang.cookie`) in this folder.
        HOME: folder,
        RABBITMQ_NODENAME: name,
        RABBITMQ_DIST_PORT: String(await freePort()),
        RABBITMQ_MNESIA_BASE: join(nodeFolder, 'mnesia'),
        RABBITMQ_LOG_BASE: nodeFolder,
        RABBITMQ_PID_FILE: join(nodeFolder, 'pid'),
        RABBITMQ_CONFIG_FILE: join(nodeFolder, 'rabbitmq.conf'),
        // This file does not exist, so RabbitMQ does not read the settings of the machine.
        RABBITMQ_CONF_ENV_FILE: join(nodeFolder, 'none'),
        RABBITMQ_ENABLED_PLUGINS_FILE: join(nodeFolder, 'enabled_plugins'),
        RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: `+S 1:1 +sbwt none -rabbit file_handles_high_watermark ${HANDLES}`,
      }
      return { port, env, nodeFolder }
    }),
  )
  const running: (ChildProcess | undefined)[] = []
  const kill = async (node = 0) => {
    const child = running[node]
    running[node] = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    // The start script runs the node as a child in the same process group.
    process.kill(-child.pid!, 'SIGKILL')
    await once(child, 'close')
  }
  const start = async (node = 0) => {
    const { port, env, nodeFolder } = nodeSetups[node]!
    const child = spawn(join(programs, 'rabbitmq-server'), { env, cwd: nodeFolder, detached: true })
    running[node] = child
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-LOG_CHARACTERS)
      })
    const limit = performance.now() + START_LIMIT_MS
    while (!(await isListening(port))) {
      if (child.exitCode !== null || performance.now() > limit)
        throw new Error(`RabbitMQ did not start: ${output}`)
      await wait(50)
    }
  }
  const lastLog = async (node = 0) => {
    const text = await readFile(join(nodeSetups[node]!.nodeFolder, `${names[node]}.log`), 'utf8').catch(
      () => '',
    )
    return text.slice(-LOG_CHARACTERS)
  }
  const end = async () => {
    await Promise.all(nodeSetups.map((_, node) => kill(node)))
    execFileSync('epmd', ['-port', epmd.ERL_EPMD_PORT, '-kill'], { env: nodeSetups[0]!.env, stdio: 'ignore' })
    // Retries, because ending processes may still write.
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  }
  try {
    // Start the nodes one after another: the first node creates the cluster and the secret.
    for (const node of nodeSetups.keys()) await start(node)
  } catch (error) {
    await end()
    throw error
  }
  return { ports: nodeSetups.map(({ port }) => port), kill, start, lastLog, [Symbol.asyncDispose]: end }
}
