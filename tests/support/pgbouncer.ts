/** Starts a pgbouncer in transaction mode, with five connections to the server of TEST_DATABASE_URL. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findProgram, isListening } from '../../src/tools/services/programs'
import { freePort } from '../../src/tools/services/site'
import { afterFile } from './afterFile'

/**
 * @param database its address on the server itself
 * @returns its address through pgbouncer; `undefined`, with a line in the output, if pgbouncer is not installed
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
  // pgbouncer refuses to run as root.
  const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const bouncer = spawn(program, ['-q', ...asNobody, file], { stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  bouncer.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  afterFile(async () => {
    if (bouncer.exitCode === null && bouncer.signalCode === null) {
      bouncer.kill('SIGKILL')
      await once(bouncer, 'close')
    }
    rmSync(folder, { recursive: true, force: true })
  })
  while (!(await isListening(Number(url.port)))) {
    if (bouncer.exitCode !== null) throw new Error(`pgbouncer ended: ${errors}`)
    await wait(50)
  }
  return url.href
}
