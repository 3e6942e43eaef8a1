/**
 * Sockets of this machine by which commands ask a server that runs: a file that the server's own user alone may open.
 */
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'

/**
 * Listens, also where a server that was killed has left the file behind.
 *
 * @throws the system's error where no socket can be made there
 */
export async function listenAtFile(file: string, serve: (socket: Socket) => void): Promise<Server> {
  await rm(file, { force: true })
  const server = createServer(serve)
  const mask = process.umask(0o177)
  server.listen(file)
  process.umask(mask)
  await once(server, 'listening')
  return server
}

/** @throws by the first read, where nobody listens */
export const connectToFile = (file: string): Socket => connect(file).setEncoding('utf8')

/** @returns all up to the end of the first line; less where the other side has ended before */
export async function readLine(socket: Socket): Promise<string> {
  let text = ''
  for await (const part of socket.iterator({ destroyOnReturn: false })) {
    text += String(part)
    if (text.endsWith('\n')) break
  }
  return text
}
