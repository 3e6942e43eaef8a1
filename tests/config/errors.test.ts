/** The check of config names file, line, column and path of an error, and the name that was probably meant. */
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

/** The errors after one text of a file is replaced by another. */
function errorsAfter(file: string, from: string, to: string): string[] {
  const text = files[file]!
  expect(text.split(from).length, `${from} is in ${file} once`).toBe(2)
  return errorsWith({ [file]: text.replace(from, () => to) })
}

/** `file:line:column` of a text in a file. */
function placeOf(file: string, text: string): string {
  const lines = files[file]!.slice(0, files[file]!.indexOf(text)).split('\n')
  return `config/${file}:${lines.length}:${lines.at(-1)!.length + 1}`
}

test('the delivered config has no errors', () => {
  expect(errorsWith({})).toEqual([])
})

describe('an error has the line and column of the value or key', () => {
  test.each<[string, string, string, string, string]>([
    [devices, '"closed",\n', '"closde",\n', '"closed",\n', '/list/columns/10 unknownField closed'],
    [devices, '"perPage"', '"perPag"', '"perPage"', '/list/perPag unknownKey perPage'],
    [devices, '"release": {', '"relase": {', '"release": {', '/fields/relase nearField release'],
    [devices, '"read": "guest"', '"read": "gest"', '"guest" }', '/fields/edition/read notAllowed guest'],
    ['app.json', '"noticeMs"', '"noticeMS"', '"noticeMs"', '/timing/noticeMS unknownKey noticeMs'],
    ['app.json', '"theme"', '"__proto__": {}, "theme"', '"theme"', '/__proto__ forbiddenName'],
  ])('%s: %s → %s', (file, from, to, place, error) => {
    expect(errorsAfter(file, from, to)).toContain(`${placeOf(file, place)} ${error}`)
  })

  test('all errors are reported at once, in the order of the files', () => {
    const text = files[devices]!.replace('"closed",\n', '"closde",\n').replace('"perPage"', '"perPag"')
    expect(errorsWith({ 'app.json': '{', [devices]: text }).map(error => error.replace(/^\S+ /, ''))).toEqual(
      ['unfinished', '/list/columns/10 unknownField closed', '/list/perPag unknownKey perPage'],
    )
  })
})

describe('a file that is not JSON is refused with the place and the cause', () => {
  test.each([
    ['a surplus comma', '{ "levels": {}, }', '1:17', 'commaTooMany'],
    ['a missing comma', '{ "levels": {}\n  "aliases": {} }', '2:3', 'commaMissing'],
    ['a comment', '{\n  // levels\n}', '2:3', 'comment'],
    ['single quotes', "{ 'levels': {} }", '1:3', 'quotes'],
    ['curly quotes', '{ “levels”: {} }', '1:3', 'quotes'],
    ['a name without quotes', '{ levels: {} }', '1:3', 'character'],
    ['an early end', '{ "levels": {', '1:13', 'unfinished'],
    ['an end within a string', '{ "levels', '1:10', 'unfinished'],
    ['a missing value', '{ "levels": , "aliases": {} }', '1:13', 'valueMissing'],
    ['a value without quotes', '{ "levels": guest }', '1:13', 'character'],
    ['an empty file', '', '1:1', 'unfinished'],
    ['YAML', 'levels:\n  none: 0\n', '1:1', 'character'],
  ])('%s', (_name, text, place, code) => {
    expect(errorsWith({ 'levels.json': text })).toContain(`config/levels.json:${place} ${code}`)
  })

  test('a repeated key is refused, a byte order mark is not', () => {
    expect(errorsAfter('app.json', '"theme": "dark",', '"theme": "dark",\n  "theme": "light",')).toEqual([
      'config/app.json:7:3 /theme duplicateKey',
    ])
    expect(errorsWith({ 'levels.json': `\uFEFF${files['levels.json']}` })).toEqual([])
  })

  test.each(['null', '[]', '"x"', '0'])('a file that holds only %s is refused', text => {
    for (const file of Object.keys(files).filter(name => /^(resources\/)?[a-z-]+\.json$/.test(name)))
      expect(errorsWith({ [file]: text }).join()).toContain(`config/${file}:1:`)
  })

  test('100,000 nested brackets are refused at once', () => {
    for (const text of [
      '['.repeat(100_000),
      '{"a":'.repeat(100_000),
      `[${'"[",'.repeat(10)}${'['.repeat(40)}`,
    ])
      expect(errorsWith({ 'levels.json': text }).join()).toMatch(/config\/levels\.json:1:\d+ tooDeep/)
  })

  test.each([
    ['levels.json', '"value": 6', '"value": 1e999', '/levels/vendor/value tooBig'],
    ['levels.json', '"value": 6', '"value": NaN', 'character'],
    ['app.json', '"slug": "fleet"', '"slug": "\\ud800"', '/products/0/slug badCharacter'],
    ['app.json', '"slug": "fleet"', '"slug": "\\u0000"', '/products/0/slug badCharacter'],
  ])('%s: %s → %s is refused', (file, from, to, error) => {
    expect(errorsAfter(file, from, to).map(found => found.replace(/^\S+ /, ''))).toContain(error)
  })
})

