/**
 * Unix sockets for commands that talk to a running server. Only the user of the server may open the file.
 */
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'

/**
 * Listens on the file, which a killed server may have left behind.
 *
 * @param read reads what a client asks for; a client that asks for nothing does not delay the others
 * @param serve serves a client; clients are served one after another
 * @throws the system's error if the socket cannot be created
 * @returns disconnects all clients, and stops
 */
export async function serveAtFile<Wanted>(
  file: string,
  read: (socket: Socket) => Promise<Wanted>,
  serve: (socket: Socket, wanted: Wanted) => Promise<void>,
): Promise<() => Promise<void>> {
  const open = new Set<Socket>()
  let last = Promise.resolve()
  await rm(file, { force: true })
  const server = createServer(socket => {
    open.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => open.delete(socket))
    void read(socket).then(
      wanted => {
        last = last.then(() => serve(socket, wanted)).catch(() => void socket.destroy())
      },
      () => socket.destroy(),
    )
  })
  // Read and write for the owner only. The file is created at once by `listen`, before the mask is restored.
  const mask = process.umask(0o177)
  server.listen(file)
  process.umask(mask)
  await once(server, 'listening')
  return async () => {
    server.close()
    for (const socket of open) socket.destroy()
    await last
  }
}

/** Connects to the file. If nothing listens there, the first read fails. */
export const connectToFile = (file: string): Socket => connect(file).setEncoding('utf8')

/** @returns the text up to the first line break, or up to the end of the connection */
export async function readLine(socket: Socket): Promise<string> {
  let text = ''
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    text += String(chunk)
    if (text.endsWith('\n')) break
  }
  return text
}
