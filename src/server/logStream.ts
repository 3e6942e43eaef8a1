/** The log of server and gateway (pino): JSON lines, or short lines at a terminal. */
import Fastify, { type FastifyBaseLogger } from 'fastify'
import { isDatabaseGone } from './store/failures'

/** Names of the levels of Fastify's logger (pino). */
const LEVELS: Readonly<Record<number, string>> = { 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' }
/** The lowest level shown at a terminal. */
const MIN_TERMINAL_LEVEL = 40

interface Out {
  isTTY?: boolean
  write(text: string): unknown
}

/** Options for Fastify's logger. */
export const logOptions = (level: string, out: Out = process.stdout, clock = () => performance.now()) => ({
  level,
  stream: logStream(out),
  hooks: { logMethod: summarizeOutages(clock) },
})

/** The log of a process that serves no HTTP. */
export const createLog = (level: string): FastifyBaseLogger => Fastify({ logger: logOptions(level) }).log

const OUTAGE_EVERY_MS = 1_000
/** An outage counts as over after this time without an error. */
const OUTAGE_ENDS_MS = 60_000

/**
 * A hook of pino: errors of an unreachable database become one line a second, with their number and without stacks. An
 * error with a message that this outage has not had yet is logged at once: it may not occur again.
 */
function summarizeOutages(clock: () => number) {
  const messages = new Set<unknown>()
  let errors = 0
  let nextAt = 0
  let lastAt = 0
  return function logMethod(
    this: unknown,
    args: [unknown, ...unknown[]],
    method: (details: object, message?: string) => void,
  ): void {
    const { err } = Object(args[0]) as { err?: unknown }
    if (!isDatabaseGone(err)) {
      method.apply(this, args as [object, string?])
      return
    }
    const now = clock()
    if (now - lastAt >= OUTAGE_ENDS_MS) messages.clear()
    lastAt = now
    errors++
    const failed = args[1]
    if (messages.has(failed) && now < nextAt) return
    messages.add(failed)
    nextAt = now + OUTAGE_EVERY_MS
    method.call(this, { errors, failed, cause: (err as Error).message }, 'the database cannot be used')
    errors = 0
  }
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
