/** Screens that say why there is nothing to see. */
import HowToReg from '@mui/icons-material/HowToReg'
import LockOutlined from '@mui/icons-material/LockOutlined'
import SearchOff from '@mui/icons-material/SearchOff'
import { Button } from '@mui/material'
import { useTranslate } from 'ra-core'
import { Link } from 'react-router'
import { paths } from '../paths'
import { Screen } from '../ui/Screen'
import { EmptyState, type StateProps } from '../ui/states/EmptyState'

/** A page that this user may not see (§6). The server refuses its data as well. */
export const Denied = () => <StateScreen name="denied" icon={LockOutlined} leadsToMain />

/** The 404 page: says that the page does not exist and links to the main page (§2). */
export const NotFound = () => <StateScreen name="notFound" icon={SearchOff} leadsToMain />

/** For guests whom no vendor has taken in yet (decision 26). */
export const NoVendor = () => <StateScreen name="noVendor" icon={HowToReg} />

interface StateScreenProps extends Pick<StateProps, 'icon'> {
  /** Of its sentences in `i18n/{ko,en}/shell.json`. */
  name: 'denied' | 'notFound' | 'noVendor'
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
