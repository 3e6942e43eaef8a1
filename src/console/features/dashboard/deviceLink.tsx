/** Links to the device list, filtered by what a part of the dashboard counts. */
import { Link, type LinkProps } from '@mui/material'
import { Link as RouterLink } from 'react-router'
import { partsFor } from '../../../engine/access'
import { useMayAccess } from '../../auth/access'
import { useUser } from '../../auth/useSession'
import { useConfig } from '../../config'

const RESOURCE = 'devices'

type DeviceFilter = Partial<Record<'sido' | 'status' | 'vendor' | 'model' | 'client', string | number>>

/**
 * `const linkTo = useDeviceLink(); linkTo({ status: 'linked' })`; undefined where this user's list lacks such a filter.
 */
export function useDeviceLink(): (filter: DeviceFilter) => string | undefined {
  const config = useConfig()
  const may = useMayAccess()
  const { level } = useUser()
  const resource = config.resources[RESOURCE]
  const list = may(RESOURCE, 'list') ? resource?.list : undefined
  const filterable = list ? partsFor(config, level, list.filters).map(({ name }) => name) : []
  return filter => {
    const wanted = Object.entries(filter)
    if (!resource || !list || !wanted.every(([name]) => filterable.includes(name))) return undefined
    if (wanted.length === 0) return resource.path
    return `${resource.path}?${new URLSearchParams({ filter: JSON.stringify(filter) })}`
  }
}

/** A text that is a link where there is an address. */
export function MaybeLink({ to, children, ...link }: LinkProps & { to: string | undefined }) {
  if (!to) return children
  return (
    <Link component={RouterLink} to={to} color="inherit" {...link}>
      {children}
    </Link>
  )
}
