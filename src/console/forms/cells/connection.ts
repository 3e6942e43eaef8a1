/** Since when a device is online or offline (§4), and the tone of its dot: more than a day offline needs attention. */
import { connectivity } from '../../../domain/connectivity'
import { isAbsent } from '../../../domain/dates'
import type { Tone } from '../../ui/StatusDot'
import { textOf } from './cell'

const DAY_MS = 86_400_000

/** The fields with the times of a connection. A table with both shows no durations, which would repeat a time. */
export const CONNECTION_TIMES: readonly string[] = ['linked', 'closed']

/** @param now the server's time in ms */
export function connectionOf(record: Readonly<Record<string, unknown>>, now: number) {
  const linked = textOf(record.linked)
  const closed = textOf(record.closed)
  const isOnline = connectivity({ linked, closed }) === 'linked'
  const since = isOnline || isAbsent(closed) ? linked : closed
  const isLong = now - Date.parse(since) > DAY_MS
  let tone: Tone = isOnline ? 'success' : isLong ? 'warning' : 'neutral'
  if (isAbsent(since)) tone = 'hollow'
  return { isOnline, since, tone }
}
