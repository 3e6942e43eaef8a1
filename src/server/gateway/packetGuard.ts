/**
 * Checks the bytes of an MQTT connection before packets are assembled: a packet that announces too great a length ends
 * the connection.
 */
import type { Socket } from 'node:net'
import { performance } from 'node:perf_hooks'

interface PacketLimits {
  /** The longest packet, without its header. */
  bytes: number
  /** Packets a second; ten times as many at once. */
  perSecond: number
}

const BURST = 10
/** The length of a packet is written in four bytes at most. */
const LENGTH_BYTES = 4

/**
 * Guards a socket that is read by `read()`, as aedes does: nothing of a packet that breaks a limit gets there.
 *
 * @param refuse called once, after which the socket is destroyed
 */
export function guardPackets(
  socket: Socket,
  limits: PacketLimits,
  refuse: (why: 'packet too large' | 'flood') => void,
): void {
  const look = packetCounter(limits)
  const read = socket.read.bind(socket)
  let refused = false
  socket.read = (size?: number) => {
    if (refused) return null
    const chunk: Buffer | null = read(size)
    const why = chunk ? look(chunk) : undefined
    if (!why) return chunk
    refused = true
    refuse(why)
    socket.destroy()
    return null
  }
}

/** Follows a stream of packets by their headers. @returns judges the next bytes of it */
export function packetCounter({ bytes, perSecond }: PacketLimits) {
  /** Bytes of the current packet that have not arrived; `undefined` while its length is being read. */
  let left: number | undefined = 0
  let lengthBytes = 0
  let length = 0
  let allowed = perSecond * BURST
  let filled = performance.now()

  const isFlood = () => {
    const now = performance.now()
    allowed = Math.min(perSecond * BURST, allowed + ((now - filled) / 1000) * perSecond)
    filled = now
    allowed -= 1
    return allowed < 0
  }
  return (chunk: Buffer): 'packet too large' | 'flood' | undefined => {
    for (let at = 0; at < chunk.length; ) {
      if (left === undefined) {
        const byte = chunk[at++]!
        length += (byte & 0x7f) * 128 ** lengthBytes++
        if (length > bytes || lengthBytes > LENGTH_BYTES) return 'packet too large'
        if (byte < 0x80) left = length
      } else if (left > 0) {
        const taken = Math.min(left, chunk.length - at)
        left -= taken
        at += taken
      } else {
        // The first byte of the next packet.
        if (isFlood()) return 'flood'
        at++
        left = undefined
        lengthBytes = 0
        length = 0
      }
    }
    return undefined
  }
}
