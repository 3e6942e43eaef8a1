/** Signing in (§2 Login). Who has a valid token already is taken onwards at once, also by `?token=` (auth/tokenInAddress). */

import VisibilityOff from '@mui/icons-material/VisibilityOffOutlined'
import Visibility from '@mui/icons-material/VisibilityOutlined'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useAuthProvider, useTranslate } from 'ra-core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Navigate, Link as RouterLink } from 'react-router'
import { useSession } from '../../auth/useSession'
import { arriveAtLogin, wanted } from '../../auth/wanted'
import { paths } from '../../paths'
import { session } from '../../session'
import { AccountFrame } from './AccountFrame'

export function LoginPage() {
  const current = useSession()
  return current ? <Navigate to={wanted() ?? paths.root} replace /> : <LoginForm />
}

function LoginForm() {
  const translate = useTranslate()
  const { pending, failure, submit, email, password } = useSignIn()
  const ending = session.ending()
  useEffect(arriveAtLogin, [])
  return (
    <AccountFrame title={translate('account.login.title')}>
      <Stack component="form" noValidate onSubmit={submit} sx={{ gap: 2 }}>
        {failure ? (
          <Alert severity="error" role="alert" id="login-failure">
            {failure}
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
        <PasswordField inputRef={password} />
        <Button
          type="submit"
          variant="contained"
          size="large"
          fullWidth
          disabled={pending}
          aria-busy={pending}
        >
          {translate(pending ? 'account.login.loading' : 'account.login.submit')}
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

function PasswordField({ inputRef }: { inputRef: React.Ref<HTMLInputElement> }) {
  const translate = useTranslate()
  const [shown, setShown] = useState(false)
  const Icon = shown ? VisibilityOff : Visibility
  return (
    <TextField
      label={translate('account.login.password')}
      name="password"
      type={shown ? 'text' : 'password'}
      inputRef={inputRef}
      autoComplete="current-password"
      fullWidth
      slotProps={{
        htmlInput: { maxLength: 1024, autoCapitalize: 'none', spellCheck: false },
        input: {
          endAdornment: (
            <InputAdornment position="end">
              <IconButton
                edge="end"
                size="small"
                onClick={() => setShown(!shown)}
                aria-label={translate('account.login.showPassword')}
                aria-pressed={shown}
              >
                <Icon fontSize="small" />
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
    />
  )
}

/** The fields keep their own values: what a password manager fills in without an event is sent too. */
function useSignIn() {
  const auth = useAuthProvider()
  const translate = useTranslate()
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<string>()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
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
  }

  return { pending, failure, submit, email, password }
}
