/** A TCP proxy in front of a server, for tests of an interrupted network. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterFile } from './afterFile'

export class TcpProxy {
  readonly #server = createServer(client => this.#forward(client))
  readonly #sockets = new Set<Socket>()
  #port = 0
  #isFrozen = false
  #isHolding = false
  readonly #held: Socket[] = []

  private constructor(private readonly target: URL) {}

  /** Starts a proxy to this address; it is closed after the file. */
  static async to(url: string): Promise<TcpProxy> {
    const proxy = new TcpProxy(new URL(url))
    await proxy.open()
    afterFile(() => proxy.cut())
    return proxy
  }

  /** The address of the target, by way of the proxy. */
  get url(): string {
    return Object.assign(new URL(this.target), { hostname: '127.0.0.1', port: this.#port }).href
  }

  /** Closes all connections and refuses new ones. */
  cut(): void {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
    this.#sockets.clear()
  }

  /** Keeps all connections, but forwards nothing. */
  freeze(): void {
    this.#isFrozen = true
  }

  /** Accepts new connections but forwards nothing, until `closeHeld`; open connections are not affected. */
  holdNewConnections(): void {
    this.#isHolding = true
  }

  /** How many connections it holds. */
  get held(): number {
    return this.#held.length
  }

  /** Closes the held connections and forwards new ones. */
  closeHeld(): void {
    this.#isHolding = false
    for (const socket of this.#held.splice(0)) socket.destroy()
  }

  /** Forwards everything again, at the same address. */
  async open(): Promise<void> {
    this.#isFrozen = false
    this.closeHeld()
    if (this.#server.listening) return
    await once(this.#server.listen(this.#port, '127.0.0.1'), 'listening')
    this.#port = (this.#server.address() as AddressInfo).port
  }

  #forward(client: Socket): void {
    if (this.#isHolding) {
      this.#held.push(client.on('error', () => undefined))
      return
    }
    const target = connect(Number(this.target.port), this.target.hostname)
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const) {
      this.#sockets.add(from)
      from.on('data', bytes => !this.#isFrozen && to.write(bytes))
      from.on('error', () => undefined)
      from.on('close', () => to.destroy())
    }
  }
}
