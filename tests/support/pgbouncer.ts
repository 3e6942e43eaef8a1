/** A pgbouncer of a test's own, in transaction mode, with five connections to the server of TEST_DATABASE_URL. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterFile } from './afterFile'

/**
 * @param database address of a database on the server itself
 * @returns its address by way of pgbouncer; `undefined`, said in a line, where that is not installed
 */
export async function throughPgbouncer(database: string): Promise<string | undefined> {
  const program = findProgram('pgbouncer')
  if (!program) {
    console.log('NOT RUN: pgbouncer is not installed')
    return undefined
  }
  const folder = mkdtempSync(join(tmpdir(), 'fleet-pgbouncer-'))
  const { hostname, port, username, password } = new URL(database)
  const url = new URL(database)
  url.hostname = '127.0.0.1'
  url.port = String(await freePort())
  const file = join(folder, 'pgbouncer.ini')
  const secret = password ? ` password=${decodeURIComponent(password)}` : ''
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${port || 5432} user=${username}${secret}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${url.port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 5
`,
  )
  chmodSync(folder, 0o755)
  // It refuses to run as root.
  const asSomebody = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const bouncer = spawn(program, ['-q', ...asSomebody, file], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  bouncer.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  afterFile(async () => {
    if (bouncer.exitCode === null && bouncer.signalCode === null) {
      bouncer.kill('SIGKILL')
      await once(bouncer, 'close')
    }
    rmSync(folder, { recursive: true, force: true })
  })
  while (!(await answers(Number(url.port)))) {
    if (bouncer.exitCode !== null) throw new Error(`pgbouncer ended: ${said}`)
    await wait(50)
  }
  return url.href
}

/** Debian keeps such programs where only root's PATH leads. */
export function findProgram(name: string): string | undefined {
  return [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
    .map(folder => join(folder, name))
    .find(existsSync)
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

function answers(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
