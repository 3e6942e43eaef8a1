/** The page to sign up (§2, §5 Register), with e-mail and password or with a provider. */
import { Alert, Box, Link, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { Link as RouterLink } from 'react-router'
import { useProviders } from '../../auth/useProviders'
import { paths } from '../../paths'
import { Sentence } from '../../ui/text/Sentence'
import { AccountForm, EmailField, SecretField } from './AccountForm'
import { AccountFrame } from './AccountFrame'
import { SocialButtons } from './SocialButtons'
import { useSignUp } from './useSignUp'

export default function RegisterPage() {
  const translate = useTranslate()
  return (
    <AccountFrame title={translate('account.register.title')}>
      <RegisterForm />
      <SocialButtons providers={useProviders()} />
      <Typography variant="body2" color="text.secondary" sx={{ mt: 3 }}>
        <span>{translate('account.register.haveAccount')}</span>{' '}
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
      {/* Always rendered, so that screen readers announce an alert that appears in it. */}
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
