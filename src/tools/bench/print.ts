/** Formats and prints figures. */
export const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
export const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`
export const formatRatio = (a: number, b: number) => `${(a / b).toFixed(2)} ×`
export const formatCount = (count: number) => Math.round(count).toLocaleString('en')
export const print = (line: string) => console.log(line)

/** Prints a time, its baseline, and their ratio. */
export const printRatio = (label: string, valueMs: number, baseline: string, baselineMs: number) =>
  print(
    `  ${label.padEnd(22)} ${ms(valueMs)}   ${baseline} ${ms(baselineMs)}   ${formatRatio(valueMs, baselineMs)}`,
  )

/** The end of a line: the target of its figure, and whether it is met. */
export const targetNote = (target: string, isMet: boolean) =>
  `   target ${target} ${isMet ? 'kept' : 'MISSED'}`
