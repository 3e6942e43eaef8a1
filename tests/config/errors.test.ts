/** A slip in a config file is named with its file, line, column and path, and with what was probably meant. */
import { describe, expect, test } from 'vitest'
import { compileConfig } from '../../src/engine/load/compileConfig'
import { compileMessages, createTranslator } from '../../src/engine/load/compileMessages'
import { formatConfigError } from '../../src/engine/load/problems'
import type { Resource as ResourceFile } from '../../src/engine/shapes/resource'
import { configFiles, i18nFiles } from '../support/configFiles'

const files = configFiles()

/** The errors of a config in which one text stands in place of another, as `place path code`. */
function errorsAfter(file: string, from: string, to: string): string[] {
  const text = files[file]!
  expect(text.split(from).length, `${from} stands once in ${file}`).toBe(2)
  return errorsOf({ ...files, [file]: text.replace(from, () => to) })
}

function errorsOf(changed: Record<string, string>): string[] {
  const result = compileConfig(changed)
  return result.ok
    ? []
    : result.errors.map(({ file, line, column, path, code, params }) =>
        [`${file}:${line}:${column}`, path, code, params.hint].filter(part => part).join(' '),
      )
}

/** Where a text begins in a file, as errors say it. */
function placeOf(file: string, text: string): string {
  const before = files[file]!.slice(0, files[file]!.indexOf(text))
  const lines = before.split('\n')
  return `config/${file}:${lines.length}:${lines.at(-1)!.length + 1}`
}

test('the config that is delivered is sound', () => {
  expect(errorsOf(files)).toEqual([])
})

const devices = 'resources/devices.json'

describe('a misspelt name is refused where it stands', () => {
  test.each<[string, string, string, string, string]>([
    [devices, '"closed",\n', '"closde",\n', '/list/columns/10 unknownField closed', '"closed",\n'],
    [
      devices,
      '"modem.apn",\n',
      '"modem.apm",\n',
      '/list/columns/11 unknownField modem.apn',
      '"modem.apn",\n',
    ],
    [
      devices,
      '"vendor_name", "client_name"]',
      '"vendor_nam", "client_name"]',
      '/page/sections/2/fields/2 unknownField vendor_name',
      '"vendor_name", "client_name"]',
    ],
    [
      devices,
      '"vendor_name", "client_name"]',
      '"batch", "client_name"]',
      '/page/sections/2/fields/2 duplicate',
      '"vendor_name", "client_name"]',
    ],
    [
      devices,
      '"tab": "orders"',
      '"tab": "ordres"',
      '/page/tabs/1/tab notAllowed orders',
      '"orders", "label"',
    ],
    [devices, '"perPage"', '"perPag"', '/list/perPag unknownKey perPage', '"perPage"'],
    [devices, '"identifier"', '"identifer"', '/fields/id/format notAllowed identifier', '"identifier"'],
    [
      devices,
      '"registerDevices"',
      '"registerDevice"',
      '/list/actions/0 notAllowed registerDevices',
      '"registerDevices"',
    ],
    [devices, '"read": "guest"', '"read": "gest"', '/fields/edition/read notAllowed guest', '"guest" }'],
    [
      devices,
      '"icon": "device"',
      '"icon": "devise"',
      '/menu/icon notAllowed device',
      '"device" },\n  "fields"',
    ],
    [
      devices,
      '"reference": "bunches"',
      '"reference": "bunche"',
      '/fields/bunch_id/reference unknownResource bunches',
      '"bunches"',
    ],
    [
      devices,
      '"dependsOn": "model"',
      '"dependsOn": "modell"',
      '/list/filters/3/dependsOn unknownFilter model',
      '"model",\n        "shownFrom"',
    ],
    [
      devices,
      '"recordName": "isdn"',
      '"recordName": "isnd"',
      '/recordName unknownField isdn',
      '"isdn",\n  "source"',
    ],
    [
      devices,
      '"field": "id", "order"',
      '"field": "idd", "order"',
      '/list/sort/field unknownField id',
      '"id", "order"',
    ],
    ['levels.json', '"master"', '"mater"', '/levels/mater unknownKey master', '"master"'],
    ['menu.json', '"settings"', '"setting"', '/slots/setting unknownKey settings', '"settings"'],
    ['app.json', '"noticeMs"', '"noticeMS"', '/timing/noticeMS unknownKey noticeMs', '"noticeMs"'],
    [
      'roster.json',
      '"field": "serial"',
      '"field": "serail"',
      '/columns/2/field unknownField serial',
      '"serial"',
    ],
  ])('%s: %s → %s', (file, from, to, problem, at) => {
    expect(errorsAfter(file, from, to)).toContain(`${placeOf(file, at)} ${problem}`)
  })

  test('a field of the product that is misspelt where it is declared is not taken for a new one', () => {
    expect(errorsAfter(devices, '"release": {', '"relase": {')).toContain(
      `${placeOf(devices, '"release": {')} /fields/relase nearField release`,
    )
  })
})