test('of 900 unknown keys the first 100 are reported; 20,000 fields are one error', () => {
  const keys = Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`name${index}`, 0]))
  const errors = errorLinesOf({ 'menu.json': keys }).filter(error => error.startsWith('menu.json'))
  expect([errors.length, errors.at(-1)]).toEqual([101, 'menu.json  moreErrors'])
  const fields = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, index) => [`f${index}`, { type: 'text', label: '가' }]),
  )
  expect(errorLinesOf({ [devices]: { ...contentOf(devices), fields } })).toEqual([
    'devices.json /fields tooMany',
  ])
})

describe('secrets are refused in every file', () => {
  test.each([
    ['a database address', '"postgres://fleet:hunter22@db.example.com/fleet"'],
    ['a private key', '"-----BEGIN PRIVATE KEY-----"'],
    ['a token', '"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjMifQ.sflKxwRJSMeKKF2QT4"'],
  ])('%s', (_name, value) => {
    expect(
      errorsAfter('app.json', '{ "ko": "단말 관리 서비스", "en": "Device Management Service" }', value),
    ).toEqual(['config/app.json:3:14 /service secret'])
  })
})

describe('the map', () => {
  const map = 'map/korea-provinces.geojson'
  test.each([
    ['is no JSON', '{"type": '],
    ['is no collection of features', '{"type":"Feature"}'],
    ['has points', '{"type":"FeatureCollection","features":[{"id":"KR-11","geometry":{"type":"Point"}}]}'],
    ['has no outlines', '{"type":"FeatureCollection","features":[{"id":"KR-11","geometry":null}]}'],
  ])('is refused at its name in dashboard.json if it %s', (_what, text) => {
    expect(errorsWith({ [map]: text })).toEqual([
      `${placeOf('dashboard.json', `"${map}"`)} /map/file notAMap`,
    ])
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

  test('a missing file is named', () => {
    expect(errorsWith({}, rest)).toContain('config/levels.json:1:1 missingFile')
  })

  test('a misspelt file is named with the right name', () => {
    expect(errorsWith({ 'level.json': levels! }, rest)).toEqual([
      'config/level.json:1:1 unknownFile levels.json',
      'config/levels.json:1:1 missingFile level.json',
    ])
  })

  test('a resource with calls that the server does not have is refused', () => {
    expect(errorsWith({ 'resources/device.json': files[devices]! }).join('\n')).toMatch(
      /\/source\/dialect notOfTheConsole devices$/m,
    )
  })

  test.each(['app', 'login', 'register', 'error'])('no resource can have the address %s', name => {
    expect(errorLinesOf({ [`resources/${name}.json`]: THINGS })).toContain(`${name}.json  resourceName`)
  })

  test('names that JavaScript objects have are refused', () => {
    expect(errorLinesOf({ 'resources/constructor.json': THINGS })).toContain('constructor.json  unknownFile')
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

  test.each(Object.keys(files).filter(path => /^examples\/[^/]+$/.test(path)))('%s has no errors', path => {
    const target = path === 'examples/roles.json' ? 'roles.json' : path.replace('examples/', 'resources/')
    expect(errorsWith({ [target]: files[path]! })).toEqual([])
  })
})

describe('addresses and links', () => {
  test('a list may have an address below another list that has no page there', () => {
    expect(
      errorLinesOf({ 'resources/things.json': { ...THINGS, path: '/app/admin/vendors/things' } }),
    ).toEqual([])
  })

  const menu = contentOf('menu.json')
  const withLink = (link: object) => ({
    ...menu,
    links: [{ name: 'more', slot: 'bar', order: 90, label: '더', ...link }],
  })

  test.each<[object, string]>([
    [{ to: '/app/nowhere' }, 'to linkNowhere'],
    [{ to: '/app/main/other' }, 'to linkNowhere'],
    [{ to: '/app/devices/edit' }, 'to linkNowhere'],
    [{ to: '/app/admin/vendors/edit/3/more' }, 'to linkNowhere'],
    [{ to: 'javascript:alert(1)' }, 'to pattern'],
    [{ to: 'http://example.com' }, 'to pattern'],
    [{ to: 'https://help.example.com/', name: 'devices' }, 'name duplicate'],
  ])('the link %j is refused: %s', (link, error) => {
    expect(errorLinesOf({ 'menu.json': withLink(link) })).toEqual([`menu.json /links/0/${error}`])
  })

  test.each([
    '/app/main/fleet',
    '/app/profile',
    '/app/devices?filter=%7B%22status%22%3A%22linked%22%7D',
    '/app/orders/compose',
    '/app/orders/12',
    '/app/admin/vendors/edit',
    '/app/admin/vendors/edit/3',
    'https://help.example.com/a?b',
  ])('a link may lead to %s', to => {
    expect(errorLinesOf({ 'menu.json': withLink({ to }) })).toEqual([])
  })

  test.each([
    ['/app/admin/vendors', 'guest', 'master'],
    ['/app/orders/compose', 'none', 'client'],
    ['/app/devices', 'vendor', 'vendor'],
  ])('a link to %s for the level %s is shown from the level %s', (to, level, shownFrom) => {
    const result = compileConfig({ ...files, 'menu.json': JSON.stringify(withLink({ to, level })) })
    const items = result.ok ? result.config.shared.menu.items : []
    expect(items.find(({ name }) => name === 'more')?.level).toBe(shownFrom)
  })
})

test('a column of the roster cannot be a field with several references', () => {
  const devicesFile = contentOf(devices)
  devicesFile.fields.parts = { type: 'references', reference: 'models', label: '부품' }
  const roster = contentOf('roster.json')
  roster.columns.push({ field: 'parts', header: '부품' })
  expect(errorLinesOf({ [devices]: devicesFile, 'roster.json': roster })).toEqual([
    `roster.json /columns/${roster.columns.length - 1}/field rosterReferences`,
  ])
})

test('parameters that a text may have are accepted', () => {
  const things = structuredClone(THINGS)
  Object.assign(things.list, { texts: { found: '%{count}개' } })
  Object.assign(things, { messages: { confirmDelete: '%{name} 삭제?', confirmDeleteBody: '%{name}' } })
  Object.assign(things.fields.name, { rules: [{ rule: 'length', value: 3, message: '%{value}자' }] })
  expect(errorLinesOf({ 'resources/things.json': things })).toEqual([])
})

describe('every error', () => {
  const { messages } = compileMessages(i18nFiles())
  const translate = createTranslator(messages)
  const codes = Object.entries(messages.ko.config!).flatMap(([code, sentence]) =>
    typeof sentence === 'string' ? [code] : [],
  )

  test('has a sentence in both languages', () => {
    expect(codes.length).toBeGreaterThan(200)
    for (const code of codes)
      for (const locale of ['ko', 'en'] as const)
        expect(translate(locale, `config.${code}`)).not.toBe(`config.${code}`)
  })

  test('is a line that a terminal can open, and says what to do', () => {
    const result = compileConfig({ ...files, 'levels.json': '{ "levels": {}, }' })
    const [error] = result.ok ? [] : result.errors
    expect(formatConfigError(error!, (key, params) => translate('ko', key, params))).toBe(
      'config/levels.json:1:17 여기에서 값이 끝나면 안 됩니다. 바로 앞의 쉼표(,)나 남는 괄호를 지워 주세요.',
    )
    expect(formatConfigError(error!, (key, params) => translate('en', key, params))).toContain(
      'The value cannot end here.',
    )
  })
})
