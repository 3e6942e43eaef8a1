/** A warning on every page while the server is unreachable or slow. */
import CloudOff from '@mui/icons-material/CloudOffOutlined'
import { Alert, Box, type SxProps } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useSyncExternalStore } from 'react'
import { connection } from '../../connection'
import { StillWaiting } from './StillWaiting'

const listen = (changed: () => void) => connection.listen({ onChange: changed })

export function ConnectionNotice({ sx }: { sx?: SxProps }) {
  const translate = useTranslate()
  const state = useSyncExternalStore(listen, connection.state)
  return (
    <Box sx={sx}>
      <Box role="status">
        {state !== 'reached' && (
          <Alert severity="warning" role="presentation" icon={<CloudOff />} square>
            {translate(`shell.connection.${state}`)}
          </Alert>
        )}
      </Box>
      <StillWaiting />
    </Box>
  )
}
