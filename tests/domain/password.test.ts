import { describe, expect, it } from 'vitest'
import { checkPassword, checkStrongPassword, isCommonPassword } from '../../src/domain/password'

const LIMITS = { min: 8 }

describe('A password', () => {
  it.each([
    ['12345678', '12345678', undefined],
    ['비밀번호여덟자', '비밀번호여덟자', 'short'],
    ['비밀번호는여덟자', '비밀번호는여덟자', undefined],
    ['1234567', 'other', 'short'],
    ['12345678', '12345679', 'mismatch'],
    ['', '', 'short'],
    ['🔑🔑🔑🔑', '🔑🔑🔑🔑', 'short'],
  ])('%s repeated as %s in the form of a client has the problem %s', (password, confirmation, problem) =>
    expect(checkPassword(password, confirmation, LIMITS)).toBe(problem),
  )

  it.each([
    ['Fleet-demo1!', 'Fleet-demo1!', undefined],
    ['aB3$aB3$', 'aB3$aB3$', undefined],
    ['aaaB3$xy', 'aaaB3$xy', undefined],
    ['Aa1!'.repeat(20), 'Aa1!'.repeat(20), undefined],
    ['Fleet-demo1!', 'Fleet-demo2!', 'mismatch'],
    ['fleet-demo1!', 'fleet-demo1!', 'weak'],
    ['FLEET-DEMO1!', 'FLEET-DEMO1!', 'weak'],
    ['Fleet-demo!', 'Fleet-demo!', 'weak'],
    ['Fleetdemo1', 'Fleetdemo1', 'weak'],
    ['aB3$', 'aB3$', 'weak'],
    ['aB3$', 'different', 'weak'],
    ['Fleet-데모1!', 'Fleet-데모1!', 'hangul'],
    ['Fleet-ㅋ1!', 'Fleet-ㅋ1!', 'hangul'],
    ['Fleet-ﾡ1!x', 'Fleet-ﾡ1!x', 'hangul'],
    ['Fleet demo1!', 'Fleet demo1!', 'space'],
    ['Fleet\tdemo1!', 'Fleet\tdemo1!', 'space'],
    ['Fleet\u3000demo1!', 'Fleet\u3000demo1!', 'space'],
    ['Fleeeet-1!', 'Fleeeet-1!', 'repeat'],
    ['Fleet-1!!!!', 'Fleet-1!!!!', 'repeat'],
  ])('%s repeated as %s in the profile has the problem %s', (password, confirmation, problem) =>
    expect(checkStrongPassword(password, confirmation, LIMITS)).toBe(problem),
  )

  it.each([
    ['password', '', true],
    ['P@ssw0rd', '', true],
    ['QWER1234!', '', true],
    ['me@demo.local', ' Me@Demo.Local ', true],
    ['Fleet-demo1!', 'me@demo.local', false],
    ['', '', false],
  ])('%s is easy to guess for the account %j: %s', (password, email, isCommon) =>
    expect(isCommonPassword(password, email)).toBe(isCommon),
  )
})
