/** Reads the recorded figures of a scope (`commands/fleetHistory`): what is wrong now, and curves of the past. */
import { type RawBuilder, sql } from 'kysely'
import type { Attention, Curve, OnlineHistory } from '../../../contract/dashboard'
import type { CompiledConfig } from '../../../engine/compiled'
import { namesOf } from '../records/references'
import type { FleetParts, PartFigures } from '../schema'
import type { Tenant } from '../tenancy'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Figures recorded longer ago than this are not shown as the present ones. */
const PRESENT_MS = 15 * MINUTE
/** The curve of a part has this many hours. */
const HOURS = 24
/** Figures are recorded once for each slot of five minutes. */
const SLOT_MS = 5 * MINUTE
/** For a region with fewer devices there is no normal share: one device would change it too much. */
const MIN_DEVICES = 10
/** Minimum hours of history for a normal share. */
const MIN_HOURS = 12
/** At most this many groups with lost devices are shown. */
const MAX_GROUPS = 6
/** A master gets the curves of at most this many vendors. */
const MAX_VENDORS = 50

/** The beginning of the five minutes that a row is for. */
export const slotOf = (time: Date): Date => new Date(Math.floor(time.getTime() / SLOT_MS) * SLOT_MS)

type Trouble = Pick<Attention, 'at' | 'lost' | 'weak' | 'below'>

interface TroubleSettings {
  config: CompiledConfig
  now: Date
  weakBelow: number
  /** A region needs attention if its online share is this many percentage points below its normal share. */
  belowNormal: number
  /** Names of device fields that the caller may not read. */
  hidden: ReadonlySet<string>
}

/** Devices lost in the last hour, devices with a weak signal, and regions below their normal online share. */
export async function fleetTrouble(tenant: Tenant, settings: TroubleSettings): Promise<Trouble> {
  const { weakBelow, hidden } = settings
  const history = tenant.fleetHistory()
  const latest = await (history ? newest(history, settings.now) : countTrouble(tenant, settings))
  if (!latest) return { below: [] }
  const since = new Date(latest.at.getTime() - HOUR).toISOString()
  const groups = hidden.has('closed') ? [] : await lostGroups(tenant, latest.parts, settings)
  return {
    at: latest.at.toISOString(),
    ...(!hidden.has('closed') && { lost: { count: latest.lost, since, groups } }),
    ...(!hidden.has('modem.rsrp') && { weak: { count: latest.weak, below: weakBelow } }),
    below: hidden.has('sido') ? [] : await belowNormal(tenant, latest.parts, settings),
  }
}

const newest = (history: NonNullable<ReturnType<Tenant['fleetHistory']>>, now: Date) =>
  history
    .where('at', '>', new Date(now.getTime() - PRESENT_MS))
    .orderBy('at', 'desc')
    .limit(1)
    .selectAll()
    .executeTakeFirst()

/**
 * The present figures for a caller with a row rule: nothing is recorded for row rules, so this counts the rows, as
 * `countedRows`.
 */
async function countTrouble(tenant: Tenant, { now, weakBelow }: TroubleSettings) {
  if (!tenant.hasRules('devices')) return undefined
  const lostSince = new Date(now.getTime() - HOUR)
  const lost = sql<boolean>`not online and closed >= ${lostSince}`
  const weak = sql<boolean>`online and modem_rsrp <> 0 and modem_rsrp < ${weakBelow}::integer`
  const figures = await tenant
    .devices()
    .where(sql<boolean>`(${lost} or ${weak})`)
    .select([countIf(lost).as('lost'), countIf(weak).as('weak')])
    .executeTakeFirstOrThrow()
  return { ...figures, at: now, parts: {} as FleetParts }
}

const countIf = (condition: RawBuilder<boolean>) =>
  sql<number>`(count(*) filter (where ${condition}))::integer`

/** The field that shows each part. If the caller may not read the field, the part is left out. */
const FIELD_OF_PART = { sido: 'sido', model: 'model', vendor: 'vendor_name', client: 'client_name' } as const

async function lostGroups(tenant: Tenant, parts: FleetParts, { config, hidden }: TroubleSettings) {
  const groups = (Object.keys(FIELD_OF_PART) as (keyof typeof FIELD_OF_PART)[])
    .filter(of => !hidden.has(FIELD_OF_PART[of]))
    .flatMap(of => Object.entries(parts[of] ?? {}).map(([id, [, , lost]]) => ({ of, id, lost })))
    .filter(({ lost, id, of }) => lost > 0 && (of === 'sido' ? id !== '' : id !== '0'))
    .sort((a, b) => b.lost - a.lost)
    .slice(0, MAX_GROUPS)
  const namesIn = (of: keyof typeof FIELD_OF_PART) => {
    const ids = groups.filter(group => group.of === of).map(({ id }) => id)
    return namesOf(tenant, config, `${of}s`, ids)
  }
  const [model, vendor, client] = await Promise.all([namesIn('model'), namesIn('vendor'), namesIn('client')])
  const names = { model, vendor, client }
  return groups.flatMap(group => {
    if (group.of === 'sido') return [group]
    const name = names[group.of].get(group.id)
    return name === undefined ? [] : [{ ...group, name }]
  })
}

/** Regions whose online share is below the mean of their last seven days. */
async function belowNormal(tenant: Tenant, present: FleetParts, settings: TroubleSettings) {
  const past = await readHours(tenant, settings.now)
  return Object.entries(present.sido ?? {}).flatMap(([sido, figures]) => {
    if (sido === '' || figures[0] < MIN_DEVICES) return []
    const shares = past.flatMap(({ parts }) => shareOf(parts.sido?.[sido]) ?? [])
    if (shares.length < MIN_HOURS) return []
    const normal = roundedToTenths(shares.reduce((sum, share) => sum + share, 0) / shares.length)
    const share = shareOf(figures) ?? 0
    return share <= normal - settings.belowNormal ? [{ sido, share, normal }] : []
  })
}

