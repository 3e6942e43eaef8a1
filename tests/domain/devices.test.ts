import { describe, expect, it } from 'vitest'
import { connectivity } from '../../src/domain/connectivity'
import { ABSENT_TIME } from '../../src/domain/dates'
import { isEmail, normalEmail } from '../../src/domain/email'
import { padSerial } from '../../src/domain/serial'

describe('A device', () => {
  const early = '2026-03-05T01:00:00Z'
  const late = '2026-03-05T02:00:00Z'

  it.each([
    ['has never connected', { linked: ABSENT_TIME, closed: ABSENT_TIME }, 'closed'],
    ['has no times', {}, 'closed'],
    ['has connected and never disconnected', { linked: early, closed: ABSENT_TIME }, 'linked'],
    ['has connected again', { linked: late, closed: early }, 'linked'],
    ['has disconnected', { linked: early, closed: late }, 'closed'],
    ['has disconnected in the second of its connection', { linked: early, closed: early }, 'closed'],
    ['has disconnected without a connection', { linked: null, closed: late }, 'closed'],
    ['has connected again, in Korean time', { linked: '2026-03-05T10:30:00+09:00', closed: early }, 'linked'],
  ] as const)('that %s is %s', (_, device, state) => expect(connectivity(device)).toBe(state))

  it.each([
    ['1234', '00001234'],
    [1234, '00001234'],
    ['123456789', '123456789'],
    [' 42 ', '00000042'],
    ['', ''],
    [0, '00000000'],
  ])('with the serial %s shows %s', (serial, shown) => expect(padSerial(serial)).toBe(shown))
})

describe('An e-mail address', () => {
  it('has a name, a host with a dot, and no more characters than the standard allows', () => {
    const right = ['master@demo.local', "o'neil@example.org", 'a@b.kr', `${'a'.repeat(64)}@example.com`]
    const wrong = [
      ...['', 'master', 'master@local', 'a b@demo.local', 'a..b@demo.local', '.a@demo.local'],
      ...['a.@demo.local', 'a@-demo.local', 'a@demo-.local', 'a@demo.local.', 'a@demo.local\n'],
      ...[`${'a'.repeat(65)}@example.com`, `a@${'b.'.repeat(130)}kr`],
    ]
    expect([...right, ...wrong].filter(isEmail)).toEqual(right)
  })

  it('is normalized to lower case without spaces', () =>
    expect(normalEmail(' Master@Demo.Local ')).toBe('master@demo.local'))
})