describe('a file that is not JSON says what is wrong with it', () => {
  test.each([
    ['a comma too many', '{ "levels": {}, }', '1:17', 'commaTooMany'],
    ['a comma missing', '{ "levels": {}\n  "aliases": {} }', '2:3', 'commaMissing'],
    ['a comment', '{\n  // levels\n}', '2:3', 'comment'],
    ['single quotes', "{ 'levels': {} }", '1:3', 'quotes'],
    ['curly quotes', '{ “levels”: {} }', '1:3', 'quotes'],
    ['a name without quotes', '{ levels: {} }', '1:3', 'character'],
    ['an end too early', '{ "levels": {', '1:13', 'unfinished'],
    ['an end inside a text', '{ "levels', '1:10', 'unfinished'],
    ['a value missing', '{ "levels": , "aliases": {} }', '1:13', 'valueMissing'],
    ['a word without quotes', '{ "levels": guest }', '1:13', 'character'],
    ['nothing at all', '', '1:1', 'unfinished'],
    ['YAML', 'levels:\n  none: 0\n', '1:1', 'character'],
  ])('%s', (_name, text, place, code) => {
    expect(errorsOf({ ...files, 'levels.json': text })).toContain(`config/levels.json:${place} ${code}`)
  })

  test('a name that is there twice', () => {
    expect(errorsAfter('app.json', '"theme": "dark",', '"theme": "dark",\n  "theme": "light",')).toEqual([
      'config/app.json:7:3 /theme duplicateKey',
    ])
  })

  test('names that mean something to the machine', () => {
    expect(errorsAfter('app.json', '"theme"', '"__proto__": {}, "theme"')).toEqual([
      `${placeOf('app.json', '"theme"')} /__proto__ forbiddenName`,
    ])
  })

  test('a byte order mark, as some editors write it, is no error', () => {
    expect(errorsOf({ ...files, 'levels.json': `\uFEFF${files['levels.json']}` })).toEqual([])
  })
})

