/** Where the log goes: JSON lines for machines, one short line each for a person at a terminal. */

const LEVELS: Readonly<Record<number, string>> = { 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' }
/** What a person sees without asking: this and worse. */
const SHOWN_FROM = 40

interface Out {
  isTTY?: boolean
  write(text: string): unknown
}

/** A stream for Fastify's logger. At a terminal calls and sign-ins are left out; redirect the output to have them. */
export function logStream(out: Out): { write(line: string): void } {
  if (!out.isTTY) return { write: line => void out.write(line) }
  return {
    write(line) {
      const { level, time, msg, err, path, terminal } = JSON.parse(line) as LogLine
      if (level < SHOWN_FROM && !terminal) return
      const at = new Date(time).toTimeString().slice(0, 8)
      const what = [LEVELS[level] ?? level, msg, path, err?.message].filter(Boolean).join(' ')
      out.write(`${at} ${what}\n${err?.stack ? `${err.stack}\n` : ''}`)
    },
  }
}

interface LogLine {
  level: number
  time: number
  msg?: string
  path?: string
  /** To be seen at a terminal, whatever its level. */
  terminal?: boolean
  err?: { message: string; stack?: string }
}
