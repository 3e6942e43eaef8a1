/** Account creation, which a later issue brings; until then it says so and leads back. */
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'ra-core'
import { Link as RouterLink } from 'react-router'
import { paths } from '../../paths'
import { AccountFrame } from './AccountFrame'

export function RegisterPage() {
  const translate = useTranslate()
  return (
    <AccountFrame title={translate('shell.coming.register.title')}>
      <Typography variant="h2" component="p" sx={{ mb: 1 }}>
        {translate('shell.coming.title')}
      </Typography>
      <Typography color="text.secondary">{translate('shell.coming.register.text')}</Typography>
      <Typography variant="body2" sx={{ mt: 3 }}>
        <Link component={RouterLink} to={paths.login}>
          {translate('account.toLogin')}
        </Link>
      </Typography>
    </AccountFrame>
  )
}
