/** Screens that are shown instead of a page: not found, not allowed, failed. */
import ErrorOutline from '@mui/icons-material/ErrorOutline'
import HowToReg from '@mui/icons-material/HowToReg'
import LockOutlined from '@mui/icons-material/LockOutlined'
import SearchOff from '@mui/icons-material/SearchOff'
import { Box, Button, Stack } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { FallbackProps } from 'react-error-boundary'
import { Link } from 'react-router'
import { paths } from '../paths'
import { useOnReconnect } from '../ui/lazy/LazyPart'
import { Screen } from '../ui/Screen'
import { EmptyState, type StateProps } from '../ui/states/EmptyState'
import { ServiceName } from './TopBar'

/** A page that this user may not see (§6). The server refuses its data as well. */
export const Denied = () => <StateScreen name="denied" icon={LockOutlined} leadsToMain />

/** The 404 page: says that the page does not exist and links to the main page (§2). */
export const NotFound = () => <StateScreen name="notFound" icon={SearchOff} leadsToMain />

/** For guests who are not assigned to a vendor yet (decision 26). */
export const NoVendor = () => <StateScreen name="noVendor" icon={HowToReg} />

/** For users whose role is no longer in config. */
export const NoRole = () => <StateScreen name="noRole" icon={LockOutlined} />

interface StateScreenProps extends Pick<StateProps, 'icon'> {
  /** The key of its texts in `i18n/{ko,en}/shell.json`. */
  name: 'denied' | 'notFound' | 'noVendor' | 'noRole'
  leadsToMain?: boolean
}

function StateScreen({ name, icon, leadsToMain = false }: StateScreenProps) {
  const translate = useTranslate()
  return (
    <Screen title={translate(`shell.${name}.title`)}>
      <EmptyState
        icon={icon}
        title={translate(`shell.${name}.sentence`)}
        text={translate(`shell.${name}.hint`)}
        action={
          leadsToMain && (
            <Button variant="contained" component={Link} to={paths.root}>
              {translate('shell.toMain')}
            </Button>
          )
        }
      />
    </Screen>
  )
}

/** Shown when a screen fails: says what to do, without a stack trace (§2, decision 10). */
export function ErrorScreen({ error, resetErrorBoundary }: Partial<FallbackProps>) {
  const translate = useTranslate()
  const messageKey = error?.name === 'ChunkLoadError' ? 'chunk' : 'screen'
  useOnReconnect(messageKey === 'chunk' ? resetErrorBoundary : undefined)
  return (
    <Screen title={translate('shell.error.title')}>
      <EmptyState
        role="alert"
        icon={ErrorOutline}
        title={translate(`shell.error.${messageKey}`)}
        text={translate(`shell.error.${messageKey}Hint`)}
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

/** The error screen as a complete page: at `/error` (§2), which is public, and when the shell itself fails. */
export function ErrorPage({ error }: Partial<FallbackProps>) {
  return (
    <>
      <Box component="header" sx={{ display: 'flex', px: { xs: 1, sm: 3 }, py: 1 }}>
        <ServiceName />
      </Box>
      <Box component="main">
        <ErrorScreen error={error} />
      </Box>
    </>
  )
}
