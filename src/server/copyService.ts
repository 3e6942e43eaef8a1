/**
 * Copies PGlite's files for commands that read data while the server runs, such as `npm run backup`. A client connects
 * to `fleet.sock` in the data folder and receives one line of JSON with the path of the copy, which is deleted when the
 * client disconnects. Writes of the server wait only while the files are copied.
 */
import { cp, mkdir, rm } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { connectToFile, readLine, serveAtFile } from './localSocket'
import type { Db } from './store/database'

type CopyResponse = { folder: string } | { problem: string }

const socketOf = (folder: string) => join(folder, 'fleet.sock')
const copyOf = (folder: string) => join(folder, 'copy')

/**
 * Serves copies of a data folder, one at a time.
 *
 * @param folder the data folder, locked by this process
 * @throws the system's error if the socket cannot be created
 * @returns stops the service
 */
export async function serveCopies(db: Db, folder: string): Promise<() => Promise<void>> {
  await rm(copyOf(folder), { recursive: true, force: true })
  // Clients send nothing, but an unread socket never emits `close`.
  const read = async (socket: Socket) => void socket.resume()
  return serveAtFile(socketOf(folder), read, socket => serve(db, folder, socket))
}

async function serve(db: Db, folder: string, socket: Socket): Promise<void> {
  if (socket.destroyed) return
  const closed = new Promise(resolve => socket.once('close', resolve))
  const response: CopyResponse = await makeCopy(db, folder).then(
    copy => ({ folder: copy }),
    (error: Error) => ({ problem: error.message }),
  )
  socket.write(`${JSON.stringify(response)}\n`)
  if ('problem' in response) socket.end()
  await closed
  await rm(copyOf(folder), { recursive: true, force: true })
}

/** Copies the files while the only connection of PGlite is reserved, so that nothing is written. @returns the folder */
async function makeCopy(db: Db, folder: string): Promise<string> {
  const copy = copyOf(folder)
  await rm(copy, { recursive: true, force: true })
  await mkdir(copy, { mode: 0o700 })
  await db.connection().execute(async connection => {
    await sql`checkpoint`.execute(connection)
    await cp(join(folder, 'pg'), join(copy, 'pg'), { recursive: true })
  })
  return copy
}

/**
 * Requests a copy of a data folder from the running server.
 *
 * @param use reads the copy, which is a complete data folder; deleted afterwards
 * @throws the system's error if no server answers, or the server's error
 */
export async function withCopy<Result>(
  folder: string,
  use: (copy: string) => Promise<Result>,
): Promise<Result> {
  const socket = connectToFile(socketOf(folder))
  try {
    const text = await readLine(socket)
    const response: CopyResponse = text ? JSON.parse(text) : { problem: 'the server has ended' }
    if ('problem' in response) throw new Error(response.problem)
    return await use(response.folder)
  } finally {
    socket.destroy()
  }
}
