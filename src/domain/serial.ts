/** Device serial numbers (§2, §9). */

/**
 * The serial in the width the screens show, zeros in front: `1234` → `00001234`. A longer one stays whole; an empty one
 * stays empty.
 */
export function padSerial(serial: string | number, width = 8): string {
  const text = String(serial).trim()
  return text === '' ? '' : text.padStart(width, '0')
}
