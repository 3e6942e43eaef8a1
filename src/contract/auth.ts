/** Sign-in, sign-up and the token (§2 Login and Register, §3 User, §4 Session, decision 27). */
import Type, { type Static } from 'typebox'
import { MAX_EMAIL_LENGTH, MAX_PASSWORD_LENGTH } from '../domain/credentials'
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
    Type.String({
      description: 'Ours: the name of the user’s role in config/roles.json; absent without a role',
    }),
  ),
})
export type User = Static<typeof User>

const Credentials = Type.Object({
  email: Type.String({ minLength: 1, maxLength: MAX_EMAIL_LENGTH }),
  password: Type.String({ minLength: 1, maxLength: MAX_PASSWORD_LENGTH }),
})
export type Credentials = Static<typeof Credentials>

/** The payload is the token, a JWT. */
const TokenResponse = Envelope(Type.String())

const ProviderName = Type.String({ pattern: '^[a-z][a-z0-9]{0,19}$', description: 'As in config/app.json' })
const Provider = Type.Object({ provider: ProviderName })

/** How the caller can sign in: by password and by accounts of other providers. */
const Logins = Type.Object({
  password: Type.Boolean({ description: 'Whether there is a password' }),
  fresh: Type.Boolean({
    description: 'Whether the sign-in is recent enough to change logins without a password',
  }),
  offered: Type.Array(ProviderName, { description: 'Providers that are configured' }),
  unconfigured: Type.Optional(
    Type.Array(Type.Object({ provider: ProviderName, missing: Type.Array(Type.String()) }), {
      description:
        'For masters: the other providers of config, with the missing or wrong variables of the server',
    }),
  ),
  logins: Type.Array(
    Type.Object({
      provider: ProviderName,
      email: Type.String({
        description: 'The verified address at the provider; empty if it has verified none',
      }),
      created: Type.String({ format: 'date-time' }),
      used: Type.String({ format: 'date-time' }),
    }),
  ),
})
export type Logins = Static<typeof Logins>

/** Confirms a change of the account's logins. */
const Confirmation = Type.Object({
  password: Type.Optional(
    Type.String({ maxLength: MAX_PASSWORD_LENGTH, description: 'Required if the account has a password' }),
  ),
})

export const auth = {
  login: post('/api/auth/login', 'public', {
    summary: 'Sign in',
    body: Credentials,
    answer: TokenResponse,
  }),
  signup: post('/api/auth/signup', 'public', {
    summary: 'Register an account; header Idempotency-Key makes a repeat harmless',
    body: Credentials,
    answer: Acknowledgement,
  }),
  refresh: post('/api/auth/refresh', 'none', {
    summary: 'Renew the token of the caller',
    query: Type.Object({
      wall: Type.Optional(
        Type.Literal('1', {
          description:
            'Extend the session by `server.session.wallHours` of config; from then on it may only read',
        }),
      ),
    }),
    answer: TokenResponse,
    onWalls: true,
    ours: true,
  }),
  logout: post('/api/auth/logout', 'none', {
    summary: 'Revoke the token of the caller',
    answer: Acknowledgement,
    onWalls: true,
    ours: true,
  }),
  exchange: post('/api/auth/exchange', 'public', {
    summary:
      'Exchange the one-time token of /login?token= for a session: once, within 60 seconds, in the same browser',
    body: Type.Object({ token: Type.String({ minLength: 1, maxLength: 64 }) }),
    answer: TokenResponse,
    ours: true,
  }),
  pendingLink: get('/api/auth/pending', 'public', {
    summary: 'The provider account that waits in this browser to be linked to a user; 404 without one',
    answer: Envelope(Type.Object({ provider: ProviderName, email: Type.String() })),
    ours: true,
  }),
  link: post('/api/auth/pending', 'public', {
    summary:
      'Link the pending provider account to the user with the same address, confirmed by the password of that user; sign in',
    body: Type.Object({ password: Type.String({ minLength: 1, maxLength: MAX_PASSWORD_LENGTH }) }),
    answer: TokenResponse,
    ours: true,
  }),
  logins: get('/api/auth/logins', 'none', {
    summary: 'How the caller can sign in',
    answer: Envelope(Logins),
    ours: true,
  }),
  addLogin: post('/api/auth/logins/{provider}', 'none', {
    summary: 'Begin to link a provider account; the payload is the URL to redirect the browser to',
    params: Provider,
    body: Confirmation,
    answer: Envelope(Type.String()),
    ours: true,
  }),
  removeLogin: remove('/api/auth/logins/{provider}', 'none', {
    summary: 'Unlink a provider account; refused if the user could no longer sign in',
    params: Provider,
    answer: Acknowledgement,
    ours: true,
  }),
}
