/** The config check reports each error with file, line, column and path, and suggests the name that was meant. */
import { describe, expect, test } from 'vitest'
import { compileConfig } from '../../src/engine/load/compileConfig'
import { compileMessages, createTranslator } from '../../src/engine/load/compileMessages'
import type { FileText } from '../../src/engine/load/JsonSource'
import { formatConfigError } from '../../src/engine/load/problems'
import { configFiles, i18nFiles } from '../support/configFiles'
import { contentOf, errorLinesOf, THINGS } from '../support/slips'

const files = configFiles()
const devices = 'resources/devices.json'

/** The errors of a config with these files, as `file:line:column path code hint`. */
function errorsWith(changes: Record<string, FileText>, base = files): string[] {
  const result = compileConfig({ ...base, ...changes })
  return result.ok
    ? []
    : result.errors.map(({ file, line, column, path, code, params }) =>
        [`${file}:${line}:${column}`, path, code, params.hint].filter(Boolean).join(' '),
      )
}

/** The errors of each text as a file of a resource, as `line:column path code`; all are compiled at once. */
function errorsOfTexts(texts: readonly string[]): string[][] {
  const fileOf = (index: number) => `resources/text${index}.json`
  const errors = errorsWith(Object.fromEntries(texts.map((text, index) => [fileOf(index), text])))
  return texts.map((_, index) => {
    const start = `config/${fileOf(index)}:`
    return errors.flatMap(error => (error.startsWith(start) ? error.slice(start.length) : []))
  })
}

/** `file:line:column` of a text in a file. */
function placeOf(file: string, text: string): string {
  const lines = files[file]!.slice(0, files[file]!.indexOf(text)).split('\n')
  return `config/${file}:${lines.length}:${lines.at(-1)!.length + 1}`
}

test('the delivered config has no errors', () => {
  expect(errorsWith({})).toEqual([])
})

test('errors have the line and column of the value or key, and are in the order of the files', () => {
  /** Each replaces the text `from`; its error is reported where the unchanged file has the text `place`. */
  const mistakes: [file: string, from: string, to: string, place: string, error: string][] = [
    ['app.json', '"theme"', '"__proto__": {}, "theme"', '"theme"', '/__proto__ forbiddenName'],
    [devices, '"release": {', '"relase": {', '"release": {', '/fields/relase nearField release'],
    [devices, '"closed",\n', '"closde",\n', '"closed",\n', '/list/columns/10 unknownField closed'],
    [devices, '"perPage"', '"perPag"', '"perPage"', '/list/perPag unknownKey perPage'],
  ]
  const changed = { ...files }
  for (const [file, from, to] of mistakes) changed[file] = changed[file]!.replace(from, () => to)
  const expected = mistakes.map(([file, , , place, error]) => `${placeOf(file, place)} ${error}`)
  expect(errorsWith(changed).filter(error => expected.includes(error))).toEqual(expected)
})

test('a file that is not JSON, or has values that config does not allow, is refused with position and cause', () => {
  const table = {
    '{ "levels": {}, }': '1:17 commaTooMany',
    '{ "levels": {}\n  "aliases": {} }': '2:3 commaMissing',
    '{\n  // levels\n}': '2:3 comment',
    "{ 'levels': {} }": '1:3 quotes',
    '{ “levels”: {} }': '1:3 quotes',
    '{ levels: {} }': '1:3 character',
    '{ "levels": {': '1:13 unfinished',
    '{ "levels': '1:10 unfinished',
    '{ "levels": , "aliases": {} }': '1:13 valueMissing',
    '{ "levels": guest }': '1:13 character',
    '': '1:1 unfinished',
    'levels:\n  none: 0\n': '1:1 character',
    '{ "value": NaN }': '1:12 character',
    '{ "value": 1e999 }': '1:12 /value tooBig',
    '{ "value": "\\ud800" }': '1:12 /value badCharacter',
    '{ "value": "\\u0000" }': '1:12 /value badCharacter',
    '{ "value": 1, "value": 2 }': '1:15 /value duplicateKey',
    [`{ "x":${'{"x":'.repeat(100_000)}`]: '1:162 tooDeep',
    [`[${'"[",'.repeat(10)}${'['.repeat(40)}`]: '1:73 tooDeep',
  }
  expect(errorsOfTexts(Object.keys(table))).toEqual(Object.values(table).map(error => [error]))
  expect(errorsWith({ 'levels.json': `\uFEFF${files['levels.json']}` }), 'a byte order mark').toEqual([])
})

