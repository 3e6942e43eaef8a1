/** The owner's config files are merged with the delivered ones, also with those of a later release. */
import { describe, expect, test } from 'vitest'
import { isObject } from '../../src/domain/own'
import type { CompiledConfig } from '../../src/engine/compiled'
import { compileConfig } from '../../src/engine/load/compileConfig'
import { compileMessages } from '../../src/engine/load/compileMessages'
import { shapeOf } from '../../src/engine/load/configPaths'
import { entryName, entryShape, type JsonShape, mergeableKeys } from '../../src/engine/load/layers/mergeShape'
import { packageTranslator, problemLines } from '../../src/server/config/openConfig'
import { configFiles, i18nFiles, MAP, roughMap } from '../support/configFiles'

const files = configFiles()
files[MAP] = roughMap(files[MAP]!)
const delivered = { files, folder: 'config' }
const devices = 'resources/devices.json'

type Json = Record<string, unknown>
/** Objects as JSON; texts unchanged. */
const texts = (own: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(own).map(([path, value]) => [
      path,
      typeof value === 'string' ? value : JSON.stringify(value, null, 2),
    ]),
  )
const read = (own: Record<string, unknown>, below = delivered) => compileConfig(texts(own), 'own', below)

function config(own: Record<string, unknown>, below = delivered): CompiledConfig {
  const result = read(own, below)
  if (!result.ok) throw new Error(JSON.stringify(result.errors))
  return result.config.shared
}
const lines = (problems: readonly { file: string; line: number; path: string; code: string }[]) =>
  problems.map(({ file, line, path, code }) => `${file}:${line} ${path} ${code}`)
function errors(own: Record<string, unknown>, below = delivered) {
  const result = read(own, below)
  return result.ok ? [] : lines(result.errors)
}
const warnings = (own: Record<string, unknown>, below = delivered) => lines(read(own, below).warnings)

/** The delivered folder with a change of a later release. */
function newer(file: string, change: (content: never) => void) {
  const content = JSON.parse(files[file]!) as never
  change(content)
  return { files: { ...files, [file]: JSON.stringify(content) }, folder: 'config' }
}

