/** Which addresses of providers are believed, and where the console goes on to. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isOwnPath } from '../../src/domain/ownPath'
import { isOnceToken, vouchedEmail } from '../../src/domain/social'

describe('an address is believed', () => {
  const GOOGLE = { name: 'google', issuer: 'https://accounts.google.com' }
  const COMPANY = { name: 'company', issuer: 'https://login.company.example' }
  const tenant = (name: string, at = 'microsoft') => ({
    name: at,
    issuer: `https://login.microsoftonline.com/${name}/v2.0`,
  })
  const ONE = '72f988bf-86f1-41af-91ab-2d7cd011db47'

  it.each([
    [GOOGLE, { email_verified: true }, true],
    [GOOGLE, { email_verified: 'true' }, true],
    [GOOGLE, { email_verified: false }, false],
    [GOOGLE, { email_verified: 'yes' }, false],
    [GOOGLE, {}, false],
    [GOOGLE, { xms_edov: true }, false],
    [COMPANY, { email_verified: true }, true],
    [COMPANY, {}, false],
    [tenant('common'), {}, false],
    [tenant('organizations'), {}, false],
    [tenant('consumers'), {}, false],
    [tenant('common'), { email_verified: true }, false],
    [tenant('common'), { xms_edov: true }, true],
    [tenant('common'), { xms_edov: '1' }, true],
    [tenant('common'), { xms_edov: '0' }, false],
    [tenant(ONE), {}, true],
    [tenant(ONE), { xms_edov: false }, false],
    [tenant('common', 'company'), { email_verified: true }, false],
  ])('of %j with %j: %s', (provider, claims, believed) => {
    expect(vouchedEmail({ email: 'a@b.kr', ...claims }, provider)).toBe(believed ? 'a@b.kr' : undefined)
  })

  it.each([undefined, '', 7, ['a@b.kr']])('never where it is %j', email => {
    expect(vouchedEmail({ email, email_verified: true }, GOOGLE)).toBeUndefined()
  })
})

describe('a path of this console', () => {
  it.each([
    '/',
    '/app/devices?filter=%7B%7D#x',
    '/app/devices?to=https://evil.example',
    '/app/x/edit/50%25',
    '/앱',
  ])('is %s', path => expect(isOwnPath(path)).toBe(true))

  it.each([
    '',
    'app',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'https:/evil.example',
    'javascript:alert(1)',
    '/%2fevil.example',
    '/%2Fevil.example',
    '/%252fevil.example',
    '/%5cevil.example',
    '/..//evil.example',
    '/.//evil.example',
    '/\t/evil.example',
    '/%09/evil.example',
    '/\n/evil.example',
    ' //evil.example',
    `/${'x'.repeat(2000)}`,
  ])('is not %j', path => expect(isOwnPath(path)).toBe(false))

  it('leads to this host, whatever it is made of', () => {
    const part = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2f',
      '%5C',
      '%09',
      '@',
      ':',
      'evil.example',
      '?',
      '#',
      ' ',
      '\t',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), parts => {
        const path = parts.join('')
        if (isOwnPath(path)) expect(new URL(path, 'https://fleet.example').host).toBe('fleet.example')
      }),
      { numRuns: 300, seed: 20_261_123 },
    )
  })
})

it('a one-time token is told from a login token by its form', () => {
  expect(isOnceToken(`once_${'a'.repeat(43)}`)).toBe(true)
  for (const other of ['', 'garbage', 'once_', `once_${'a'.repeat(42)}.`, 'ey.ey.x'])
    expect(isOnceToken(other)).toBe(false)
})
