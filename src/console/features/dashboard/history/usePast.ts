/** The last 24 hours of regions, models or vendors by id, read after the first paint; null if none are recorded. */
import { useMemo } from 'react'
import type { OnlineHistory } from '../../../../contract/dashboard'
import { useIsPainted } from '../../../ui/lazy/AfterPaint'
import { useOnlineHistory } from '../queries'

export type Past = OnlineHistory['regions'][number]

export function usePast(of: 'regions' | 'models' | 'vendors'): ReadonlyMap<string, Past> | null {
  const { data } = useOnlineHistory(useIsPainted())
  return useMemo(() => (data === null ? null : new Map(data?.[of].map(past => [past.id, past]))), [data, of])
}
