/** How figures are printed. */
export const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
export const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`
export const times = (a: number, b: number) => `${(a / b).toFixed(2)} ×`
export const many = (count: number) => Math.round(count).toLocaleString('en')
export const print = (line: string) => console.log(line)

/** A figure beside the one that it is measured by. */
export const printRatio = (what: string, ours: number, of: string, theirs: number) =>
  print(`  ${what.padEnd(22)} ${ms(ours)}   ${of} ${ms(theirs)}   ${times(ours, theirs)}`)

/** What a figure should be, and whether it is. */
export const target = (wanted: string, isKept: boolean) => `   target ${wanted} ${isKept ? 'kept' : 'MISSED'}`
