/** Which providers a server is ready for: config names them, the environment has their secrets. */
import { describe, expect, it } from 'vitest'
import { compileConfig } from '../../src/engine/load/compileConfig'
import { providerStates, unknownProviders } from '../../src/server/social/settings'
import { readEnv } from '../../src/server/start/env'
import { testConfig } from '../support/config'
import { configFiles } from '../support/configFiles'

const { app } = testConfig().current().shared
const label = { ko: '우리회사', en: 'Our company' }
const withCompany = { signIn: { providers: [{ name: 'company', label }, ...app.signIn.providers] } }

const GOOGLE = { OIDC_GOOGLE_CLIENT_ID: 'id', OIDC_GOOGLE_CLIENT_SECRET: 'secret' }
const missingOf = (variables: Record<string, string>, more = {}) => {
  const { social, publicUrl, host } = readEnv(variables)
  const states = providerStates(withCompany, { social, publicUrl, host, ...more })
  return Object.fromEntries(states.map(({ name, missing }) => [name, missing]))
}

describe('a provider', () => {
  it('needs an id and a secret, and an issuer where none is usual', () => {
    expect(missingOf({})).toEqual({
      company: ['OIDC_COMPANY_ISSUER', 'OIDC_COMPANY_CLIENT_ID', 'OIDC_COMPANY_CLIENT_SECRET'],
      google: ['OIDC_GOOGLE_CLIENT_ID', 'OIDC_GOOGLE_CLIENT_SECRET'],
      microsoft: ['OIDC_MICROSOFT_CLIENT_ID', 'OIDC_MICROSOFT_CLIENT_SECRET'],
    })
    expect(
      missingOf({ ...GOOGLE, OIDC_MICROSOFT_CLIENT_ID: 'id', OIDC_MICROSOFT_CLIENT_SECRET: ' ' }),
    ).toMatchObject({
      google: [],
      microsoft: ['OIDC_MICROSOFT_CLIENT_SECRET'],
    })
  })

  it.each([
    ['https://login.company.example', true],
    ['https://login.company.example/realms/fleet', true],
    ['http://127.0.0.1:4000', true],
    ['http://[::1]:4000', true],
    ['http://login.company.example', false],
    ['login.company.example', false],
    ['https://user@login.company.example', false],
    ['https://login.company.example?x=1', false],
    ['javascript:alert(1)', false],
  ])('is found at an address over TLS, or on this machine: %s', (OIDC_GOOGLE_ISSUER, good) => {
    expect(missingOf({ ...GOOGLE, OIDC_GOOGLE_ISSUER }).google).toEqual(good ? [] : ['OIDC_GOOGLE_ISSUER'])
  })

  it('needs PUBLIC_URL where the server is reached from other machines', () => {
    expect(missingOf({ ...GOOGLE, HOST: '0.0.0.0' }).google).toEqual(['PUBLIC_URL'])
    expect(missingOf({ ...GOOGLE, HOST: '0.0.0.0', PUBLIC_URL: 'https://fleet.example' }).google).toEqual([])
  })

  it('whose variables are set and that config does not name is told', () => {
    const { social } = readEnv({ OIDC_GOOGEL_CLIENT_ID: 'id', ...GOOGLE })
    expect(unknownProviders(withCompany, { social })).toEqual(['googel'])
  })
})

describe('config/app.json', () => {
  const compiled = (providers: object[]) => {
    const files = configFiles()
    files['app.json'] = JSON.stringify({ ...JSON.parse(files['app.json']!), signIn: { providers } })
    return compileConfig(files)
  }
  const codes = (providers: object[]) => {
    const result = compiled(providers)
    return result.ok ? [] : result.errors.map(({ code, path }) => `${code} ${path}`)
  }

  it('names providers with a label of their own; Google and Microsoft need none', () => {
    const result = compiled([{ name: 'company', label }, { name: 'google' }])
    expect(result.ok && result.config.shared.app.signIn.providers).toEqual([
      { name: 'company', label },
      { name: 'google', label: { ko: 'Google', en: 'Google' } },
    ])
    expect(codes([])).toEqual([])
  })

  it('is refused where a label is missing, a name stands twice, or cannot be in an address', () => {
    expect(codes([{ name: 'company' }])).toEqual(['missingKey /signIn/providers/0'])
    expect(codes([{ name: 'google' }, { name: 'google' }])).toEqual(['duplicate /signIn/providers/1/name'])
    expect(codes([{ name: 'My IdP', label }])).toEqual(['pattern /signIn/providers/0/name'])
    expect(codes([{ name: 'google', client_secret: 'x' }])).toContain(
      'unknownKey /signIn/providers/0/client_secret',
    )
  })
})
