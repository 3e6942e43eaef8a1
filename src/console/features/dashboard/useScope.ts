/** What the statistics panel speaks of: the country, a province, or what has no known place. */
import { useTranslate } from 'ra-core'
import { useConfig, useWords } from '../../config'
import { usePlace, usePlaces, useStats } from './queries'
import { type Figures, sumOf, UNPLACED } from './regions'
import { useSelection } from './useSelection'

export interface Scope {
  /** A region's id, `UNPLACED`, or nothing for the country. */
  id: string | undefined
  name: string
  /** Not there yet, or not to be had. */
  figures?: Figures
  error?: unknown
  /** When the figures were read, in milliseconds; they are older than they should be when there is an error too. */
  since?: number
  retry: () => void
}

export function useScope(): { scope: Scope; national: () => void } {
  const translate = useTranslate()
  const words = useWords()
  const { regions, unplaced } = useConfig().dashboard.map
  const { selected, select } = useSelection()
  const stats = useStats()
  const places = usePlaces()
  const place = usePlace(selected)
  const national = () => select(undefined)

  if (selected === UNPLACED) {
    const figures = places.data && stats.data ? sumOf(places.data, stats.data.amount).unplaced : undefined
    const retry = () => void Promise.all([stats.refetch(), places.refetch()])
    return {
      scope: {
        id: selected,
        name: words(unplaced),
        figures,
        error: stats.error ?? places.error,
        since: Math.min(stats.dataUpdatedAt, places.dataUpdatedAt),
        retry,
      },
      national,
    }
  }
  if (selected) {
    const region = regions.find(({ id }) => id === selected)!
    const listed = places.data?.find(({ sido }) => sido === selected)
    const known = listed?.linked === undefined ? undefined : listed
    return {
      scope: {
        id: selected,
        name: words(region.name),
        // The list has them already; the province's own call says the same, or later.
        figures: place.data ?? known,
        error: place.error,
        since: place.data ? place.dataUpdatedAt : places.dataUpdatedAt,
        retry: () => void place.refetch(),
      },
      national,
    }
  }
  const amount = stats.data?.amount
  return {
    scope: {
      id: undefined,
      name: translate('dashboard.country'),
      figures: amount && { ...amount, count: amount.device },
      error: stats.error ?? (stats.data && places.data ? places.error : undefined),
      since: Math.min(stats.dataUpdatedAt, places.dataUpdatedAt || stats.dataUpdatedAt),
      retry: () => void Promise.all([stats.refetch(), places.refetch()]),
    },
    national,
  }
}
