/** The login page (§2 Login). Redirects users with a valid session, also one from `?token=` (auth/tokenInAddress). */
import { Alert, LinearProgress, Link, Typography } from '@mui/material'
import { useAuthProvider, useEvent, useNotify, useTranslate } from 'ra-core'
import { useEffect, useState } from 'react'
import { Navigate, Link as RouterLink, useLocation } from 'react-router'
import { clearSignOutAddress, isWall, returnAddress } from '../../auth/returnAddress'
import { isExchanging } from '../../auth/tokenInAddress'
import { useProviders } from '../../auth/useProviders'
import { useSession } from '../../auth/useSession'
import { reasonOf } from '../../failure'
import { useObservable } from '../../observable'
import { paths } from '../../paths'
import { session } from '../../session'
import { useSingleFlight } from '../../ui/controls/useSingleFlight'
import { LazyPart } from '../../ui/lazy/LazyPart'
import { lazyComponent } from '../../ui/lazy/lazyComponent'
import { Sentence } from '../../ui/text/Sentence'
import { AccountForm, EmailField, fieldOf, SecretField } from './AccountForm'
import { AccountFrame } from './AccountFrame'
import { SocialButtons, useSocialProblem } from './SocialButtons'

const LinkAccount = lazyComponent(() => import('./LinkAccount'))

export function LoginPage() {
  const current = useSession()
  const isExchangingToken = useObservable(isExchanging)
  const socialProblem = useSocialProblem()
  if (isExchangingToken) return <ExchangingToken />
  if (current) return <RedirectSignedIn />
  // `password`: an account with the provider's e-mail address exists, and its password is needed to link the two.
  return socialProblem?.problem === 'password' ? <LinkPage /> : <LoginForm />
}

/** A one-time token is being exchanged for a session. */
function ExchangingToken() {
  const translate = useTranslate()
  return (
    <AccountFrame title={translate('account.login.title')}>
      <Typography role="status" sx={{ mb: 2 }}>
        {translate('account.social.arriving')}
      </Typography>
      <LinearProgress aria-hidden />
    </AccountFrame>
  )
}

/** Redirects a signed-in user; a failed sign-in with a provider is shown as a notice. */
function RedirectSignedIn() {
  const notify = useNotify()
  const problem = useSocialProblem()?.text
  const showProblem = useEvent(() => problem && notify(problem, { type: 'warning' }))
  useEffect(() => void showProblem(), [showProblem])
  return <Navigate to={returnAddress() ?? paths.root} replace />
}

function LinkPage() {
  const translate = useTranslate()
  return (
    <AccountFrame title={translate('account.link.title')}>
      <LazyPart>
        <LinkAccount />
      </LazyPart>
    </AccountFrame>
  )
}

const ALERT_ID = 'login-failure'

function LoginForm() {
  const translate = useTranslate()
  const { pending, failure, submit } = useSignIn()
  const entryNotice = useEntryNotice()
  const notice = failure ? ({ severity: 'error', role: 'alert', text: failure } as const) : entryNotice
  const describedBy = failure && ALERT_ID
  const { state } = useLocation()
  // The login page is shown, so the sign-out is complete.
  useEffect(clearSignOutAddress, [])
  return (
    <AccountFrame title={translate('account.login.title')}>
      <AccountForm name="login" pending={pending} onSubmit={submit}>
        {notice && (
          // The key: another text is a new element, so that screen readers announce it.
          <Alert
            key={notice.text}
            sx={isWall(returnAddress()) ? LARGE : undefined}
            severity={notice.severity}
            role={notice.role}
            id={describedBy}
          >
            <Sentence text={notice.text} />
          </Alert>
        )}
        <EmailField
          label={translate('account.login.email')}
          defaultValue={registeredEmail(state)}
          describedBy={describedBy}
        />
        <SecretField
          label={translate('account.login.password')}
          name="password"
          autoComplete="current-password"
          describedBy={describedBy}
        />
      </AccountForm>
      {/* Only the providers of which this server has all settings. */}
      <SocialButtons providers={useProviders().filter(({ isReady }) => isReady)} />
      <Typography variant="body2" color="text.secondary" sx={{ mt: 3 }}>
        <span>{translate('account.login.noAccount')}</span>{' '}
        <Link component={RouterLink} to={paths.register} underline="always">
          {translate('account.login.register')}
        </Link>
      </Typography>
    </AccountFrame>
  )
}

/** For a wall, which is read from afar. */
const LARGE = { fontSize: 48 } as const

/** The notice that explains why the session ended, or why the sign-in with a provider failed. */
function useEntryNotice() {
  const translate = useTranslate()
  const ending = session.ending()
  const social = useSocialProblem()?.text
  if (social) return { severity: 'warning', role: 'alert', text: social } as const
  if (!ending || ending === 'signedOut') return undefined
  const severity = ending === 'unreadable' ? 'error' : 'info'
  return { severity, role: 'status', text: translate(`account.ended.${ending}`) } as const
}

/** The e-mail address of a user who has just registered, from the navigation state. */
const registeredEmail = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'email' in state ? String(state.email) : ''

function useSignIn() {
  const auth = useAuthProvider()
  const translate = useTranslate()
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<string>()

  const submit = useSingleFlight(async (form: HTMLFormElement) => {
    const email = fieldOf(form, 'email')
    const password = fieldOf(form, 'password')
    const credentials = { email: email.value.trim(), password: password.value }
    if (!credentials.email || !credentials.password) {
      setFailure(translate('account.login.incomplete'))
      const emptyField = credentials.email ? password : email
      emptyField.focus()
      return
    }
    if (pending || !auth) return
    setPending(true)
    setFailure(undefined)
    try {
      // After success the new session unmounts this page.
      await auth.login(credentials)
    } catch (error) {
      setFailure(translate(reasonOf(error) || 'shell.failure.other'))
      setPending(false)
      password.focus()
      password.select()
    }
  })
  return { pending, failure, submit }
}
