/**
 * A copy of PGlite's files for commands that read while the server runs, as `npm run backup` does, asked of the server
 * that holds the data folder: who connects to `fleet.sock` there gets one line of JSON that names the copy, and has it
 * until the connection ends. Others wait while the files are copied, not while the backup is made of them.
 */
import { cp, mkdir, rm } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { connectToFile, listenAtFile, readLine } from './localSocket'
import type { Db } from './store/database'

type CopyAnswer = { folder: string } | { problem: string }

const socketOf = (folder: string) => join(folder, 'fleet.sock')
const copyOf = (folder: string) => join(folder, 'copy')

/**
 * @param folder the data folder, which this process holds
 * @throws the system's error where no socket can be made there
 * @returns ends the service
 */
export async function serveCopies(db: Db, folder: string): Promise<() => Promise<void>> {
  await rm(copyOf(folder), { recursive: true, force: true })
  const open = new Set<Socket>()
  let last = Promise.resolve()
  const server = await listenAtFile(socketOf(folder), socket => {
    open.add(socket)
    socket.on('error', () => socket.destroy())
    // Clients send nothing, but a socket that is not read never reports its end.
    socket.resume()
    last = last.then(() => serve(db, folder, socket)).finally(() => open.delete(socket))
  })
  return async () => {
    server.close()
    for (const socket of open) socket.destroy()
    await last
  }
}

async function serve(db: Db, folder: string, socket: Socket): Promise<void> {
  if (socket.destroyed) return
  const gone = new Promise(resolve => socket.once('close', resolve))
  const answer: CopyAnswer = await makeCopy(db, folder).then(
    copy => ({ folder: copy }),
    (error: Error) => ({ problem: error.message }),
  )
  socket.write(`${JSON.stringify(answer)}\n`)
  if ('problem' in answer) socket.end()
  await gone
  await rm(copyOf(folder), { recursive: true, force: true })
}

/** PGlite has one connection: while it is held here nothing is written. */
async function makeCopy(db: Db, folder: string): Promise<string> {
  const copy = copyOf(folder)
  await rm(copy, { recursive: true, force: true })
  await mkdir(copy, { mode: 0o700 })
  await db.connection().execute(async held => {
    await sql`checkpoint`.execute(held)
    await cp(join(folder, 'pg'), join(copy, 'pg'), { recursive: true })
  })
  return copy
}

/**
 * Asks the server that holds a data folder for a copy of it.
 *
 * @param use reads the copy, a data folder as well, which is deleted afterwards
 * @throws the system's error where no server answers, or the server's refusal
 */
export async function withCopy<Result>(
  folder: string,
  use: (copy: string) => Promise<Result>,
): Promise<Result> {
  const socket = connectToFile(socketOf(folder))
  try {
    const text = await readLine(socket)
    const answer: CopyAnswer = text ? JSON.parse(text) : { problem: 'the server has ended' }
    if ('problem' in answer) throw new Error(answer.problem)
    return await use(answer.folder)
  } finally {
    socket.destroy()
  }
}
