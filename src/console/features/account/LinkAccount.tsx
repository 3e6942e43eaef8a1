/**
 * Links a provider's account to the existing account with the same e-mail address, after the user has entered its
 * password (decision 328).
 */
import { Alert, Box, Link, Skeleton, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useAuthProvider, useTranslate } from 'ra-core'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router'
import { useFleet } from '../../api/fleet'
import type { FleetAuth } from '../../auth/authProvider'
import { reasonOf } from '../../failure'
import { paths } from '../../paths'
import { useSingleFlight } from '../../ui/controls/useSingleFlight'
import { ErrorState } from '../../ui/states/ErrorState'
import { AccountForm, fieldOf, SecretField } from './AccountForm'
import { useSocialProblem } from './SocialButtons'

export default function LinkAccount() {
  const translate = useTranslate()
  const fleet = useFleet()
  const socialProblem = useSocialProblem()
  const { data, isPending, error, refetch } = useQuery({
    queryKey: ['pendingLink'],
    // null, as a query must not return undefined.
    queryFn: async ({ signal }) => (await fleet.pendingLink(signal)) ?? null,
  })
  if (isPending) return <Skeleton variant="rounded" height={240} aria-label={translate('ra.page.loading')} />
  if (error) return <ErrorState error={error} onRetry={() => refetch()} />
  return (
    <>
      {data ? (
        <LinkForm email={data.email} explanation={socialProblem?.text ?? ''} />
      ) : (
        <Alert severity="warning" role="alert">
          {translate('account.link.missing', { name: socialProblem?.provider.label ?? '' })}
        </Alert>
      )}
      <Typography variant="body2" sx={{ mt: 3 }}>
        <Link component={RouterLink} to={paths.login} underline="always">
          {translate('account.link.other')}
        </Link>
      </Typography>
    </>
  )
}

const ALERT_ID = 'link-failure'

function LinkForm({ email, explanation }: { email: string; explanation: string }) {
  const auth = useAuthProvider<FleetAuth>()
  const translate = useTranslate()
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<string>()

  const submit = useSingleFlight(async (form: HTMLFormElement) => {
    const password = fieldOf(form, 'password')
    if (!password.value) {
      setFailure(translate('account.login.incomplete'))
      password.focus()
      return
    }
    setPending(true)
    setFailure(undefined)
    try {
      // After success the new session unmounts this page.
      await auth?.link(password.value)
    } catch (error) {
      setFailure(translate(reasonOf(error) || 'shell.failure.other'))
      setPending(false)
      password.focus()
      password.select()
    }
  })
  return (
    <AccountForm name="link" pending={pending} onSubmit={submit}>
      <Alert severity={failure ? 'error' : 'info'} role={failure ? 'alert' : 'status'} id={ALERT_ID}>
        {failure ?? explanation}
      </Alert>
      <Box>
        <Typography variant="caption" color="text.secondary">
          {translate('account.register.email')}
        </Typography>
        <Typography sx={{ overflowWrap: 'anywhere' }}>{email}</Typography>
      </Box>
      {/* Tells password managers to which account the password belongs. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <SecretField
        label={translate('account.login.password')}
        name="password"
        autoComplete="current-password"
        autoFocus
        describedBy={failure && ALERT_ID}
      />
    </AccountForm>
  )
}
