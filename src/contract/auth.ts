/** Sign-in, sign-up and the token (§2 Login and Register, §3 User, §4 Session, decisions 27 and 33). */
import Type, { type Static } from 'typebox'
import { post } from './endpoint'
import { Acknowledgement, Envelope } from './envelope'

/** The `user` claim of a token. */
export const User = Type.Object({
  id: Type.Integer(),
  level: Type.Integer(),
  name: Type.String(),
  email: Type.String(),
  vendor: Type.Optional(Type.Integer({ description: 'Ours: the vendor the user belongs to, 0 for none' })),
})
export type User = Static<typeof User>

const Credentials = Type.Object({
  email: Type.String({ minLength: 1, maxLength: 254 }),
  password: Type.String({ minLength: 1, maxLength: 1024 }),
})
export type Credentials = Static<typeof Credentials>

/** The payload is the token, a JWT. */
export const TokenAnswer = Envelope(Type.String())

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
}
