/**
 * Rate limit per device for an external broker, which does not limit devices itself: messages over the limit are not
 * read.
 */
import { DEVICE_PAYLOAD_BYTES } from '../../contract/deviceMessages'
import type { ServerSettings } from '../../engine/compiled'
import type { Tally } from './tally'

/** The burst that is allowed, in seconds of the usual rate; the same as at the broker within the server. */
const SECONDS = 10
/** Where a topic has the IMEI: `fleet/v1/nn/…`. */
const [IMEI_BEGINS, IMEI_ENDS] = [12, 27]

interface Options {
  settings(): ServerSettings['gateway']
  tally: Tally
  isConnected(imei: string): boolean
  /** Ends the device's connection at the broker. */
  end(imei: string): Promise<void>
}

export class Pace {
  readonly #said = new Map<string, number>()
  readonly #timer: NodeJS.Timeout

  constructor(private readonly options: Options) {
    this.#timer = setInterval(() => this.#said.clear(), SECONDS * 1000).unref()
  }

  /**
   * Whether a message is to be read. A device that says too much loses its connection as well, at most every ten
   * seconds.
   */
  takes(topic: string, payload: Buffer): boolean {
    const { settings, tally, isConnected, end } = this.options
    const imei = topic.slice(IMEI_BEGINS, IMEI_ENDS)
    const most = settings().deviceMessages * SECONDS
    const before = this.#said.get(imei) ?? 0
    const isTooLarge = payload.length > DEVICE_PAYLOAD_BYTES
    // A payload over the limit counts as a flood.
    this.#said.set(imei, isTooLarge ? Math.max(before, most) + 1 : before + 1)
    if (!isTooLarge && before < most) return true
    tally.add(isTooLarge ? 'payload too large' : 'flood')
    if (this.#said.get(imei) === most + 1) void end(imei)
    // Above the rate an `online: false` is read nevertheless: nothing else reports that the device has left.
    return !isTooLarge && topic.endsWith('/presence') && isConnected(imei) && !payload.includes('true')
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}
