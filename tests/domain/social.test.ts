/** Trusted e-mail addresses of identity providers, and paths to which a sign-in may lead. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isOwnPath } from '../../src/domain/ownPath'
import { isOneTimeToken, verifiedEmail } from '../../src/domain/social'

describe('The address of an identity provider', () => {
  const GOOGLE = { name: 'google', issuer: 'https://accounts.google.com' }
  const COMPANY = { name: 'company', issuer: 'https://login.company.example' }
  const microsoft = (tenant: string, name = 'microsoft') => ({
    name,
    issuer: `https://login.microsoftonline.com/${tenant}/v2.0`,
  })
  const TENANT = '72f988bf-86f1-41af-91ab-2d7cd011db47'

  it.each([
    [GOOGLE, { email_verified: true }, true],
    [GOOGLE, { email_verified: 'true' }, true],
    [GOOGLE, { email_verified: false }, false],
    [GOOGLE, {}, false],
    [GOOGLE, { xms_edov: true }, false],
    [COMPANY, { email_verified: true }, true],
    [COMPANY, {}, false],
    [microsoft('common'), {}, false],
    [microsoft('consumers'), {}, false],
    [microsoft('common'), { email_verified: true }, false],
    [microsoft('common'), { xms_edov: true }, true],
    [microsoft('common'), { xms_edov: '1' }, true],
    [microsoft('common'), { xms_edov: '0' }, false],
    [microsoft(TENANT), {}, true],
    [microsoft(TENANT), { xms_edov: false }, false],
    [microsoft('common', 'company'), { email_verified: true }, false],
  ])('%j with the claims %j is trusted: %s', (provider, claims, isTrusted) => {
    expect(verifiedEmail({ email: 'a@b.kr', ...claims }, provider)).toBe(isTrusted ? 'a@b.kr' : undefined)
  })

  it.each([undefined, '', 7, ['a@b.kr']])('is not trusted if it is %j', email => {
    expect(verifiedEmail({ email, email_verified: true }, GOOGLE)).toBeUndefined()
  })
})

describe('A path of this console', () => {
  it('begins with a slash and cannot be read as another host', () => {
    const own = ['/', '/app/devices?filter=%7B%7D#x', '/app/x/edit/50%25', '/앱']
    const others = [
      ...['', 'app', '//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)'],
      ...['/%2fevil.example', '/%252fevil.example', '/..//evil.example', '/\t/evil.example'],
      ...['/%09/evil.example', ' //evil.example', `/${'x'.repeat(2000)}`],
    ]
    expect([...own, ...others].filter(isOwnPath)).toEqual(own)
  })

  it('always leads to this host', () => {
    const part = fc.constantFrom(...'/\\.@:?# \t', '..', '%2f', '%5C', '%09', 'evil.example')
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), parts => {
        const path = parts.join('')
        if (isOwnPath(path)) expect(new URL(path, 'https://fleet.example').host).toBe('fleet.example')
      }),
      { numRuns: 300, seed: 20_261_123 },
    )
  })
})

it('A one-time token is recognised by its form', () => {
  expect(isOneTimeToken(`once_${'a'.repeat(43)}`)).toBe(true)
  for (const other of ['', 'garbage', 'once_', `once_${'a'.repeat(42)}.`, 'ey.ey.x'])
    expect(isOneTimeToken(other)).toBe(false)
})
