/** The figures of the dashboard, from the counters of devices in scope. */
import type { DashboardStats, ProvinceCount, ProvinceFigures } from '../../../contract/dashboard'
import type { CompiledConfig } from '../../../engine/compiled'
import { UNPLACED } from '../../../engine/registry'
import type { RegionCount } from '../countedFigures'
import type { RegionFilter } from '../counters'
import type { Tenant } from '../tenancy'

type Regions = Pick<CompiledConfig, 'dashboard'>

/**
 * The national figures and tables. A table by a hidden field is empty.
 *
 * @param hidden names of device fields that the caller may not read
 */
export async function dashboardStats(
  tenant: Tenant,
  config: Regions,
  hidden: ReadonlySet<string>,
): Promise<DashboardStats> {
  const { regions, vendors, models, clients } = await tenant.counters.figures()
  const { count, placed, linked, closed } = total(sumByRegion(regions, config))
  const unlessHidden = <Row>(field: string, rows: Row[]) => (hidden.has(field) ? [] : rows)
  return {
    amount: { device: count, placed, linked, closed },
    vendors: unlessHidden('vendor_name', vendors),
    models: unlessHidden('model', models),
    clients: unlessHidden('client_name', clients),
  }
}

/** Counts for every region of config, and last for devices without a known region. */
export async function provinceCounts(
  tenant: Tenant,
  config: Regions,
): Promise<(ProvinceCount & ProvinceFigures)[]> {
  return [...sumByRegion(await tenant.counters.regions(), config)].map(([sido, figures]) => ({
    sido,
    ...figures,
  }))
}

/** The figures of one region; `undefined` for a region that is not in config. */
export async function provinceFigures(
  tenant: Tenant,
  config: Regions,
  sido: string,
): Promise<ProvinceFigures | undefined> {
  return sumByRegion(await tenant.counters.regions(), config).get(sido)
}

/** Converts a region filter. A region that is not in config matches no device. */
export function regionFilterOf(sido: string, config: Regions): RegionFilter {
  if (sido === UNPLACED) return { outside: regionsOf(config) }
  return regionsOf(config).includes(sido) ? { in: sido } : NOWHERE
}

/** Matches no device: `none` is only used in filters and never stored. */
const NOWHERE: RegionFilter = { in: UNPLACED }

const regionsOf = ({ dashboard }: Regions): string[] => dashboard.map.regions.map(({ id }) => id)

/** Sums counts by region id, in the order of config; '' collects devices without a known region. */
function sumByRegion(regions: readonly RegionCount[], config: Regions): Map<string, ProvinceFigures> {
  const figures = new Map<string, ProvinceFigures>(
    [...regionsOf(config), ''].map(id => [id, { count: 0, placed: 0, linked: 0, closed: 0 }]),
  )
  for (const { sido, devices, linked } of regions) {
    const id = sido !== '' && figures.has(sido) ? sido : ''
    const figure = figures.get(id)!
    figure.count += devices
    figure.placed += id === '' ? 0 : devices
    figure.linked += linked
    figure.closed += devices - linked
  }
  return figures
}

function total(figures: ReadonlyMap<string, ProvinceFigures>): ProvinceFigures {
  const all = { count: 0, placed: 0, linked: 0, closed: 0 }
  for (const figure of figures.values())
    for (const key of ['count', 'placed', 'linked', 'closed'] as const) all[key] += figure[key]
  return all
}
