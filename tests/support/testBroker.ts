/** A broker within the test, whose decisions a test can replace. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { Aedes, type AedesOptions } from 'aedes'
import { afterFile } from './afterFile'

/** It admits every client, unless the options say otherwise. Closed after the file. */
export async function startTestBroker(options: AedesOptions = {}) {
  const broker = await Aedes.createBroker(options)
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    broker.handle(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterFile(() => {
    server.close()
    broker.close()
  })
  return {
    broker,
    url: `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Breaks all connections. */
    cutAll() {
      for (const socket of sockets) socket.destroy()
    },
  }
}