/** Curves of the last day and week, and the last 24 hours of each region, model and vendor. */
export async function onlineHistory(
  tenant: Tenant,
  now: Date,
  hidden: ReadonlySet<string>,
): Promise<Omit<OnlineHistory, 'orders'>> {
  const emptyCurve = { at: [], devices: [], linked: [] }
  const history = tenant.fleetHistory()
  if (!history) return { day: emptyCurve, week: emptyCurve, regions: [], models: [], vendors: [] }
  const dayAgo = new Date(now.getTime() - DAY)
  const fiveMinuteRows = await history
    .where('at', '>=', dayAgo)
    .orderBy('at')
    .select(['at', 'devices', 'linked'])
    .execute()
  const hourRows = await readHours(tenant, now)
  const { since } = await history.select(eb => eb.fn.min('at').as('since')).executeTakeFirstOrThrow()
  const recent = hourRows.filter(({ at }) => at >= new Date(now.getTime() - (HOURS + 1) * HOUR))
  const latest = await history.orderBy('at', 'desc').limit(1).selectAll().executeTakeFirst()
  const points = latest ? [...recent, latest] : recent
  const partsOf = (part: 'sido' | 'model') => {
    const ids = Object.keys(latest?.parts[part] ?? {}).filter(id => id !== '')
    return ids.map(id => ({
      id,
      ...pastOf(
        points.map(({ at, parts }) => ({ at, figures: parts[part]?.[id] })),
        now,
      ),
    }))
  }
  return {
    ...(since && { since: since.toISOString() }),
    day: curveOf(fiveMinuteRows),
    week: curveOf(hourRows),
    regions: hidden.has('sido') ? [] : partsOf('sido'),
    models: hidden.has('model') ? [] : partsOf('model'),
    vendors: hidden.has('vendor_name') ? [] : await vendorsOf(tenant, points, now),
  }
}

interface Point {
  at: Date
  devices: number
  linked: number
}

/** A master gets the history of each vendor. Other callers get one vendor: all devices that they see belong to it. */
async function vendorsOf(
  tenant: Tenant,
  scopePoints: readonly Point[],
  now: Date,
): Promise<OnlineHistory['vendors']> {
  const history = tenant.vendorsHistory()
  if (!history) {
    const points = scopePoints.map(point => ({
      at: point.at,
      figures: [point.devices, point.linked] as const,
    }))
    return [{ id: String(tenant.vendor), ...pastOf(points, now) }]
  }
  const largest = await history
    .where('at', '>', new Date(now.getTime() - PRESENT_MS))
    .select('scope_id as id')
    .groupBy('scope_id')
    .orderBy(eb => eb.fn.max('devices'), 'desc')
    .limit(MAX_VENDORS)
    .execute()
  if (largest.length === 0) return []
  const rows = await history
    .where(
      'scope_id',
      'in',
      largest.map(({ id }) => id),
    )
    .where('at', '>=', new Date(now.getTime() - (HOURS + 1) * HOUR))
    .where(atHours(now))
    .orderBy('at')
    .select(['scope_id', 'at', 'devices', 'linked'])
    .execute()
  return largest.map(({ id }) => {
    const points = rows.filter(({ scope_id }) => scope_id === id)
    return {
      id: String(id),
      ...pastOf(
        points.map(({ at, devices, linked }) => ({ at, figures: [devices, linked] })),
        now,
      ),
    }
  })
}

/** Selects the rows of full hours, and the rows of an hour ago and a day ago. */
const atHours = (now: Date) => sql<boolean>`(fleet_history.at = date_trunc('hour', fleet_history.at, 'UTC')
  or fleet_history.at in (${slotOf(new Date(now.getTime() - HOUR))}, ${slotOf(new Date(now.getTime() - DAY))}))`

/** The recorded figures at each full hour of the last seven days, with their parts. */
async function readHours(tenant: Tenant, now: Date) {
  const rows = tenant
    .fleetHistory()
    ?.where('at', '>=', new Date(now.getTime() - 7 * DAY))
    .where(atHours(now))
  return rows ? await rows.orderBy('at').selectAll().execute() : []
}

const curveOf = (rows: readonly Point[]): Curve => ({
  at: rows.map(({ at }) => at.toISOString()),
  devices: rows.map(({ devices }) => devices),
  linked: rows.map(({ linked }) => linked),
})

type Figures = readonly [devices: number, linked: number, ...rest: number[]]

/** The online share in each of the last 24 hours, and the number of online devices an hour and a day ago. */
function pastOf(points: readonly { at: Date; figures: Figures | PartFigures | undefined }[], now: Date) {
  const figuresAt = (time: number, withinMs: number) =>
    points.findLast(({ at }) => at.getTime() <= time && at.getTime() > time - withinMs)?.figures
  const shares = Array.from(
    { length: HOURS },
    (_, index) => shareOf(figuresAt(now.getTime() - (HOURS - 1 - index) * HOUR, HOUR)) ?? null,
  )
  const hour = figuresAt(now.getTime() - HOUR, HOUR)?.[1]
  const day = figuresAt(now.getTime() - DAY, HOUR)?.[1]
  return { shares, ...(hour !== undefined && { hour }), ...(day !== undefined && { day }) }
}

const roundedToTenths = (value: number) => Math.round(value * 10) / 10

/** The online share in percent; `undefined` without devices. */
const shareOf = (figures: Figures | PartFigures | undefined): number | undefined =>
  figures && figures[0] > 0 ? roundedToTenths((100 * figures[1]) / figures[0]) : undefined
