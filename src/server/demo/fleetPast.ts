/**
 * Generates the recorded past of the demo fleet (`commands/fleetHistory`): the figures of the present with a rhythm of
 * the day, and a failure in one region two days ago.
 */
import { sql } from 'kysely'
import { recordFleet } from '../commands/fleetHistory'
import type { Db } from '../store/database'
import { insertMany } from '../store/insertMany'
import type { FleetParts, PartFigures } from '../store/schema'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** A row every quarter of an hour in the last day, every hour before. */
const FINE_MS = 15 * MINUTE
const DAY = 24 * HOUR
const DAYS = 7
/** Signals of config; the demo's weak devices are those below it. */
const WEAK_BELOW = -100

/** The failure: its time in ms before now, and the share of the region's online devices that stay online. */
const FAILED = { region: 'KR-48', from: 44 * HOUR, to: 41 * HOUR, left: 0.45 }

export async function addFleetPast(tx: Db, now: Date): Promise<void> {
  await recordFleet(tx, { now, weakBelow: WEAK_BELOW })
  const present = await tx.selectFrom('fleet_history').selectAll().execute()
  const rows = timesBefore(now).flatMap(at => present.map(row => ({ ...row, ...rowAt(row, at, now) })))
  const columns = ['scope', 'scope_id', 'at', 'devices', 'linked', 'lost', 'weak', 'parts'] as const
  await insertMany(tx, 'fleet_history', [...columns], rows as never)
  await sql`analyze fleet_history`.execute(tx)
}

function timesBefore(now: Date): Date[] {
  const times: Date[] = []
  const end = now.getTime() - 5 * MINUTE
  for (let at = Math.floor(end / FINE_MS) * FINE_MS; at > now.getTime() - DAYS * DAY; ) {
    times.push(new Date(at))
    const step = now.getTime() - at < DAY ? FINE_MS : HOUR
    at = Math.floor((at - step) / step) * step
  }
  return times
}

function rowAt(row: { linked: number; parts: FleetParts }, at: Date, now: Date) {
  const hours = at.getTime() / HOUR
  const ago = now.getTime() - at.getTime()
  const scale = 1 - rhythm(hours) - 0.006 * Math.sin(hours * 2.3) - 0.004 * Math.sin(hours * 7.1)
  const hasFailed = ago < FAILED.from && ago > FAILED.to
  const shrink = (figures: PartFigures, factor: number): PartFigures => {
    const [devices, linked] = figures
    return [devices, Math.min(devices, Math.round(linked * factor)), 0, 0]
  }
  const sido = Object.fromEntries(
    Object.entries(row.parts.sido ?? {}).map(([id, figures]) => {
      const regionFactor = 1 + 0.015 * Math.sin(hours * 0.9 + Number(id.slice(3)))
      return [
        id,
        shrink(figures, scale * regionFactor * (hasFailed && id === FAILED.region ? FAILED.left : 1)),
      ]
    }),
  )
  const linked = Object.values(sido).reduce((sum, [, online]) => sum + online, 0)
  const model = Object.fromEntries(
    Object.entries(row.parts.model ?? {}).map(([id, figures]) => [
      id,
      shrink(figures, linked / (row.linked || 1)),
    ]),
  )
  return { at: at.toISOString(), linked, lost: 0, weak: 0, parts: { sido, model } }
}

/** The share of devices that are offline more than now: up to 3 % in the night of Korea. */
const rhythm = (hours: number) => 0.015 * (1 - Math.sin((hours / 24) * 2 * Math.PI))
