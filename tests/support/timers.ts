/** Timers that a test file leaves behind must not fire on the page of the next file. */

const STARTS = ['setTimeout', 'setInterval'] as const

/** Collects each new timer. The returned function clears them all and restores the globals. */
export function collectTimers(): () => void {
  const timers: ReturnType<typeof setTimeout>[] = []
  const originals = STARTS.map(name => {
    const original = globalThis[name] as typeof setTimeout
    const collecting = (...args: Parameters<typeof setTimeout>) => {
      const timer = original(...args)
      timers.push(timer)
      return timer
    }
    Object.assign(globalThis, { [name]: Object.assign(collecting, original) })
    return original
  })
  return () => {
    STARTS.forEach((name, at) => {
      Object.assign(globalThis, { [name]: originals[at] })
    })
    timers.forEach(clearTimeout)
  }
}
