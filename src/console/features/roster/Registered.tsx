/** Offers the next steps after a registration: to list the new devices, and to move them to a group. */
import { Box, Button } from '@mui/material'
import { Link } from 'react-router'
import { partsFor, readableFields } from '../../../engine/access'
import { useUser } from '../../auth/useSession'
import { useConfig, useTranslate } from '../../config'
import { filteredPath } from '../../paths'
import type { Chosen } from '../bulk'

interface RegisteredProps {
  /** The number of new devices. */
  count: number
  /** The value of `created`, the same in all new devices, cut to milliseconds. */
  created: string
  onGroup: (devices: Chosen) => void
  onLeave: () => void
}

export function Registered({ count, created, onGroup, onLeave }: RegisteredProps) {
  const translate = useTranslate()
  const config = useConfig()
  const { level } = useUser()
  const resource = config.resources.devices
  // A user who may not read `created` cannot filter the list by it.
  if (!resource?.list || !readableFields(config, level, resource).some(({ name }) => name === 'created'))
    return null
  const filter = { created_gte: created, created_lte: new Date(Date.parse(created) + 1).toISOString() }
  const mayGroup = partsFor(config, level, resource.list.bulkActions).some(({ name }) => name === 'moveBatch')
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <Button component={Link} to={filteredPath(resource.path, filter)} variant="outlined" onClick={onLeave}>
        <span>{translate('roster.dialog.view', { count: count.toLocaleString('ko-KR') })}</span>
      </Button>
      {mayGroup && (
        <Button
          variant="outlined"
          aria-haspopup="dialog"
          onClick={() => onGroup({ choice: { filter }, count })}
        >
          {translate('roster.dialog.toGroup')}
        </Button>
      )}
    </Box>
  )
}
