/** Types and SQL of the dashboard's figures, for `counters.ts` (maintained sums) and `countedRows.ts` (row counts). */
import { sql } from 'kysely'

/** A row of one of the dashboard's tables. */
interface CountedShare {
  id: number
  name: string
  devices: number
  linked: number
}

export interface CountedFigures {
  regions: RegionCount[]
  vendors: CountedShare[]
  models: CountedShare[]
  clients: (CountedShare & { vendor: string })[]
}

export interface RegionCount {
  /** Region id; empty for none. */
  sido: string
  devices: number
  linked: number
}

/** A row of `NAMED_SHARES`. */
export interface Figure extends CountedShare {
  of: keyof CountedFigures
  vendor: string
}

/** Adds names to the rows of `shares` (`of`, `id`, `sido`, `devices`, `linked`), largest first. */
export const NAMED_SHARES = sql`
  select of, shares.id, coalesce(models.name, vendors.name, clients.name, sido) as name,
      coalesce(owners.name, '') as vendor, devices, linked
    from shares
    left join models on of = 'models' and models.id = shares.id
    left join vendors on of = 'vendors' and vendors.id = shares.id
    left join clients on of = 'clients' and clients.id = shares.id
    left join vendors as owners on owners.id = clients.vendor_id
    where devices > 0
    order by devices desc, name, shares.id`

/** Groups the rows of `NAMED_SHARES` by `of`. */
export function figuresIn(rows: readonly Figure[]): CountedFigures {
  const figures: CountedFigures = { regions: [], vendors: [], models: [], clients: [] }
  for (const { of, id, name, vendor, devices, linked } of rows) {
    if (of === 'regions') figures.regions.push({ sido: name, devices, linked })
    else if (of === 'clients') figures.clients.push({ id, name, vendor, devices, linked })
    else figures[of].push({ id, name, devices, linked })
  }
  return figures
}
