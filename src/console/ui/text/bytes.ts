/** Formats a number of bytes in steps of 1024: `812 B`, `1.2 kB`, `20 MB`. */
export function bytes(size: number): string {
  const units = ['B', 'kB', 'MB', 'GB'] as const
  let unit = 0
  let amount = size
  while (amount >= 1024 && unit < units.length - 1) {
    amount /= 1024
    unit += 1
  }
  return `${Number(amount.toFixed(1))} ${units[unit]}`
}
