/** When a screen fails: what to do, never a stack trace (§2, decision 10). */
import ErrorOutline from '@mui/icons-material/ErrorOutline'
import { Box, Button, Stack } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { FallbackProps } from 'react-error-boundary'
import { Link } from 'react-router'
import { paths } from '../paths'
import { useOnReconnect } from '../ui/lazy/useOnReconnect'
import { Screen } from '../ui/Screen'
import { EmptyState } from '../ui/states/EmptyState'
import { ServiceName } from './ServiceName'

export function ErrorScreen({ error, resetErrorBoundary }: Partial<FallbackProps>) {
  const translate = useTranslate()
  const kind = error?.name === 'ChunkLoadError' ? 'chunk' : 'screen'
  useOnReconnect(kind === 'chunk' ? resetErrorBoundary : undefined)
  return (
    <Screen title={translate('shell.error.title')}>
      <EmptyState
        role="alert"
        icon={ErrorOutline}
        title={translate(`shell.error.${kind}`)}
        text={translate(`shell.error.${kind}Hint`)}
        action={
          <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', justifyContent: 'center' }}>
            <Button variant="contained" onClick={() => location.reload()}>
              {translate('shell.reload')}
            </Button>
            <Button variant="outlined" component={Link} to={paths.root} reloadDocument>
              {translate('shell.toMain')}
            </Button>
          </Stack>
        }
      />
    </Screen>
  )
}

/** The same as a page of its own: at `/error` (§2), open to everybody, and when the frame itself has failed. */
export function ErrorPage({ error }: Partial<FallbackProps>) {
  return (
    <>
      <Box component="header" sx={{ display: 'flex', px: { xs: 1, sm: 3 }, py: 0.75 }}>
        <ServiceName />
      </Box>
      <Box component="main">
        <ErrorScreen error={error} />
      </Box>
    </>
  )
}
