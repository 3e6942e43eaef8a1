/** Account creation (§2, §5 Register): e-mail and password, or one of two social sign-ins. */
import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'ra-core'
import { Link as RouterLink } from 'react-router'
import { SOCIALS } from '../../../domain/social'
import { paths } from '../../paths'
import { AccountForm } from './AccountForm'
import { AccountFrame } from './AccountFrame'
import { BriefErrors, useSignUp, useSignUpRules } from './signUp'
import { SOCIAL } from './social'

export function RegisterPage() {
  const translate = useTranslate()
  return (
    <AccountFrame title={translate('account.register.title')}>
      <AccountForm
        name="register"
        start={{ email: '', password: '', again: '' }}
        resolver={useSignUpRules()}
        onSubmit={useSignUp()}
      >
        <BriefErrors />
      </AccountForm>
      <Divider sx={{ my: 3, color: 'text.secondary', fontSize: 13 }}>
        {translate('account.social.or')}
      </Divider>
      <Socials />
      <Typography variant="body2" color="text.secondary" sx={{ mt: 3 }}>
        {translate('account.register.haveAccount')}{' '}
        <Link component={RouterLink} to={paths.login} underline="always">
          {translate('account.register.login')}
        </Link>
      </Typography>
    </AccountFrame>
  )
}

/** They leave the page: the server leads to the provider, and from there back to the login. */
function Socials() {
  const translate = useTranslate()
  return (
    <Stack sx={{ gap: 1 }}>
      {SOCIALS.map(social => {
        const { name, Icon } = SOCIAL[social]
        return (
          <Button
            key={social}
            href={paths.social(social, window.location.origin)}
            variant="outlined"
            color="inherit"
            size="large"
            fullWidth
            startIcon={<Icon aria-hidden />}
            sx={{ borderColor: 'divider' }}
          >
            {translate('account.social.with', { name })}
          </Button>
        )
      })}
    </Stack>
  )
}
