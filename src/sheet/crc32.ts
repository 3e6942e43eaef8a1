/** CRC-32 as zip uses it, over pieces. */

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value
})

/** The checksum of what came before (0 at first) and this piece. */
export function crc32(before: number, piece: Uint8Array): number {
  let crc = ~before
  for (let at = 0; at < piece.length; at++) crc = TABLE[(crc ^ piece[at]!) & 0xff]! ^ (crc >>> 8)
  return ~crc >>> 0
}
