/** Formats and prints figures. */
export const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
export const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`
export const formatRatio = (a: number, b: number) => `${(a / b).toFixed(2)} ×`
export const formatCount = (count: number) => Math.round(count).toLocaleString('en')
export const print = (line: string) => console.log(line)

/** Prints a time, its baseline, and their ratio. */
export const printRatio = (what: string, ours: number, of: string, theirs: number) =>
  print(`  ${what.padEnd(22)} ${ms(ours)}   ${of} ${ms(theirs)}   ${formatRatio(ours, theirs)}`)

/** The end of a line: the target of its figure, and whether it is met. */
export const targetNote = (wanted: string, isKept: boolean) =>
  `   target ${wanted} ${isKept ? 'kept' : 'MISSED'}`
