/** A size as people and their systems read it, in steps of 1024: `812 B`, `1.2 kB`, `20 MB`. */
export function bytes(size: number): string {
  const steps = ['B', 'kB', 'MB', 'GB'] as const
  let at = 0
  let rest = size
  while (rest >= 1024 && at < steps.length - 1) {
    rest /= 1024
    at += 1
  }
  return `${Number(rest.toFixed(1))} ${steps[at]}`
}
