/**
 * Limits of an MQTT connection, checked before packets are assembled. It ends if a header announces too long a packet,
 * if too many packets arrive, or if the device stops reading.
 */
import type { Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import type { Writable } from 'node:stream'

interface PacketLimits {
  /** Maximum length of a packet without its header. */
  bytes: number
  /** Packets per second; bursts of ten times as many are allowed. */
  perSecond: number
}

const BURST_SECONDS = 10
/** MQTT encodes the length of a packet in at most four bytes. */
const MAX_LENGTH_BYTES = 4

/**
 * Wraps `read()` of a socket, by which aedes reads: a chunk that breaks a limit is not passed on.
 *
 * @param refuse called once, after which the socket is destroyed
 */
export function guardPackets(
  socket: Socket,
  limits: PacketLimits,
  refuse: (violation: 'packet too large' | 'flood') => void,
): void {
  const check = packetCounter(limits)
  const read = socket.read.bind(socket)
  let isRefused = false
  socket.read = (size?: number) => {
    if (isRefused) return null
    const chunk: Buffer | null = read(size)
    const violation = chunk ? check(chunk) : undefined
    if (!violation) return chunk
    isRefused = true
    refuse(violation)
    socket.destroy()
    return null
  }
}

/**
 * Ends a connection at a write while more than `maxBytes` are unsent. Until then, `write` reports no full buffer: aedes
 * would block one of its hundred concurrent deliveries, and a few devices that stop reading would hold up all others
 * for a minute.
 *
 * @param refuse called once, after which the socket is destroyed
 */
export function boundBacklog(socket: Writable, maxBytes: number, refuse: () => void): void {
  const write = socket.write.bind(socket) as (...values: unknown[]) => boolean
  let isRefused = false
  socket.write = (...values: unknown[]) => {
    if (!isRefused && socket.writableLength > maxBytes) {
      isRefused = true
      refuse()
      socket.destroy()
    }
    write(...values)
    return true
  }
}

/** Parses the headers in a stream of packets. @returns checks the next chunk of the stream */
export function packetCounter({ bytes, perSecond }: PacketLimits) {
  /** Missing bytes of the current packet; `undefined` while its length is being read. */
  let missing: number | undefined = 0
  let lengthBytes = 0
  let length = 0
  let allowed = perSecond * BURST_SECONDS
  let refilledAt = performance.now()

  const isFlood = () => {
    const now = performance.now()
    allowed = Math.min(perSecond * BURST_SECONDS, allowed + ((now - refilledAt) / 1000) * perSecond)
    refilledAt = now
    allowed -= 1
    return allowed < 0
  }
  return (chunk: Buffer): 'packet too large' | 'flood' | undefined => {
    for (let offset = 0; offset < chunk.length; ) {
      if (missing === undefined) {
        const byte = chunk[offset++]!
        // Seven bits per byte, lowest first; the eighth bit announces another byte.
        length += (byte & 0x7f) * 128 ** lengthBytes++
        if (length > bytes || lengthBytes > MAX_LENGTH_BYTES) return 'packet too large'
        if (byte < 0x80) missing = length
      } else if (missing > 0) {
        const skipped = Math.min(missing, chunk.length - offset)
        missing -= skipped
        offset += skipped
      } else {
        // The first byte of the next packet.
        if (isFlood()) return 'flood'
        offset++
        missing = undefined
        lengthBytes = 0
        length = 0
      }
    }
    return undefined
  }
}