describe('values that cannot be are refused', () => {
  test.each<[string, string, string, string]>(
    [
      ['app.json', '"weekStart": 2', '"weekStart": 8', '/weekStart maximum'],
      ['app.json', '"perPage": 5', '"perPage": "5"', '/limits/orders/perPage wrongType'],
      ['app.json', '"perPage": 5', '"perPage": 900', '/limits/orders/perPage perPageLimit'],
      ['app.json', '"primary": -80', '"primary": -95', '/limits/signal signalOrder'],
      ['app.json', '"slug": "fleet"', '"slug": "Fleet 1"', '/products/0/slug pattern'],
      ['app.json', '"minutes": 60', '"minutes": 600', '/server/token/minutes maximum'],
      ['levels.json', '"value": 6', '"value": 2', '/levels/vendor/value levelOrder'],
      ['order-methods.json', '"input": "select"', '"input": "text"', '/types/array/input methodMismatch'],
      ['roster.json', '"단말목록_양식.xlsx"', '"../양식.xlsx"', '/fileName fileName'],
      ['dashboard.json', '"id": "KR-11"', '"id": "KR-12"', '/map/regions regionLeftOut'],
      ['dashboard.json', '"id": "KR-11"', '"id": "KR-12"', '/map/regions/0/id notOnMap KR-11'],
      ['dashboard.json', '"id": "KR-11"', '"id": "KR-26"', '/map/regions/1/id duplicate'],
      ['dashboard.json', '"type": "Special City"', '"type": "City"', '/map/regions/0/type notAllowed'],
      [
        'dashboard.json',
        'provinces.geojson',
        'provinzes.geojson',
        '/map/file missingFile map/korea-provinces.geojson',
      ],
      ['dashboard.json', '"refreshMs": 60000', '"refreshMs": 10', '/refreshMs minimum'],
      ['dashboard.json', '총 %{count}개 업체', '모든 업체', '/widgets/2/text countMissing'],
      ['dashboard.json', '"name": "models"', '"name": "model"', '/widgets/3/name notAllowed models'],
      ['dashboard.json', '"name": "models"', '"name": "vendors"', '/widgets/3/name duplicate'],
      [devices, '"accept": "0-9."', '"accept": "9-0"', '/list/filters/0/accept badPattern'],
      [devices, '"perPage": 20', '"perPage": 0', '/list/perPage minimum'],
      [devices, '"perPage": 20', '"perPage": 500', '/list/perPage perPageLimit'],
      [devices, '"path": "/app/devices"', '"path": "/app/orders"', 'pathTaken'],
      [devices, '"path": "/app/devices"', '"path": "/app/main/x"', '/path pathReserved'],
      [devices, '"list": "guest"', '"list": "none"', '/access/list accessFloor'],
      [devices, '"serial",\n', '"serial",\n      "serial",\n', '/list/columns/5 duplicate'],
      [devices, '"vpn', '', ''],
    ].filter(row => row[3] !== '') as [string, string, string, string][],
  )('%s: %s → %s', (file, from, to, problem) => {
    const errors = errorsAfter(file, from, to)
    expect(errors.filter(error => error.includes(problem))).toHaveLength(1)
  })

  test('a column of the product that this file does not declare asks for its declaration', () => {
    expect(errorsAfter(devices, '"edition"\n', '"edition",\n      "vpn"\n').join()).toContain(
      '/list/columns/15 undeclaredField',
    )
  })
})