test.each(['null', '[]', '"x"', '0'])('files that hold only %s are refused', text => {
  const all = Object.keys(files).filter(name => /^(resources\/)?[a-z-]+\.json$/.test(name))
  const errors = errorsWith(Object.fromEntries(all.map(file => [file, text]))).join()
  for (const file of all) expect(errors).toContain(`config/${file}:1:`)
})

test('of 900 unknown keys the first 100 are reported; 2,000 fields are one error', () => {
  const keys = Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`name${index}`, 0]))
  const errors = errorLinesOf({ 'menu.json': keys }).filter(error => error.startsWith('menu.json'))
  expect([errors.length, errors.at(-1)]).toEqual([101, 'menu.json  moreErrors'])
  const text = { type: 'text', label: '가' }
  const fields = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`f${index}`, text]))
  const ofFields = errorLinesOf({ [devices]: { ...contentOf(devices), fields } })
  expect(ofFields).toEqual(['devices.json /fields tooMany'])
})

test('secrets are refused in every file: a database address, a private key, a token', () => {
  const secrets = [
    'postgres://fleet:hunter22@db.example.com/fleet',
    '-----BEGIN PRIVATE KEY-----',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjMifQ.sflKxwRJSMeKKF2QT4',
  ]
  for (const errors of errorsOfTexts(secrets.map(label => JSON.stringify({ label }))))
    expect(errors).toContain('1:10 /label secret')
})

describe('the map', () => {
  const map = 'map/korea-provinces.geojson'
  test.each([
    ['is not JSON', '{"type": '],
    ['is no collection of features', '{"type":"Feature"}'],
    ['has points', '{"type":"FeatureCollection","features":[{"id":"KR-11","geometry":{"type":"Point"}}]}'],
    ['has no outlines', '{"type":"FeatureCollection","features":[{"id":"KR-11","geometry":null}]}'],
  ])('is refused at its name in dashboard.json if it %s', (_what, text) => {
    const place = placeOf('dashboard.json', `"${map}"`)
    expect(errorsWith({ [map]: text })).toEqual([`${place} /map/file notAMap`])
  })

  test('may have features of regions that the dashboard hides, but shows at least one', () => {
    const dashboard = contentOf('dashboard.json')
    const hide = (from: number) => {
      for (const region of dashboard.map.regions.slice(from)) region.shown = false
      return errorLinesOf({ 'dashboard.json': dashboard })
    }
    expect(hide(1)).toEqual([])
    expect(hide(0)).toEqual(['dashboard.json /map/regions regionsHidden'])
  })
})

describe('the names of files', () => {
  const { 'levels.json': levels, ...rest } = files

  test('a missing file is reported, with a file of a similar name', () => {
    expect(errorsWith({}, rest)).toContain('config/levels.json:1:1 missingFile')
    expect(errorsWith({ 'level.json': levels! }, rest)).toEqual([
      'config/level.json:1:1 unknownFile levels.json',
      'config/levels.json:1:1 missingFile level.json',
    ])
  })

  test('a resource with the dialect console but without calls in the contract is refused', () => {
    const errors = errorsWith({ 'resources/device.json': files[devices]! }).join('\n')
    expect(errors).toMatch(/\/source\/dialect notOfTheConsole devices$/m)
  })

  test('no resource can have a reserved name', () => {
    const names = ['app', 'constructor', 'error', 'login', 'register']
    const found = errorLinesOf(Object.fromEntries(names.map(name => [`resources/${name}.json`, THINGS])))
    const reserved = ['app', 'error', 'login', 'register'].map(name => `${name}.json  resourceName`)
    expect(found).toEqual(expect.arrayContaining(reserved))
    expect(found).toContain('constructor.json  unknownFile')
    const sentences = compileMessages({
      ...i18nFiles(),
      'ko/__proto__.json': '{}',
      'en/__proto__.json': '{}',
    })
    expect(sentences.ok ? [] : sentences.errors.map(({ file, code }) => `${file} ${code}`)).toEqual([
      'i18n/en/__proto__.json forbiddenName',
      'i18n/ko/__proto__.json forbiddenName',
    ])
    expect(Object.getPrototypeOf(sentences.messages.ko)).toBe(Object.prototype)
  })

  test('other files are ignored', () => {
    const others = { 'README.md': '# 설정', 'schema/x.json': '-', 'map/provinces.json': '-' }
    expect(errorsWith(others)).toEqual([])
  })
})

