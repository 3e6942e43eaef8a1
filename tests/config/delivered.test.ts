/** The config that is delivered says what the specification says. */
import { describe, expect, test } from 'vitest'
import { configSchemas } from '../../src/engine/load/schemas'
import { packageConfig } from '../support/config'
import { configFiles } from '../support/configFiles'

const { console: config, server } = packageConfig()
const files = configFiles()

test('the limits and times of §9', () => {
  const { limits, timing } = config.app
  expect(limits).toMatchObject({
    orders: { perPage: 5, initialTotal: 16 },
    deviceSearch: { min: 4, max: 50 },
    password: { min: 8 },
    methodBounds: { min: 0, max: 255 },
    signal: { primary: -80, success: -90, warning: -100 },
    serialWidth: 8,
  })
  expect(timing).toMatchObject({
    noticeMs: 30_000,
    toastMs: 2000,
    defaultToastMs: 9000,
    registerMessageMs: 3000,
    requestTimeoutMs: 180_000,
    screenTimeoutMs: 120_000,
    countUpMs: 2000,
  })
})

test('the week starts on Monday, the product is fleet, the theme is dark, the language Korean', () => {
  const { weekStart, products, theme, locale } = config.app
  expect({ weekStart, first: products[0]?.slug, theme, locale }).toEqual({
    weekStart: 2,
    first: 'fleet',
    theme: 'dark',
    locale: 'ko',
  })
})

describe('the device list of §2', () => {
  const list = config.resources.devices!.list!

  test('has its columns in their order, each with its format', () => {
    expect(list.columns.map(({ field, format }) => [field, format])).toEqual([
      ['index', 'text'],
      ['id', 'identifier'],
      ['isdn', 'phone'],
      ['serial', 'serial'],
      ['model', 'text'],
      ['batch', 'text'],
      ['version', 'text'],
      ['release', 'text'],
      ['linked', 'deviceTime'],
      ['closed', 'deviceTime'],
      ['modem.apn', 'text'],
      ['modem.band', 'positive'],
      ['modem.rsrp', 'signal'],
      ['edition', 'text'],
    ])
    expect(
      list.columns.find(column => column.field === 'linked')?.actions.map(action => action.name),
    ).toEqual(['control'])
    expect(list.columns.find(column => column.field === 'edition')?.level).toBe('guest')
  })

  test('shows 20 rows a page, 10 page numbers, and its sentences to the letter', () => {
    expect([list.perPage, list.pageWindow]).toEqual([20, 10])
    expect(Object.values(list.texts).map(text => text?.ko)).toEqual([
      '%{count} 개의 디바이스가 검색되었습니다.',
      '검색 결과가 없습니다!',
      '검색된 결과가 없습니다!',
      '로딩 중 입니다...',
    ])
  })

  test('is filtered by text, status, model, and batch of the model when there is more than one', () => {
    expect(
      list.filters.map(({ name, type, dependsOn, shownFrom, accept }) => ({
        name,
        type,
        dependsOn,
        shownFrom,
        accept,
      })),
    ).toEqual([
      { name: 'search', type: 'search', accept: '0-9.', shownFrom: 0 },
      { name: 'status', type: 'select', shownFrom: 0 },
      { name: 'model', type: 'reference', shownFrom: 0 },
      { name: 'batch', type: 'reference', dependsOn: 'model', shownFrom: 2 },
    ])
  })
})

test('the orders show 5 a page and say the sentences of §8', () => {
  const { list, messages } = config.resources.orders!
  expect(list?.perPage).toBe(5)
  expect([messages.registered?.ko, messages.refused?.ko, messages.failed?.ko]).toEqual([
    '단말 제어 명령이 등록되었습니다.',
    '단말 제어 등록이 실패하였습니다!',
    '단말 제어 등록을 처리하지 못하였습니다!',
  ])
})

test('what only the server may know is not in what a browser gets', () => {
  const page = JSON.stringify(config)
  for (const value of ['"signIn"', '"lockMinutes"', '"token"', '"bodyBytes"', '"expireHours"']) {
    expect([value, JSON.stringify(server).includes(value), page.includes(value)]).toEqual([
      value,
      true,
      false,
    ])
  }
})

test('the config of the page stays small', () => {
  expect(JSON.stringify(config).length).toBeLessThan(64_000)
})

describe('the schemas for editors', () => {
  test.each(Object.entries(configSchemas()))(
    '%s is what the shapes say (npm run config:schema)',
    (name, text) => {
      expect(files[`schema/${name}`]).toBe(text)
    },
  )

  test('are named by every config file', () => {
    const own = Object.entries(files).filter(([path]) => !/^(schema|map)\//.test(path))
    expect(own.length).toBeGreaterThan(10)
    for (const [path, text] of own) {
      const { $schema } = JSON.parse(text) as { $schema?: string }
      const expected = path.startsWith('resources/')
        ? '../schema/resource.schema.json'
        : `./schema/${path.replace('.json', '.schema.json')}`
      expect([path, $schema]).toEqual([path, expected])
    }
  })
})
