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
    ['is unknown to have connected', {}, 'closed'],
    ['is connected and never was closed', { linked: early, closed: ABSENT_TIME }, 'linked'],
    ['came back after it was closed', { linked: late, closed: early }, 'linked'],
    ['was closed after it connected', { linked: early, closed: late }, 'closed'],
    ['was closed in the second it connected', { linked: early, closed: early }, 'closed'],
    ['was only ever closed', { linked: null, closed: late }, 'closed'],
    ['came back, told in Korean time', { linked: '2026-03-05T10:30:00+09:00', closed: early }, 'linked'],
  ] as const)('that %s counts as %s', (_, device, state) => expect(connectivity(device)).toBe(state))

  it.each([
    ['1234', '00001234'],
    [1234, '00001234'],
    ['12345678', '12345678'],
    ['123456789', '123456789'],
    [' 42 ', '00000042'],
    ['', ''],
    [0, '00000000'],
  ])('with serial %s shows %s', (serial, shown) => expect(padSerial(serial)).toBe(shown))
})

describe('An e-mail address', () => {
  it.each([
    'master@demo.local',
    'gildong.hong+fleet@example.co.kr',
    "o'neil@example.org",
    'a@b.kr',
    `${'a'.repeat(64)}@example.com`,
  ])('%s is accepted', text => expect(isEmail(text)).toBe(true))

  it.each([
    'master',
    'master@',
    '@demo.local',
    'master@local',
    'a b@demo.local',
    'a@b..kr',
    'a..b@demo.local',
    '.a@demo.local',
    'a.@demo.local',
    'a@-demo.local',
    'a@demo-.local',
    'a@demo.local.',
    'a@demo.local\n',
    '홍길동@demo.local',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b.'.repeat(130)}kr`,
    '',
  ])('%s is refused', text => expect(isEmail(text)).toBe(false))

  it('is one address however it is typed', () =>
    expect(normalEmail(' Master@Demo.Local ')).toBe('master@demo.local'))
})
