/**
 * Limits how many devices connect at the same time. If more connect than a broker can serve in time, all of them time
 * out.
 */
export class ConnectQueue {
  readonly #connecting = new Set<object>()
  /** The waiting devices, in order, each with the function that connects it. */
  readonly #waiting = new Map<object, () => void>()

  constructor(private readonly limit: number) {}

  /** @param begin connects the device: called now, or when its turn comes, unless `leave` is called before */
  enter(device: object, begin: () => void): void {
    if (this.#connecting.has(device)) return
    if (this.#connecting.size >= this.limit) return void this.#waiting.set(device, begin)
    this.#connecting.add(device)
    begin()
  }

  /** To be called once the device is connected, has failed, or is stopped. */
  leave(device: object): void {
    this.#waiting.delete(device)
    if (!this.#connecting.delete(device)) return
    const nextEntry = this.#waiting.entries().next().value
    if (!nextEntry) return
    const [nextDevice, begin] = nextEntry
    this.#waiting.delete(nextDevice)
    this.enter(nextDevice, begin)
  }
}
