/** The data that map, list and legend show, computed once for all three. */

import { useTheme } from '@mui/material'
import { useStore } from 'ra-core'
import { useState } from 'react'
import { UNPLACED } from '../../../../engine/registry'
import { useConfig, useTranslate } from '../../../config'
import { useNumbers } from '../numbers'
import { useProvinces, useStats } from '../queries'
import { type DeviceCounts, regionsOf, totalsOf } from '../regions'
import { breaksOf, classOf, coloursOf, type MapView, valueIn, viewsFor } from './views'

export type MapModel = ReturnType<typeof useMapModel>

export function useMapModel() {
  const theme = useTheme()
  const translate = useTranslate()
  const numbers = useNumbers()
  const { map } = useConfig().dashboard
  const { data: provinces, errorUpdateCount } = useProvinces()
  // Also while it tries again.
  const isUnknown = !provinces && errorUpdateCount > 0
  const amount = useStats().data?.amount
  const [preferred, setView] = useStore<MapView>('dashboard.view', 'count')

  const [hovered, hover] = useState<string>()
  const counted = regionsOf(map.regions, provinces)
  const views = viewsFor(counted)
  const view = views.includes(preferred) ? preferred : 'count'
  const values = counted.map(region => valueIn(view, region) ?? 0)
  const positiveValues = values.filter(value => value > 0)
  const national = amount && { ...amount, count: amount.device }
  const placed = counted.reduce((sum, { count }) => sum + count, 0)
  const mean = view === 'count' ? placed / counted.length : ((national && valueIn(view, national)) ?? 0)
  const breaks = breaksOf(view, values, mean)
  const colours = coloursOf(theme, view)
  const unplaced = provinces && amount && totalsOf(provinces, amount).unplaced
  const viewValue = (counts: DeviceCounts | undefined) => counts && valueIn(view, counts)
  return {
    /** The region under the pointer, on the map or in the list. */
    hovered,
    hover,
    /** The national mean, around which the classes are. */
    mean: amount && provinces ? mean : undefined,
    views,
    view,
    setView,
    country: {
      id: undefined,
      short: translate('dashboard.country'),
      value: viewValue(national),
    },
    regions: counted.map(region => {
      const value = isUnknown ? undefined : valueIn(view, region)
      return {
        ...region,
        /** Undefined if the counts could not be loaded. */
        counts: isUnknown ? undefined : region,
        name: translate(region.name),
        short: translate(region.short),
        value,
        colour: colours.of(classOf(value, breaks), breaks.length + 1),
      }
    }),
    unplaced: { id: UNPLACED, short: translate(map.unplaced), value: viewValue(unplaced), counts: unplaced },
    /** The lowest value of each class. */
    classStarts: positiveValues.length > 0 ? [Math.min(...positiveValues), ...breaks] : [],
    colours,
    format: (value: number) => (view === 'offline' ? numbers.percent(value) : numbers.count(value)),
  }
}