describe('declarations that cannot work are refused where they stand', () => {
  const vendors = 'resources/vendors.json'
  test.each<[string, (file: ResourceFile) => void, string]>([
    [
      'choices of a text',
      file => Object.assign(file.fields.addr!, { choices: [{ value: 'a', label: '가' }] }),
      '/fields/addr/choices notOfKind',
    ],
    [
      'a mask without digits',
      file => Object.assign(file.fields.brn!, { mask: '-' }),
      '/fields/brn/mask badMask',
    ],
    [
      'a default of another kind',
      file => Object.assign(file.fields.active!, { default: 'yes' }),
      '/fields/active/default badDefault',
    ],
    [
      'a required field that nobody enters',
      file => Object.assign(file.fields.created!, { required: true }),
      '/fields/created/required requiredNever',
    ],
    [
      'a required field that is in no form',
      file => Object.assign(file.fields, { grade: { type: 'text', label: '등급', required: true } }),
      '/fields/grade/required requiredNowhere',
    ],
    [
      'a renamed field that is still there',
      file => Object.assign(file.fields.addr!, { renamedFrom: 'post' }),
      '/fields/addr/renamedFrom stillThere',
    ],
    [
      'a value derived of what it lacks',
      file => Object.assign(file.fields.paid!, { shown: 'clientPaid' }),
      '/fields/paid/shown clientsOnly',
    ],
    [
      'a value derived of what devices alone have',
      file => Object.assign(file.fields.paid!, { shown: 'connectivity' }),
      '/fields/paid/shown devicesOnly',
    ],
    [
      'a question for one’s own account elsewhere',
      file => Object.assign(file.fields.addr!, { visible: { own: false } }),
      '/fields/addr/visible/own clientsOnly',
    ],
    [
      'help under a condition on a field that is not there',
      file => Object.assign(file.fields.addr!, { help: { text: '도로명', when: { field: 'pst', eq: 'x' } } }),
      '/fields/addr/help/when/field unknownField post',
    ],
    [
      'clearing what a level hides',
      file => Object.assign(file.fields.addr!, { visible: { level: 'master' }, whenHidden: 'clear' }),
      '/fields/addr/whenHidden clearByLevel',
    ],
    [
      'a select without choices',
      file => Object.assign(file.fields, { grade: { type: 'select', label: '등급' } }),
      '/fields/grade missingKey',
    ],
    [
      'a source of choices that is none',
      file =>
        Object.assign(file.fields, { grade: { type: 'select', label: '등급', choices: { from: 'level' } } }),
      '/fields/grade/choices/from notAllowed levels',
    ],
    [
      'a message that is misspelt',
      file => {
        delete file.messages!.created
        Object.assign(file.messages!, { creatd: '만들었습니다.' })
      },
      '/messages/creatd unknownKey created',
    ],
    [
      'a button of another list',
      file => file.list!.rowActions!.push('control'),
      '/list/rowActions/2 actionElsewhere',
    ],
    [
      'a row’s button above the list',
      file => file.list!.actions!.push('delete'),
      '/list/actions/1 actionPlace',
    ],
    [
      'a button without its form',
      file => {
        delete file.form
      },
      '/list/actions/0 needsForm',
    ],
    [
      'a search in an unknown field',
      file => Object.assign(file.list!.filters![0]!, { fields: ['nmae'] }),
      '/list/filters/0/fields/0 unknownField name',
    ],
    [
      'a field of the form that is not there',
      file => file.form!.sections[0]!.fields.push('addres'),
      '/form/sections/0/fields/3 unknownField addr',
    ],
    [
      'a field that is twice in the form',
      file => file.form!.sections[0]!.fields.push('addr'),
      '/form/sections/1/fields/0 duplicate',
    ],
    [
      'a reference to nothing',
      file => Object.assign(file.fields, { other: { type: 'reference', label: '다른', reference: 'model' } }),
      '/fields/other/reference unknownResource models',
    ],
    [
      'a reference that depends on a field that is not there',
      file =>
        Object.assign(file.fields, {
          other: { type: 'reference', label: '다른', reference: 'bunches', dependsOn: { batch: 'nmae' } },
        }),
      '/fields/other/dependsOn/batch unknownField name',
    ],
    [
      'a reference narrowed by what the other resource lacks',
      file =>
        Object.assign(file.fields, {
          other: { type: 'reference', label: '다른', reference: 'bunches', dependsOn: { bach: 'name' } },
        }),
      '/fields/other/dependsOn/bach notNarrowed batch',
    ],
    [
      'a reference narrowed by what the server has no column for',
      file =>
        Object.assign(file.fields, {
          other: { type: 'reference', label: '다른', reference: 'clients', dependsOn: { duty: 'name' } },
        }),
      '/fields/other/dependsOn/duty notNarrowed',
    ],
    [
      'a text that depends on something',
      file => Object.assign(file.fields.addr!, { dependsOn: { batch: 'name' } }),
      '/fields/addr/dependsOn notOfKind',
    ],
  ])('%s', (_name, change, problem) => {
    const file = JSON.parse(files[vendors]!) as ResourceFile
    change(file)
    const errors = errorsOf({ ...files, [vendors]: JSON.stringify(file, null, 2) })
    expect(errors.map(error => error.split(' ').slice(1).join(' '))).toContain(problem)
  })

  test('a filter by a condition, where the list comes page by page', () => {
    const file = JSON.parse(files[devices]!) as ResourceFile
    file.list!.filters!.push({
      name: 'new',
      type: 'boolean',
      label: '새 단말',
      where: { field: 'version', empty: true },
    })
    expect(errorsOf({ ...files, [devices]: JSON.stringify(file) }).join()).toContain(
      '/list/filters/7/where whereUnpaged',
    )
  })

  test('what the server writes, in a resource of one’s own', () => {
    const own = {
      label: '것',
      source: { dialect: 'simple-rest' },
      fields: { id: { type: 'text', label: '번호' } },
    }
    expect(errorsOf({ ...files, 'resources/things.json': JSON.stringify(own) }).join()).toContain(
      '/fields/id serversOwn',
    )
  })

  test('a required field above the level that creates', () => {
    const own = {
      label: '것',
      source: { dialect: 'simple-rest' },
      access: { create: 'vendor' },
      fields: { grade: { type: 'text', label: '등급', required: true, write: 'master' } },
    }
    expect(errorsOf({ ...files, 'resources/things.json': JSON.stringify(own) }).join()).toContain(
      '/fields/grade/required requiredAbove',
    )
  })
})

