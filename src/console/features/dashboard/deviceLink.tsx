/** Links to the device list, filtered to the devices that a figure of the dashboard counts. */
import { Link, type LinkProps } from '@mui/material'
import { Link as RouterLink } from 'react-router'
import { partsFor } from '../../../engine/access'
import { useMayAccess } from '../../auth/access'
import { useUser } from '../../auth/useSession'
import { useConfig } from '../../config'

const RESOURCE = 'devices'

type DeviceFilter = Partial<Record<'sido' | 'status' | 'vendor' | 'model' | 'client', string | number>>

/**
 * Returns a function from a filter to a path: `linkTo({ status: 'linked' })`. The path is undefined if the user's
 * device list lacks the filter.
 */
export function useDeviceLink(): (filter: DeviceFilter) => string | undefined {
  const config = useConfig()
  const may = useMayAccess()
  const { level } = useUser()
  const resource = config.resources[RESOURCE]
  const list = may(RESOURCE, 'list') ? resource?.list : undefined
  const filterable = list ? partsFor(config, level, list.filters).map(({ name }) => name) : []
  return filter => {
    const entries = Object.entries(filter)
    if (!resource || !list || !entries.every(([name]) => filterable.includes(name))) return undefined
    if (entries.length === 0) return resource.path
    return `${resource.path}?${new URLSearchParams({ filter: JSON.stringify(filter) })}`
  }
}

/** A link, or only its content if there is no path. */
export function MaybeLink({ to, children, ...link }: LinkProps & { to: string | undefined }) {
  if (!to) return children
  return (
    <Link component={RouterLink} to={to} color="inherit" {...link}>
      {children}
    </Link>
  )
}
