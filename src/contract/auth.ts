/** Sign-in, sign-up and the token (§2 Login and Register, §3 User, §4 Session, decision 27). */
import Type, { type Static } from 'typebox'
import { get, post, remove } from './endpoint'
import { Acknowledgement, Envelope } from './envelope'

/** The `user` claim of a token. */
export const User = Type.Object({
  id: Type.Integer(),
  level: Type.Integer(),
  name: Type.String(),
  email: Type.String(),
  vendor: Type.Optional(Type.Integer({ description: 'Ours: the vendor the user belongs to, 0 for none' })),
  role: Type.Optional(
    Type.String({ description: 'Ours: the role in config/roles.json, where there is one' }),
  ),
})
export type User = Static<typeof User>

const Credentials = Type.Object({
  email: Type.String({ minLength: 1, maxLength: 254 }),
  password: Type.String({ minLength: 1, maxLength: 1024 }),
})
export type Credentials = Static<typeof Credentials>

/** The payload is the token, a JWT. */
const TokenAnswer = Envelope(Type.String())

const ProviderName = Type.String({ pattern: '^[a-z][a-z0-9]{0,19}$', description: 'As in config/app.json' })
const Provider = Type.Object({ provider: ProviderName })

/** The ways to sign in besides the password. */
const Logins = Type.Object({
  password: Type.Boolean({ description: 'Whether there is a password' }),
  fresh: Type.Boolean({
    description: 'Whether the sign-in is so recent that who has no password may change how they sign in',
  }),
  offered: Type.Array(ProviderName, { description: 'Providers that are configured' }),
  logins: Type.Array(
    Type.Object({
      provider: ProviderName,
      email: Type.String({ description: 'The address there, empty where the provider vouches for none' }),
      created: Type.String({ format: 'date-time' }),
      used: Type.String({ format: 'date-time' }),
    }),
  ),
})
export type Logins = Static<typeof Logins>

/** What is asked of who may change how an account is signed in to. */
const Confirmation = Type.Object({
  password: Type.Optional(Type.String({ maxLength: 1024, description: 'Needed by who has one' })),
})

export const auth = {
  login: post('/api/auth/login', 'public', {
    summary: 'Sign in',
    body: Credentials,
    answer: TokenAnswer,
  }),
  signup: post('/api/auth/signup', 'public', {
    summary: 'Register an account; header Idempotency-Key makes a repeat harmless',
    body: Credentials,
    answer: Acknowledgement,
  }),
  refresh: post('/api/auth/refresh', 'none', {
    summary: 'Renew the token of the caller',
    answer: TokenAnswer,
    ours: true,
  }),
  logout: post('/api/auth/logout', 'none', {
    summary: 'Revoke the token of the caller',
    answer: Acknowledgement,
    ours: true,
  }),
  exchange: post('/api/auth/exchange', 'public', {
    summary:
      'Begin a session with the one-time token of /login?token=, within 60 seconds, once, in the same browser',
    body: Type.Object({ token: Type.String({ minLength: 1, maxLength: 64 }) }),
    answer: TokenAnswer,
    ours: true,
  }),
  pendingLink: get('/api/auth/pending', 'public', {
    summary: 'The account of a provider that waits in this browser to be linked; 404 without one',
    answer: Envelope(Type.Object({ provider: ProviderName, email: Type.String() })),
    ours: true,
  }),
  link: post('/api/auth/pending', 'public', {
    summary: 'Link it to the account with its address, by the password of that account, and sign in',
    body: Type.Object({ password: Type.String({ minLength: 1, maxLength: 1024 }) }),
    answer: TokenAnswer,
    ours: true,
  }),
  logins: get('/api/auth/logins', 'none', {
    summary: 'The accounts of other services by which the caller signs in',
    answer: Envelope(Logins),
    ours: true,
  }),
  addLogin: post('/api/auth/logins/{provider}', 'none', {
    summary: 'Begin to link an account of a provider; the payload is where the browser goes next',
    params: Provider,
    body: Confirmation,
    answer: Envelope(Type.String()),
    ours: true,
  }),
  removeLogin: remove('/api/auth/logins/{provider}', 'none', {
    summary: 'Unlink the account of a provider; refused for the last way in',
    params: Provider,
    answer: Acknowledgement,
    ours: true,
  }),
}
