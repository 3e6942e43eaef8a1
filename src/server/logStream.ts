/** The output of the log: JSON lines, or short lines at a terminal. */

/** Names of the levels of Fastify's logger (pino). */
const LEVELS: Readonly<Record<number, string>> = { 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' }
/** The lowest level shown at a terminal. */
const MIN_TERMINAL_LEVEL = 40

interface Out {
  isTTY?: boolean
  write(text: string): unknown
}

/** A stream for Fastify's logger. A terminal shows no requests and sign-ins; redirect the output to get them. */
export function logStream(out: Out): { write(line: string): void } {
  if (!out.isTTY) return { write: line => void out.write(line) }
  return {
    write(line) {
      const { level, time, msg, err, path, terminal } = JSON.parse(line) as LogLine
      if (level < MIN_TERMINAL_LEVEL && !terminal) return
      const clockTime = new Date(time).toTimeString().slice(0, 8)
      const text = [LEVELS[level] ?? level, msg, path, err?.message].filter(Boolean).join(' ')
      out.write(`${clockTime} ${text}\n${err?.stack ? `${err.stack}\n` : ''}`)
    },
  }
}

interface LogLine {
  level: number
  time: number
  msg?: string
  path?: string
  /** Show at a terminal regardless of the level. */
  terminal?: boolean
  err?: { message: string; stack?: string }
}
