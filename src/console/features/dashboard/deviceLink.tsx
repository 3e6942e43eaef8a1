/** Links to the device list, filtered to the devices that a figure of the dashboard counts. */
import { Link, type LinkProps } from '@mui/material'
import { Link as RouterLink } from 'react-router'
import { partsFor, readableFields } from '../../../engine/access'
import { boundOf } from '../../../engine/filterBounds'
import { useMayAccess } from '../../auth/access'
import { useUser } from '../../auth/useSession'
import { useConfig } from '../../config'
import { filteredPath } from '../../paths'

const RESOURCE = 'devices'

type DeviceFilter = Partial<
  Record<'sido' | 'status' | 'vendor' | 'model' | 'client' | 'closed_gte' | 'modem.rsrp_lte', string | number>
>

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
  const filters = list ? partsFor(config, level, list.filters).map(({ name }) => name) : []
  const readable = resource ? readableFields(config, level, resource).map(({ name }) => name) : []
  /** True for a filter of the list, and for a bound, such as `closed_gte`, of a field that the user may read. */
  const isFilterable = (name: string) =>
    filters.includes(name) || readable.includes(boundOf(name)?.field ?? '')
  return filter => {
    const entries = Object.entries(filter)
    if (!resource || !list || !entries.every(([name]) => isFilterable(name))) return undefined
    if (entries.length === 0) return resource.path
    return filteredPath(resource.path, filter)
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
