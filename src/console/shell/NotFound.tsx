/** The 404 page: says that the page does not exist and links to the main page (§2). */
import SearchOff from '@mui/icons-material/SearchOff'
import Button from '@mui/material/Button'
import { useTranslate } from 'ra-core'
import { Link } from 'react-router'
import { paths } from '../paths'
import { EmptyState } from '../ui/EmptyState'
import { Screen } from '../ui/Screen'

export function NotFound() {
  const translate = useTranslate()
  return (
    <Screen title={translate('shell.notFound.title')}>
      <EmptyState
        icon={SearchOff}
        title={translate('shell.notFound.sentence')}
        text={translate('shell.notFound.hint')}
        action={
          <Button variant="contained" component={Link} to={paths.root}>
            {translate('shell.toMain')}
          </Button>
        }
      />
    </Screen>
  )
}
