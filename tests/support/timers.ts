/** What still waits when a test file ends must not act on the page of the next file, or on none. */

const STARTS = ['setTimeout', 'setInterval'] as const

/** Keeps each timer that is set from now on; what it returns stops them all and sets the globals back. */
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
