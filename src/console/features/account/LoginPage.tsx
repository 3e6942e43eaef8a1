/** Signing in (§2 Login). Who has a valid token already is taken onwards at once, also by `?token=` (auth/tokenInAddress). */
import Alert from '@mui/material/Alert'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useAuthProvider, useTranslate } from 'ra-core'
import { useEffect } from 'react'
import type { FieldValues, Resolver, UseFormReturn } from 'react-hook-form'
import { Navigate, Link as RouterLink, useLocation } from 'react-router'
import { arriveAtLogin, returnAddress } from '../../auth/returnAddress'
import { useSession } from '../../auth/useSession'
import { paths } from '../../paths'
import { session } from '../../session'
import { Sentence } from '../../ui/Sentence'
import { AccountForm } from './AccountForm'
import { AccountFrame } from './AccountFrame'
import { useSocialProblem } from './social'

export function LoginPage() {
  const current = useSession()
  return current ? <Navigate to={returnAddress() ?? paths.root} replace /> : <LoginForm />
}

function LoginForm() {
  const translate = useTranslate()
  const { state } = useLocation()
  useEffect(arriveAtLogin, [])
  return (
    <AccountFrame title={translate('account.login.title')}>
      <AccountForm
        name="login"
        start={{ email: registeredAs(state), password: '' }}
        resolver={useCompleteness()}
        onSubmit={useSignIn()}
        notice={<ArrivalNotice />}
      />
      <Typography variant="body2" color="text.secondary" sx={{ mt: 3 }}>
        {translate('account.login.noAccount')}{' '}
        <Link component={RouterLink} to={paths.register} underline="always">
          {translate('account.login.register')}
        </Link>
      </Typography>
    </AccountFrame>
  )
}

/** Why somebody who was signed in, or tried to be, is here. */
function ArrivalNotice() {
  const translate = useTranslate()
  const ending = session.ending()
  const social = useSocialProblem()
  if (social)
    return (
      <Alert severity="warning" role="alert">
        <Sentence text={social} />
      </Alert>
    )
  if (!ending || ending === 'signedOut') return null
  return (
    <Alert severity={ending === 'unreadable' ? 'error' : 'info'} role="status">
      <Sentence text={translate(`account.ended.${ending}`)} />
    </Alert>
  )
}

/** Who has just registered need not type the address again. */
const registeredAs = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'email' in state ? String(state.email) : ''

/** Nothing is sent with an empty field (decision 13): one sentence above the fields, and the focus on the first that is empty. */
function useCompleteness(): Resolver<FieldValues> {
  const translate = useTranslate()
  return ({ email, password }) => {
    const values: FieldValues = { email: email.trim(), password }
    const empty = Object.keys(values).filter(name => values[name] === '')
    if (empty.length === 0) return { values, errors: {} }
    const failure = { type: 'required', message: translate('account.login.incomplete') }
    const errors = Object.fromEntries(empty.map(name => [name, { type: 'required' }]))
    return { values: {}, errors: { ...errors, root: { failure } } }
  }
}

function useSignIn() {
  const auth = useAuthProvider()
  const translate = useTranslate()
  return async (credentials: FieldValues, form: UseFormReturn) => {
    try {
      // What follows a success is the session that begins: it takes this page away.
      await auth?.login(credentials)
    } catch (error) {
      const message = translate(
        error instanceof Error && error.message ? error.message : 'shell.failure.other',
      )
      form.setError('root.failure', { message })
      // Once it can be typed into again.
      setTimeout(() => form.setFocus('password', { shouldSelect: true }))
    }
  }
}
