/** The device list, filtered as somewhere on the dashboard: only where this user's list has such a filter (issue 5). */
import { useCallback } from 'react'
import { partsFor } from '../../../engine/access'
import { useMayAccess } from '../../auth/access'
import { useUser } from '../../auth/useSession'
import { useConfig } from '../../config'

const RESOURCE = 'devices'

export type DeviceFilter = Partial<Record<'sido' | 'status' | 'vendor' | 'model' | 'client', string | number>>

/** `const linkTo = useDeviceLink(); linkTo({ status: 'linked' })`; `undefined` where the list cannot be filtered so. */
export function useDeviceLink(): (filter: DeviceFilter) => string | undefined {
  const config = useConfig()
  const may = useMayAccess()
  const { level } = useUser()
  return useCallback(
    filter => {
      const resource = config.resources[RESOURCE]
      if (!resource?.list || !may(RESOURCE, 'list')) return undefined
      const known = partsFor(config, level, resource.list.filters).map(({ name }) => name)
      const wanted = Object.entries(filter).filter(([, value]) => value !== undefined)
      if (!wanted.every(([name]) => known.includes(name))) return undefined
      if (wanted.length === 0) return resource.path
      return `${resource.path}?${new URLSearchParams({ filter: JSON.stringify(Object.fromEntries(wanted)) })}`
    },
    [config, may, level],
  )
}
