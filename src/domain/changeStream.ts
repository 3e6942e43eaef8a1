/** Constants of the stream of changes, for server and console. */

export const STREAM_EVENTS = ['ready', 'change', 'reset'] as const
export type StreamEvent = (typeof STREAM_EVENTS)[number]

/** A console may request changes of at most this many milliseconds before now. */
export const MAX_AGO_MS = 600_000
