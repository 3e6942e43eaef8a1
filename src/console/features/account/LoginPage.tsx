/** Signing in (§2 Login). Who has a valid token already is taken onwards at once, also by `?token=` (auth/tokenInAddress). */
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useAuthProvider, useTranslate } from 'ra-core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Navigate, Link as RouterLink, useLocation } from 'react-router'
import { useSession } from '../../auth/useSession'
import { arriveAtLogin, wanted } from '../../auth/wanted'
import { paths } from '../../paths'
import { session } from '../../session'
import { SecretField } from '../../ui/SecretField'
import { Sentence } from '../../ui/Sentence'
import { useOnce } from '../../ui/useOnce'
import { AccountFrame } from './AccountFrame'
import { useSocialProblem } from './social'

export function LoginPage() {
  const current = useSession()
  return current ? <Navigate to={wanted() ?? paths.root} replace /> : <LoginForm />
}

function LoginForm() {
  const translate = useTranslate()
  const { pending, failure, submit, email, password } = useSignIn()
  const ending = session.ending()
  const social = useSocialProblem()
  const { state } = useLocation()
  useEffect(arriveAtLogin, [])
  return (
    <AccountFrame title={translate('account.login.title')}>
      <Stack component="form" noValidate onSubmit={submit} sx={{ gap: 2 }}>
        {failure ? (
          <Alert severity="error" role="alert" id="login-failure">
            <Sentence text={failure} />
          </Alert>
        ) : social ? (
          <Alert severity="warning" role="alert">
            {social}
          </Alert>
        ) : (
          ending &&
          ending !== 'signedOut' && (
            <Alert severity={ending === 'unreadable' ? 'error' : 'info'} role="status">
              {translate(`account.ended.${ending}`)}
            </Alert>
          )
        )}
        <TextField
          label={translate('account.login.email')}
          name="email"
          inputRef={email}
          defaultValue={registeredAs(state)}
          autoComplete="username"
          autoFocus
          fullWidth
          slotProps={{
            htmlInput: {
              inputMode: 'email',
              autoCapitalize: 'none',
              spellCheck: false,
              maxLength: 254,
              'aria-describedby': failure ? 'login-failure' : undefined,
            },
          }}
        />
        <SecretField
          label={translate('account.login.password')}
          name="password"
          inputRef={password}
          autoComplete="current-password"
          describedBy={failure ? 'login-failure' : undefined}
        />
        <Button
          type="submit"
          variant="contained"
          size="large"
          fullWidth
          disabled={pending}
          aria-busy={pending}
        >
          <Sentence text={translate(pending ? 'account.login.loading' : 'account.login.submit')} />
        </Button>
      </Stack>
      <Typography variant="body2" color="text.secondary" sx={{ mt: 3 }}>
        {translate('account.login.noAccount')}{' '}
        <Link component={RouterLink} to={paths.register} underline="always">
          {translate('account.login.register')}
        </Link>
      </Typography>
    </AccountFrame>
  )
}

/** Who has just registered need not type the address again. */
const registeredAs = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'email' in state ? String(state.email) : ''

/** The fields keep their own values: what a password manager fills in without an event is sent too. */
function useSignIn() {
  const auth = useAuthProvider()
  const translate = useTranslate()
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<string>()

  const send = useOnce(async () => {
    const credentials = { email: email.current?.value.trim() ?? '', password: password.current?.value ?? '' }
    if (!credentials.email || !credentials.password) {
      setFailure(translate('account.login.incomplete'))
      ;(credentials.email ? password : email).current?.focus()
      return
    }
    if (pending || !auth) return
    setPending(true)
    setFailure(undefined)
    try {
      // What follows a success is the session that begins: it takes this page away.
      await auth.login(credentials)
    } catch (error) {
      setFailure(translate(error instanceof Error && error.message ? error.message : 'shell.failure.other'))
      setPending(false)
      password.current?.focus()
      password.current?.select()
    }
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send()
  }

  return { pending, failure, submit, email, password }
}
