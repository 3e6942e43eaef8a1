/** What server and console agree on about the stream of changes. */

/** The names of its events. */
export const STREAM_EVENTS = ['ready', 'change', 'reset'] as const
export type StreamEvent = (typeof STREAM_EVENTS)[number]

/** The furthest back that a console may ask for, in milliseconds. */
export const MOST_AGO = 600_000
