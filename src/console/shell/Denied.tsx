/** A page that this user may not see (§6). The server refuses its data as well. */
import LockOutlined from '@mui/icons-material/LockOutlined'
import Button from '@mui/material/Button'
import { useTranslate } from 'ra-core'
import { Link } from 'react-router'
import { paths } from '../paths'
import { EmptyState } from '../ui/EmptyState'
import { Screen } from '../ui/Screen'

export function Denied() {
  const translate = useTranslate()
  return (
    <Screen title={translate('shell.denied.title')}>
      <EmptyState
        icon={LockOutlined}
        title={translate('shell.denied.sentence')}
        text={translate('shell.denied.hint')}
        action={
          <Button variant="contained" component={Link} to={paths.root}>
            {translate('shell.toMain')}
          </Button>
        }
      />
    </Screen>
  )
}
