/** The rights of each level in the delivered config (§6). */
import { expect, test } from 'vitest'
import { LEVEL_NAMES, type LevelName } from '../../src/domain/authority'
import { may, mayWrite, menuFor } from '../../src/engine/access'
import { packageConfig } from '../support/config'

const { shared: config } = packageConfig()
const numberOf = (name: LevelName) => config.levels.numbers[name]

test('the levels have the numbers of the specification', () => {
  expect(config.levels.numbers).toEqual({ none: 0, guest: 1, client: 3, vendor: 6, master: 9 })
  const labels = Object.values(config.levels.labels).map(({ ko }) => ko)
  expect(labels).toEqual(['없음', '방문객', '회원', '업체', '관리자'])
})

test.each<[LevelName, string[]]>([
  ['none', []],
  ['guest', []],
  ['client', []],
  ['vendor', ['회원관리', '이력']],
  ['master', ['회원관리', '업체관리', '모델관리', '하위 그룹관리', '제어 명령관리', '이력']],
])('the settings menu shows to a user of the level %s: %j', (name, labels) => {
  expect(menuFor(config, numberOf(name), 'settings').map(item => item.label.ko)).toEqual(labels)
})

test.each<[string, Parameters<typeof may>[3], LevelName]>([
  ['devices', 'list', 'guest'],
  ['orders', 'create', 'client'],
  ['clients', 'list', 'vendor'],
  ['vendors', 'list', 'master'],
])('access to %s: the action %s requires the level %s', (resource, action, minLevel) => {
  const allowed = LEVEL_NAMES.filter(name => may(config, numberOf(name), resource, action))
  expect(allowed).toEqual(LEVEL_NAMES.filter(name => numberOf(name) >= numberOf(minLevel)))
})

test('fields that the device reports are read-only for every level', () => {
  const { linked, serial } = config.resources.devices!.fields
  expect([mayWrite(config, 9, linked!), mayWrite(config, 9, serial!)]).toEqual([false, true])
})
