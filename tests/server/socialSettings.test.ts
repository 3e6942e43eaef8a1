/** Providers of social sign-in: config names them, the environment has their secrets. */
import { describe, expect, it } from 'vitest'
import { compileConfig } from '../../src/engine/load/compileConfig'
import { providerStates, unknownProviders } from '../../src/server/social/settings'
import { readEnv } from '../../src/server/start/env'
import { testConfig } from '../support/config'
import { configFiles } from '../support/configFiles'

const label = { ko: '우리회사', en: 'Our company' }
const { providers } = testConfig().current().shared.app.signIn
const withCompany = { signIn: { providers: [{ name: 'company', label }, ...providers] } }
const GOOGLE = { OIDC_GOOGLE_CLIENT_ID: 'id', OIDC_GOOGLE_CLIENT_SECRET: 'secret' }

/** The missing variables of each provider. */
const missingOf = (variables: Record<string, string>) => {
  const states = providerStates(withCompany, readEnv(variables))
  return Object.fromEntries(states.map(({ name, missing }) => [name, missing]))
}

describe('the environment', () => {
  it('has the id and the secret of each provider, and the issuer of one that is not well known', () => {
    expect(missingOf({})).toEqual({
      company: ['OIDC_COMPANY_ISSUER', 'OIDC_COMPANY_CLIENT_ID', 'OIDC_COMPANY_CLIENT_SECRET'],
      google: ['OIDC_GOOGLE_CLIENT_ID', 'OIDC_GOOGLE_CLIENT_SECRET'],
      microsoft: ['OIDC_MICROSOFT_CLIENT_ID', 'OIDC_MICROSOFT_CLIENT_SECRET'],
    })
    const blankSecret = { OIDC_MICROSOFT_CLIENT_ID: 'id', OIDC_MICROSOFT_CLIENT_SECRET: ' ' }
    const missing = { google: [], microsoft: ['OIDC_MICROSOFT_CLIENT_SECRET'] }
    expect(missingOf({ ...GOOGLE, ...blankSecret })).toMatchObject(missing)
  })

  it.each([
    ['https://login.company.example/realms/fleet', true],
    ['http://127.0.0.1:4000', true],
    ['http://login.company.example', false],
    ['https://user@login.company.example', false],
    ['javascript:alert(1)', false],
  ])('is complete with the issuer %s: %s', (OIDC_GOOGLE_ISSUER, isValid) => {
    const missing = isValid ? [] : ['OIDC_GOOGLE_ISSUER']
    expect(missingOf({ ...GOOGLE, OIDC_GOOGLE_ISSUER }).google).toEqual(missing)
  })

  it('needs PUBLIC_URL if other machines reach the server', () => {
    const reachable = { ...GOOGLE, HOST: '0.0.0.0' }
    expect(missingOf(reachable).google).toEqual(['PUBLIC_URL'])
    expect(missingOf({ ...reachable, PUBLIC_URL: 'https://fleet.example' }).google).toEqual([])
  })

  it('may name a provider that is not in config, which is reported', () => {
    const env = readEnv({ OIDC_GOOGEL_CLIENT_ID: 'id', ...GOOGLE })
    expect(unknownProviders(withCompany, env)).toEqual(['googel'])
  })
})

it.each<[string, object[], string[]]>([
  ['a missing label', [{ name: 'company' }], ['missingKey /signIn/providers/0']],
  ['a name that no address can have', [{ name: 'My IdP', label }], ['pattern /signIn/providers/0/name']],
])('config with %s of a provider has the problems %j', (_what, named, problems) => {
  const files = configFiles()
  files['app.json'] = JSON.stringify({ ...JSON.parse(files['app.json']!), signIn: { providers: named } })
  const result = compileConfig(files)
  const found = result.ok ? [] : result.errors.map(({ code, path }) => `${code} ${path}`)
  expect(found).toEqual(problems)
})
