/** The clock of conditions, expressions and bounds of dates. The console sets it to the server's time. */
let readClock = Date.now

export const currentTime = (): number => readClock()

export function setClock(clock: () => number): void {
  readClock = clock
}
