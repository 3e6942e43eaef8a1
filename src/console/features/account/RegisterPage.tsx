/** Account creation (§2, §5 Register): e-mail and password, or one of two social sign-ins. */
import { Alert, Box, Button, Divider, Link, Stack, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { Link as RouterLink } from 'react-router'
import { SOCIALS } from '../../../domain/social'
import { paths } from '../../paths'
import { Sentence } from '../../ui/text/Sentence'
import { AccountForm, EmailField, SecretField } from './AccountForm'
import { AccountFrame } from './AccountFrame'
import { SOCIAL } from './social'
import { useSignUp } from './useSignUp'

export function RegisterPage() {
  const translate = useTranslate()
  return (
    <AccountFrame title={translate('account.register.title')}>
      <RegisterForm />
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

function RegisterForm() {
  const translate = useTranslate()
  const { problems, failure, pending, submit } = useSignUp()
  return (
    <AccountForm name="register" pending={pending} onSubmit={submit}>
      {/* Always there, so that screen readers hear what appears in it. */}
      <Box role="alert" sx={{ '&:empty': { display: 'none' } }}>
        {failure && (
          <Alert severity="error" role="presentation">
            <Sentence text={failure} />
          </Alert>
        )}
      </Box>
      <EmailField label={translate('account.register.email')} problem={problems.email} />
      {(['password', 'again'] as const).map(name => (
        <SecretField
          key={name}
          label={translate(`account.register.${name}`)}
          name={name}
          autoComplete="new-password"
          problem={problems[name]}
        />
      ))}
    </AccountForm>
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
