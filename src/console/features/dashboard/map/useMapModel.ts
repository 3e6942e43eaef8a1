/** The data that map, list and legend show, computed once for all three. */

import { useTheme } from '@mui/material'
import { useStore } from 'ra-core'
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
  const { data: provinces } = useProvinces()
  const amount = useStats().data?.amount
  const [preferred, setView] = useStore<MapView>('dashboard.view', 'count')

  const counted = regionsOf(map.regions, provinces)
  const views = viewsFor(counted)
  const view = views.includes(preferred) ? preferred : 'count'
  const values = counted.map(region => valueIn(view, region) ?? 0)
  const positiveValues = values.filter(value => value > 0)
  const breaks = breaksOf(values)
  const colours = coloursOf(theme, view)
  const unplaced = provinces && amount && totalsOf(provinces, amount).unplaced
  // In the view "unplaced", country and box both show the number of unplaced devices.
  const valueWith = (counts: DeviceCounts | undefined) =>
    view === 'unplaced' ? unplaced?.count : counts && valueIn(view, counts)
  return {
    views,
    view,
    setView,
    country: {
      id: undefined,
      short: translate('dashboard.country'),
      value: amount && valueWith({ ...amount, count: amount.device }),
    },
    regions: counted.map(region => {
      const value = valueIn(view, region)
      return {
        ...region,
        name: translate(region.name),
        short: translate(region.short),
        value,
        colour: colours.of(classOf(value, breaks), breaks.length + 1),
      }
    }),
    unplaced: { id: UNPLACED, short: translate(map.unplaced), value: valueWith(unplaced), counts: unplaced },
    /** The lowest value of each class. */
    classStarts: positiveValues.length > 0 ? [Math.min(...positiveValues), ...breaks] : [],
    colours,
    format: (value: number) => (view === 'offline' ? numbers.percent(value) : numbers.count(value)),
  }
}