test('the examples are sound in any config', () => {
  const examples = Object.entries(files).filter(([path]) => /^examples\/[^/]+$/.test(path))
  expect(examples.map(([path]) => path)).toContain('examples/sims.json')
  for (const [path, text] of examples) {
    // A file of config that may be absent is used where it stands in the folder itself.
    const to = path === 'examples/roles.json' ? 'roles.json' : path.replace('examples/', 'resources/')
    expect(errorsOf({ ...files, [to]: text })).toEqual([])
  }
})

describe('no secret is let into a config file', () => {
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

describe('a map', () => {
  const map = 'map/korea-provinces.geojson'
  test.each([
    ['that is no JSON', '{"type": '],
    ['that is something else', '{"type":"Feature"}'],
    ['of points', '{"type":"FeatureCollection","features":[{"id":"KR-11","geometry":{"type":"Point"}}]}'],
    ['without shapes', '{"type":"FeatureCollection","features":[{"id":"KR-11","geometry":null}]}'],
  ])('%s is refused where it is named', (_what, text) => {
    expect(errorsOf({ ...files, [map]: text })).toEqual([
      `${placeOf('dashboard.json', `"${map}"`)} /map/file notAMap`,
    ])
  })

  test('has the features of all regions, those that are not shown too', () => {
    // All but the first, without which there would be no map.
    let shown = 0
    const text = files['dashboard.json']!.replaceAll('"shown": true', one =>
      shown++ === 0 ? one : '"shown": false',
    )
    expect(errorsOf({ ...files, 'dashboard.json': text })).toEqual([])
  })
})

describe('files', () => {
  test('that are missing are named', () => {
    const { 'levels.json': _gone, ...rest } = files
    expect(errorsOf(rest)).toContain('config/levels.json:1:1 missingFile')
  })

  test('that are misspelt are named, with the right name', () => {
    const { 'levels.json': text, ...rest } = files
    expect(errorsOf({ ...rest, 'level.json': text! })).toEqual([
      'config/level.json:1:1 unknownFile levels.json',
      'config/levels.json:1:1 missingFile level.json',
    ])
  })

  test('of a resource that only the product could serve are refused', () => {
    const errors = errorsOf({ ...files, 'resources/device.json': files[devices]! })
    expect(errors.some(error => error.endsWith('/source/dialect notOfTheConsole devices'))).toBe(true)
  })

  test('that are no config do not matter', () => {
    expect(
      errorsOf({ ...files, 'README.md': '# 설정', 'schema/x.json': '-', 'map/provinces.json': '-' }),
    ).toEqual([])
  })
})

test('all errors come at once, in the order in which they are read', () => {
  const errors = errorsOf({
    ...files,
    'app.json': '{',
    [devices]: files[devices]!.replace('"closed",\n', '"closde",\n').replace('"perPage"', '"perPag"'),
  })
  expect(errors.map(error => error.split(' ').slice(1).join(' '))).toEqual([
    'unfinished',
    '/list/columns/10 unknownField closed',
    '/list/perPag unknownKey perPage',
  ])
})

describe('every error', () => {
  const sentences = compileMessages(i18nFiles())
  const say = createTranslator(sentences.messages)

  // A code is a key of the Korean sentences: another does not compile.
  const codes = Object.entries(sentences.messages.ko.config!).flatMap(([code, sentence]) =>
    typeof sentence === 'string' ? [code] : [],
  )

  test.each(codes)('%s has a sentence in both languages', code => {
    for (const locale of ['ko', 'en'] as const) {
      expect(say(locale, `config.${code}`)).not.toBe(`config.${code}`)
    }
  })

  test('is a line that a terminal can open, and says what to do', () => {
    const result = compileConfig({ ...files, 'levels.json': '{ "levels": {}, }' })
    const [error] = result.ok ? [] : result.errors
    expect(formatConfigError(error!, (key, params) => say('ko', key, params))).toBe(
      'config/levels.json:1:17 여기에서 값이 끝나면 안 됩니다. 바로 앞의 쉼표(,)나 남는 괄호를 지워 주세요.',
    )
    expect(formatConfigError(error!, (key, params) => say('en', key, params))).toContain(
      'The value cannot end here.',
    )
  })
})
