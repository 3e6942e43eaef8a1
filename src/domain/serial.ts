/** Device serial numbers (§2, §9). */

/**
 * The serial padded with zeros, as screens show it: `1234` → `00001234`. An empty serial stays empty.
 */
export function padSerial(serial: string | number, width = 8): string {
  const text = String(serial).trim()
  return text === '' ? '' : text.padStart(width, '0')
}
