/** The rights of each level in the delivered config (§6). */
import { describe, expect, test } from 'vitest'
import { LEVEL_NAMES, type LevelName } from '../../src/domain/authority'
import { may, mayWrite, menuFor, partsFor, readableFields } from '../../src/engine/access'
import { packageConfig } from '../support/config'

const { shared: config } = packageConfig()
const numberOf = (name: LevelName) => config.levels.numbers[name]

test('the levels have the numbers of the specification', () => {
  expect(config.levels.numbers).toEqual({ none: 0, guest: 1, client: 3, vendor: 6, master: 9 })
  const labels = Object.values(config.levels.labels).map(({ ko }) => ko)
  expect(labels).toEqual(['없음', '방문객', '회원', '업체', '관리자'])
})

test('the top bar links every level to devices, orders and groups', () => {
  const links = ['/app/devices', '/app/orders', '/app/groups/batches']
  for (const name of ['guest', 'client', 'vendor', 'master'] as const)
    expect([name, menuFor(config, numberOf(name), 'bar').map(({ to }) => to)]).toEqual([name, links])
})

describe('the settings menu', () => {
  test.each<[LevelName, string[]]>([
    ['none', []],
    ['guest', []],
    ['client', []],
    ['vendor', ['회원관리', '이력']],
    ['master', ['회원관리', '업체관리', '모델관리', '하위 그룹관리', '제어 명령관리', '이력']],
  ])('shows to a user of the level %s: %j', (name, labels) => {
    expect(menuFor(config, numberOf(name), 'settings').map(item => item.label.ko)).toEqual(labels)
  })
})

describe('access to records', () => {
  test.each<[string, Parameters<typeof may>[3], LevelName]>([
    ['devices', 'list', 'guest'],
    ['orders', 'create', 'client'],
    ['clients', 'list', 'vendor'],
    ['vendors', 'list', 'master'],
    ['models', 'create', 'master'],
  ])('of %s: the action %s requires the level %s', (resource, action, minLevel) => {
    const allowed = LEVEL_NAMES.filter(name => may(config, numberOf(name), resource, action))
    expect(allowed).toEqual(LEVEL_NAMES.filter(name => numberOf(name) >= numberOf(minLevel)))
  })

  test('is refused for an unknown resource, also one named like a property that every object has', () => {
    expect(may(config, 9, 'nowhere', 'list')).toBe(false)
    expect(may(config, 9, 'constructor', 'list')).toBe(false)
  })
})

describe('the device list', () => {
  const { devices } = config.resources
  const columns = devices!.list!.columns

  test('hides the column edition from levels below guest', () => {
    const shown = (name: LevelName) => partsFor(config, numberOf(name), columns).map(column => column.field)
    expect(shown('none')).not.toContain('edition')
    expect(shown('guest')).toContain('edition')
    expect(readableFields(config, 0, devices!).map(field => field.name)).not.toContain('edition')
  })

  test('makes fields that the device reports read-only for every level', () => {
    expect(mayWrite(config, 9, devices!.fields.linked!)).toBe(false)
    expect(mayWrite(config, 9, devices!.fields.serial!)).toBe(true)
  })
})