/** A complete copy of the delivered folder, as the first installations have. */
const copy = (changes: Record<string, (content: never) => void> = {}) => {
  const whole: Record<string, unknown> = Object.fromEntries(
    Object.entries(files).filter(([path]) => !/^(schema|examples)\//.test(path)),
  )
  for (const [path, change] of Object.entries(changes)) {
    const content = JSON.parse(files[path]!) as never
    change(content)
    whole[path] = content
  }
  return whole
}
const columns = ({ resources }: CompiledConfig) => resources.devices!.list!.columns.map(({ field }) => field)

describe('an overlay', () => {
  test('that is empty gives the delivered config', () => {
    expect(config({})).toEqual(config(copy()))
  })

  test('1: objects are merged by key', () => {
    const { app, resources } = config({
      'app.json': { service: '우리 관제', limits: { pageLimit: 500 } },
      [devices]: { fields: { serial: { label: '제조번호' } } },
    })
    expect([app.service.ko, app.limits.pageLimit, app.limits.orderTitle]).toEqual([
      '우리 관제',
      500,
      config({}).app.limits.orderTitle,
    ])
    expect(resources.devices!.fields.serial).toMatchObject({ label: { ko: '제조번호' }, format: 'serial' })
    expect(Object.keys(resources.devices!.fields)).toEqual(Object.keys(config({}).resources.devices!.fields))
  })

  test('2: a list replaces the delivered list', () => {
    const list = { columns: ['id', 'isdn'], phone: ['id'] }
    expect(columns(config({ [devices]: { list } }))).toEqual(list.columns)
  })

  test('3: an object in place of a list adds and removes entries', () => {
    const usual = columns(config({}))
    const fields = { site: { type: 'text', label: '설치 장소' } }
    const change = (written: Json) => columns(config({ [devices]: { fields, list: { columns: written } } }))
    expect(change({ add: ['site'] })).toEqual([...usual, 'site'])
    // The entry is delivered too.
    expect(change({ add: ['edition'] })).toEqual([...usual.filter(name => name !== 'edition'), 'edition'])
    expect(change({ add: ['site'], before: 'index' })).toEqual(['site', ...usual])
    expect(change({ add: [{ field: 'site' }], after: 'linked', remove: ['edition', 'closed'] })).toEqual([
      ...usual.slice(0, usual.indexOf('linked') + 1),
      'site',
      ...usual.slice(usual.indexOf('linked') + 1).filter(name => !['edition', 'closed'].includes(name)),
    ])
  })

  test('sections of forms and pages, and choices, are lists of this kind', () => {
    const fields = {
      site: { type: 'text', label: '설치 장소' },
      grade: { type: 'select', label: '등급', choices: [{ value: 'a', label: '가' }] },
    }
    const change = (written: Json) => {
      const own = { [devices]: { fields, form: { sections: written }, page: { sections: written } } }
      const { form, page } = config(own).resources.devices!
      return [form!, page!].map(({ sections }) => sections.map(section => section.fields[0]))
    }
    const [form, page] = change({}) as [string[], string[]]
    const site = { fields: ['site'] }
    expect(change({ add: [site] })).toEqual([
      [...form, 'site'],
      [...page, 'site'],
    ])
    const [first, ...others] = page
    expect(change({ add: [site], after: 'device', remove: ['owner'] })).toEqual([
      [form[0], 'site', ...form.slice(1).filter(name => name !== 'vendor')],
      [first, others[0], 'site'],
    ])
    const below = newer(devices, (content: { fields: Json }) => Object.assign(content.fields, fields))
    const choices = (written: Json) => {
      const shared = config({ [devices]: { fields: { grade: { choices: written } } } }, below)
      return shared.resources.devices!.fields.grade!.choices!.map(({ value }) => value)
    }
    expect(choices({ add: [{ value: 'b', label: '나' }], before: 'a' })).toEqual(['b', 'a'])
    expect(choices({ remove: ['a'], add: [{ value: 'b', label: '나' }] })).toEqual(['b'])
  })

  test('every delivered list of objects has names to refer to its entries', () => {
    const unnamed: string[] = []
    const walk = (shape: JsonShape, value: unknown, path: string): void => {
      const inner = mergeableKeys(shape)
      if (inner && isObject(value))
        for (const [key, inside] of Object.entries(value)) walk(inner.shapeOf(key), inside, `${path}/${key}`)
      if (!entryShape(shape) || !Array.isArray(value)) return
      const names = value.map(entryName)
      if (names.includes(undefined) || new Set(names).size < names.length) unnamed.push(path)
    }
    for (const [path, text] of Object.entries(files))
      if (shapeOf(path)) walk(shapeOf(path) as JsonShape, JSON.parse(text), path)
    expect(unnamed).toEqual([])
  })

  test('4: null removes optional keys', () => {
    const { resources, menu } = config({ [devices]: { menu: null, list: { export: null } } })
    expect(menu.items.map(({ name }) => name)).not.toContain('devices')
    expect(resources.devices!.list).not.toHaveProperty('export')
    expect(errors({ [devices]: '{\n  "label": null\n}' })).toEqual([
      'own/resources/devices.json:2 /label wrongType',
    ])
  })

  test('5: a file with null removes a delivered resource, unless the console needs it', () => {
    const removed = config({ 'resources/bunches.json': null, [devices]: { fields: { bunch_id: null } } })
    expect(removed.resources).not.toHaveProperty('bunches')
    expect(errors({ [devices]: null })).toEqual(['own/resources/devices.json:1  wrongType'])
  })

  test('6: a resource with label, source and fields replaces the delivered one', () => {
    const { menu: _, ...content } = JSON.parse(files[devices]!)
    content.list.columns = content.list.columns.filter((column: unknown) => column !== 'edition')
    const shared = config({ [devices]: content })
    expect(columns(shared)).not.toContain('edition')
    expect(shared.menu.items.map(({ name }) => name)).not.toContain('devices')
    expect(config({ 'resources/sims.json': files['examples/sims.json'] }).resources).toHaveProperty('sims')
  })

  test('7: content types of methods are merged by name', () => {
    const json = { value: 'string', input: 'multiline', bounds: 'length', compose: 'editor' }
    const { orderMethods } = config({ 'order-methods.json': { types: { json, url: null } } })
    const usual = Object.keys(config({}).orderMethods)
    expect(Object.keys(orderMethods)).toEqual([...usual.filter(name => name !== 'url'), 'json'])
  })

  test('8: a mistake is reported in the owner’s file, with a hint', () => {
    const own = { [devices]: '{\n  "list": {\n    "perPag": 10,\n    "columns": ["closde"]\n  }\n}' }
    const result = read(own)
    expect(result.ok ? [] : lines(result.errors)).toEqual([
      'own/resources/devices.json:3 /list/perPag unknownKey',
      'own/resources/devices.json:4 /list/columns/0 unknownField',
    ])
    expect(result.ok ? [] : result.errors[0]!.params.hint).toBe('perPage')
    expect(errors({ [devices]: '{ "list": { "columns": { "ad": ["id"] } } }', 'menu.json': '{' })).toEqual([
      'own/menu.json:1  unfinished',
      'own/resources/devices.json:1 /list/columns/ad unknownKey',
    ])
    expect(errors({ [devices]: '{ "list": { "columns": { "add": ["closde"] } } }' })).toEqual([
      'own/resources/devices.json:1 /list/columns/add/0 unknownField',
    ])
  })
})

describe('a complete folder', () => {
  test('9: gets neither the parts that its owner has removed nor additions of a later release', () => {
    const own = copy({
      [devices]: (content: {
        fields: Json
        list: { columns: unknown[]; export?: unknown }
        menu?: unknown
      }) => {
        delete content.menu
        delete content.list.export
        content.list.columns = ['id', 'isdn']
        Object.assign(content.list, { phone: ['id'], bulkActions: [] })
      },
      'roster.json': (content: Json) => delete content.clear,
      'order-methods.json': (content: { types: Json }) => delete content.types.url,
    })
    delete own['resources/vendors.json']
    const below = newer(devices, (content: { fields: Json; list: { columns: unknown[] } }) => {
      content.fields.colour = { type: 'text', label: '색' }
      content.list.columns.push('colour')
    })
    const before = compileConfig(texts({ ...own }), 'own')
    const now = read(own, below)
    // The errors are those of the folder without delivered files: references to vendors.
    expect(now.ok ? [] : lines(now.errors)).toEqual(before.ok ? [] : lines(before.errors))
    delete (own as Json)['resources/vendors.json']
    const whole = { ...own, 'resources/vendors.json': files['resources/vendors.json'] }
    const shared = config(whole, below)
    expect(shared).toEqual(
      (compileConfig(texts(whole), 'own') as { config: { shared: unknown } }).config.shared,
    )
    expect([shared.roster.clear, shared.orderMethods.url, shared.menu.items.map(({ name }) => name)]).toEqual(
      [[], undefined, expect.not.arrayContaining(['devices'])],
    )
  })

  test('10: gets keys that a later release requires', () => {
    const own = copy({
      'app.json': (content: { server: Json; limits: Json; signIn?: unknown }) => {
        delete content.signIn
        delete content.server.gateway
        delete content.limits.pageLimit
      },
    })
    delete own['dashboard.json']
    expect(config(own)).toEqual(config({}))
  })
})

describe('an upgrade does not fail because of', () => {
  test('a name that the delivered list no longer has', () => {
    const own = {
      [devices]: '{\n  "list": {\n    "columns": { "remove": ["edtion"], "after": "gone" }\n  }\n}',
    }
    expect(config(own)).toEqual(config({}))
    expect(warnings(own)).toEqual([
      'own/resources/devices.json:3 /list/columns/remove/0 notDelivered',
      'own/resources/devices.json:3 /list/columns/after notDelivered',
    ])
  })

  test('a null that removes nothing, which is reported as a warning since it may be a mistake', () => {
    const own = {
      [devices]: '{\n  "acces": null,\n  "fields": { "serail": null }\n}',
      'resources/vendros.json': 'null',
    }
    expect(config(own)).toEqual(config({}))
    expect(warnings(own)).toEqual([
      'own/resources/devices.json:2 /acces nothingToRemove',
      'own/resources/devices.json:3 /fields/serail nothingToRemove',
      'own/resources/vendros.json:1  nothingToRemove',
    ])
    const [, second] = read(own).warnings
    expect(second!.params.hint).toBe('serial')
  })

  test('delivered parts that conflict with the owner’s: they are left out, with a warning', async () => {
    const content = JSON.parse(files[devices]!) as { fields: Json; list: { columns: unknown[] } }
    const own = { [devices]: content }
    const below = newer('roster.json', (roster: { columns: unknown[] }) =>
      roster.columns.push({ field: 'colour', header: '색' }),
    )
    expect(config(own, below).roster.columns).toEqual(config({}).roster.columns)
    expect(warnings(own, below)).toEqual(['config/roster.json:1 /columns/12/field unknownField'])
    const [line] = problemLines(read(own, below).warnings, await packageTranslator())
    expect(line).toContain('직접 적은 설정과 맞지 않아 빼거나 맞추었습니다.')
    const bound = { 'app.json': { server: { token: { minutes: 60 } } } }
    const short = newer('app.json', (app: { server: { session: Json } }) => {
      app.server.session.idleMinutes = 30
    })
    expect(warnings(bound, short)).toEqual(['config/app.json:1 /server/session/idleMinutes minimum'])
    const result = read(bound, short)
    expect(result.ok && result.config.server.session.idleMinutes).toBe(60)
  })

  test('keys and values of earlier releases: they are converted', () => {
    const methods = copy({
      'order-methods.json': (content: { types: { url: Json } }) => {
        delete content.types.url.schemes
        content.types.url.format = 'url'
      },
      [devices]: (content: { access: Json }) => {
        content.access.show = 'guest'
      },
      'resources/models.json': (content: { source: Json }) => {
        content.source.dialect = 'console'
      },
    })
    expect({ ...config(methods), hash: '' }).toEqual({ ...config({}), hash: '' })
    const { warnings: found } = read(methods)
    expect(found.map(({ path, code, params }) => [path, code, params.replacement])).toEqual([
      ['/types/url/format', 'retiredKey', 'schemes'],
      ['/access/show', 'retiredUnused', 'access.list'],
      ['/source/dialect', 'retiredValue', 'simple-rest'],
    ])
    // Also without an overlay.
    const alone = compileConfig(texts(methods), 'config')
    expect([alone.ok, alone.warnings.length]).toEqual([true, 3])
  })

  test('but fails because of a misspelt key', () => {
    const own = copy({
      [devices]: (content: { access: Json }) => Object.assign(content.access, { shwo: 'guest' }),
    })
    expect(errors(own)).toEqual([
      expect.stringMatching(/^own\/resources\/devices.json:\d+ \/access\/shwo unknownKey$/),
    ])
  })
})

describe('sentences of the owner', () => {
  const compileOwn = (own: Record<string, unknown>) =>
    compileMessages(texts(own), 'own/i18n', { files: i18nFiles(), folder: 'i18n' })
  const usual = compileMessages(i18nFiles()).messages

  test('replace single delivered sentences in one language', () => {
    const { messages, warnings: none } = compileOwn({ 'ko/shell.json': { nav: { logout: '나가기' } } })
    expect(messages.ko.shell).toEqual({
      ...(usual.ko.shell as Json),
      nav: { ...((usual.ko.shell as Json).nav as Json), logout: '나가기' },
    })
    expect([messages.en, none]).toEqual([usual.en, []])
  })

  test('that cannot be used are reported as warnings, and the delivered ones are used', () => {
    const nav = { logout: '%{nmae} 나가기', lgout: '나가기', main: '' }
    const shell = { nav, stale: { a: '가' }, skip: '하나 |||| 둘' }
    const {
      messages,
      warnings: found,
      ok,
    } = compileOwn({ 'ko/shell.json': shell, 'ko/shel.json': { nav: '가' } })
    expect([ok, messages]).toEqual([true, usual])
    expect(found.map(({ file, path, code, params }) => [file, path, code, params.hint ?? ''])).toEqual([
      ['own/i18n/ko/shel.json', '', 'unknownSentence', 'shell'],
      ['own/i18n/ko/shell.json', '/nav/logout', 'sentenceUnfit', 'name'],
      ['own/i18n/ko/shell.json', '/nav/lgout', 'unknownSentence', 'logout'],
      ['own/i18n/ko/shell.json', '/nav/main', 'sentenceForm', ''],
      ['own/i18n/ko/shell.json', '/stale', 'sentenceForm', ''],
      ['own/i18n/ko/shell.json', '/skip', 'sentenceForm', ''],
    ])
  })

  test('in a file that is not JSON are an error', () => {
    const result = compileOwn({ 'ko/shell.json': '{' })
    expect(result.ok ? [] : lines(result.errors)).toEqual(['own/i18n/ko/shell.json:1  unfinished'])
  })
})