describe('links of the menu', () => {
  const menu = contentOf('menu.json')
  const withLinks = (links: object[]) => ({
    ...menu,
    links: links.map((link, index) => ({
      name: `more${index}`,
      slot: 'bar',
      order: 90,
      label: '더',
      ...link,
    })),
  })

  test('are refused if they lead to no page or to an unencrypted site, run code, or have the name of a resource', () => {
    const links: [link: object, error: string][] = [
      [{ to: '/app/nowhere' }, 'to linkNowhere'],
      [{ to: '/app/main/other' }, 'to linkNowhere'],
      [{ to: '/app/devices/edit' }, 'to linkNowhere'],
      [{ to: '/app/admin/vendors/edit/3/more' }, 'to linkNowhere'],
      [{ to: 'https://help.example.com/', name: 'devices' }, 'name duplicate'],
    ]
    expect(errorLinesOf({ 'menu.json': withLinks(links.map(([link]) => link)) })).toEqual(
      links.map(([, error], index) => `menu.json /links/${index}/${error}`),
    )
    const refusedByPattern = [{ to: 'javascript:alert(1)' }, { to: 'http://example.com' }]
    expect(errorLinesOf({ 'menu.json': withLinks(refusedByPattern) })).toEqual(
      refusedByPattern.map((_, index) => `menu.json /links/${index}/to pattern`),
    )
  })

  test('may lead to pages, records, filtered lists and other sites, and require the level of their page', () => {
    const links: [to: string, level: string, shownFrom: string][] = [
      ['/app/main/fleet', 'guest', 'guest'],
      ['/app/profile', 'guest', 'guest'],
      ['/app/devices?filter=%7B%22status%22%3A%22linked%22%7D', 'vendor', 'vendor'],
      ['/app/orders/compose', 'none', 'client'],
      ['/app/orders/12', 'guest', 'guest'],
      ['/app/admin/vendors', 'guest', 'master'],
      ['/app/admin/vendors/edit', 'guest', 'master'],
      ['/app/admin/vendors/edit/3', 'guest', 'master'],
      ['https://help.example.com/a?b', 'guest', 'guest'],
    ]
    const file = withLinks(links.map(([to, level]) => ({ to, level })))
    const result = compileConfig({ ...files, 'menu.json': JSON.stringify(file) })
    const items = result.ok ? result.config.shared.menu.items : []
    expect(items.flatMap(({ name, to, level }) => (name.startsWith('more') ? [[to, level]] : []))).toEqual(
      links.map(([to, , shownFrom]) => [to, shownFrom]),
    )
  })
})

test('an error is printed as a line that a terminal can open', () => {
  const translate = createTranslator(compileMessages(i18nFiles()).messages)
  const result = compileConfig({ ...files, 'levels.json': '{ "levels": {}, }' })
  const [error] = result.ok ? [] : result.errors
  expect(formatConfigError(error!, (key, params) => translate('ko', key, params))).toBe(
    'config/levels.json:1:17 여기에서 값이 끝나면 안 됩니다. 바로 앞의 쉼표(,)나 남는 괄호를 지워 주세요.',
  )
})
