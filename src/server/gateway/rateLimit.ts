/**
 * Rate limit per device for an external broker, which does not limit devices itself. Ignores messages over the limit.
 */
import { DEVICE_PAYLOAD_BYTES } from '../../contract/deviceMessages'
import type { ServerSettings } from '../../engine/compiled'
import type { Tally } from './tally'

/** The allowed burst, in seconds of the configured rate; the same as at the embedded broker. */
const BURST_SECONDS = 10
/** The position of the IMEI in a topic, after `fleet/v1/nn/`. */
const IMEI_START = 12
const IMEI_END = 27

interface Options {
  settings(): ServerSettings['gateway']
  tally: Tally
  isConnected(imei: string): boolean
  /** Closes the device's connection at the broker. */
  end(imei: string): Promise<void>
}

export class RateLimit {
  /** Messages by IMEI since the counts were last cleared. */
  readonly #counts = new Map<string, number>()
  readonly #timer: NodeJS.Timeout

  constructor(private readonly options: Options) {
    this.#timer = setInterval(() => this.#counts.clear(), BURST_SECONDS * 1000).unref()
  }

  /**
   * Counts a message, and disconnects a device over the limit, at most every ten seconds.
   *
   * @returns whether to process the message
   */
  allows(topic: string, payload: Buffer): boolean {
    const { settings, tally, isConnected, end } = this.options
    const imei = topic.slice(IMEI_START, IMEI_END)
    const max = settings().deviceMessages * BURST_SECONDS
    const count = this.#counts.get(imei) ?? 0
    const isTooLarge = payload.length > DEVICE_PAYLOAD_BYTES
    // A payload over the limit counts as a flood.
    this.#counts.set(imei, isTooLarge ? Math.max(count, max) + 1 : count + 1)
    if (!isTooLarge && count < max) return true
    tally.add(isTooLarge ? 'payload too large' : 'flood')
    // Only the first message over the limit ends the connection.
    if (this.#counts.get(imei) === max + 1) void end(imei)
    // A message that the device is offline is processed even over the limit: nothing else reports it.
    const saysOffline = topic.endsWith('/presence') && !payload.includes('true')
    return !isTooLarge && saysOffline && isConnected(imei)
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}
