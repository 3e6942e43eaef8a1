/** The selected region and its device counts. Its id is in the query string, so that a view can be shared. */

import { useSearchParams } from 'react-router'
import { UNPLACED } from '../../../engine/registry'
import { useConfig, useTranslate } from '../../config'
import { useProvince, useProvinces, useStats } from './queries'
import { type DeviceCounts, type Totals, totalsOf } from './regions'

const PARAM = 'sido'

export function useSelectedRegion() {
  const { regions } = useConfig().dashboard.map
  const [params, setParams] = useSearchParams()
  const param = params.get(PARAM)
  return {
    /** A region's id, `UNPLACED`, or undefined for the whole country. */
    selected: param === UNPLACED ? param : regions.find(({ id, shown }) => shown && id === param)?.id,
    select(id: string | undefined) {
      setParams(
        next => {
          if (id) next.set(PARAM, id)
          else next.delete(PARAM)
          return next
        },
        { preventScrollReset: true },
      )
    },
  }
}

/** The selected region, country or unplaced devices, with the counts. */
export interface Selection {
  /** A region's id, `UNPLACED`, or undefined for the whole country. */
  id: string | undefined
  name: string
  /** Absent while loading, and if loading has failed. */
  counts?: DeviceCounts
  /** The error of the last request; `counts` may still have earlier data, read at `since`. */
  error: unknown
  /** When the counts were read, in milliseconds since 1970. */
  since: number
  retry: () => void
  /** The sum of the regions, compared with the country. */
  totals?: Totals
  /** The devices of the whole country. */
  national?: number
  /** Reads the figures of the whole country again. */
  refresh: () => void
}

export function useSelectedCounts(): Selection {
  const translate = useTranslate()
  const { map } = useConfig().dashboard
  const { selected: id } = useSelectedRegion()
  const stats = useStats()
  const provinces = useProvinces()
  const region = map.regions.find(region => region.id === id)
  const province = useProvince(region?.id)
  const amount = stats.data?.amount
  const totals = provinces.data && amount && totalsOf(provinces.data, amount)
  const refresh = () => void Promise.all([stats.refetch(), provinces.refetch()])
  const country = { id, totals, national: amount?.device, refresh }

  if (region) {
    const listed = provinces.data?.find(({ sido }) => sido === id)
    return {
      ...country,
      name: translate(region.name),
      // Until the province's own request has data, use the list of all provinces if that has all counts.
      counts: province.data ?? (listed?.linked === undefined ? undefined : listed),
      error: province.error,
      since: province.data ? province.dataUpdatedAt : provinces.dataUpdatedAt,
      retry: () => void province.refetch(),
    }
  }
  const isCountry = id === undefined
  return {
    ...country,
    name: isCountry ? translate('dashboard.country') : translate(map.unplaced),
    counts: isCountry ? amount && { ...amount, count: amount.device } : totals?.unplaced,
    // If the provinces have never loaded, the map shows the error; the national counts do not need them.
    error: stats.error ?? (isCountry && !totals ? undefined : provinces.error),
    // The older of the two; `dataUpdatedAt` is 0 before the first response.
    since: Math.min(stats.dataUpdatedAt, provinces.dataUpdatedAt || stats.dataUpdatedAt),
    retry: refresh,
  }
}
