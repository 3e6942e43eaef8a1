/** The logins of the demo. */
import { beforeAll, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '../../src/server/demo'
import { readEnv } from '../../src/server/start/env'
import { assertDemoIsLocal, fillEmptyDatabase } from '../../src/server/start/firstStart'
import { newDatabase } from '../support/databases'
import { levels } from '../support/demo'
import { startTestApp, statusOf, type TestApp } from '../support/server'

const now = new Date('2026-04-01T09:00:00Z')

it.each([
  ['HOST', { HOST: '0.0.0.0' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://fleet.example' }],
  ['TRUST_PROXY', { TRUST_PROXY: '1' }],
])('a server with demo logins refuses to start if other machines could reach it: %s', (name, variables) => {
  expect(() => assertDemoIsLocal(readEnv({}), true)).not.toThrow()
  expect(() => assertDemoIsLocal(readEnv(variables), false)).not.toThrow()
  const code = name === 'HOST' ? 'demoNotLoopback' : 'demoBehindProxy'
  expect(() => assertDemoIsLocal(readEnv(variables), true)).toThrow(expect.objectContaining({ code }))
})

describe('the demo logins', () => {
  let api: TestApp
  beforeAll(async () => {
    const db = await newDatabase()
    const secret = { password: DEMO_PASSWORD, reveal: async () => undefined }
    await fillEmptyDatabase(db, { demo: true }, { now, levels, secret })
    api = await startTestApp(db, { bare: true })
  })

  const signIn = (sent: Record<string, string>, password = DEMO_PASSWORD) => {
    const headers = { host: 'localhost:5080', ...sent }
    const payload = { email: 'master@demo.local', password }
    return api.app.inject({ method: 'POST', url: '/api/auth/login', headers, payload })
  }

  it.each(['localhost:5080', '127.0.0.1', '[::1]:5080'])('sign in from this machine (%s)', async host => {
    expect(await statusOf(signIn({ host }))).toBe(200)
  })

  it.each<Record<string, string>>([
    { host: 'fleet.example' },
    { host: 'localhost.evil.example' },
    { forwarded: 'for=192.0.2.7' },
    { 'x-forwarded-for': '127.0.0.1' },
    { via: '1.1 cache' },
  ])('do not sign in from elsewhere or through a proxy (%j)', async headers => {
    const answer = await signIn(headers)
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'signIn.demoAway'])
    expect(answer.json().message).toContain('localhost')
    // A wrong password gets the usual response.
    expect(await statusOf(signIn(headers, 'Wrong-pass1!'))).toBe(401)
    await api.db.deleteFrom('signin_failures').execute()
  })
})
