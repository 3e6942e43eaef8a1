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
const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))
/** The files as texts: objects are written as JSON. */
const textsOf = (own: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(own).map(([path, value]) => [path, asText(value)]))
const compileOwn = (own: Record<string, unknown>, below = delivered) =>
  compileConfig(textsOf(own), 'own', below)

/** The config of the owner's files over the delivered ones; it must be valid. */
function configOf(own: Record<string, unknown>, below = delivered): CompiledConfig {
  const result = compileOwn(own, below)
  if (!result.ok) throw new Error(JSON.stringify(result.errors))
  return result.config.shared
}
/** Problems as `file:line path code`. */
const linesOf = (problems: readonly { file: string; line: number; path: string; code: string }[]) =>
  problems.map(({ file, line, path, code }) => `${file}:${line} ${path} ${code}`)
function errorsOf(own: Record<string, unknown>, below = delivered) {
  const result = compileOwn(own, below)
  return result.ok ? [] : linesOf(result.errors)
}
const warningsOf = (own: Record<string, unknown>, below = delivered) =>
  linesOf(compileOwn(own, below).warnings)

/** The delivered folder of a later release, which changes one file. */
function laterRelease(file: string, change: (content: never) => void) {
  const content = JSON.parse(files[file]!) as never
  change(content)
  return { files: { ...files, [file]: JSON.stringify(content) }, folder: 'config' }
}

/** A complete copy of the delivered folder, as the first installations have, with the owner's changes. */
const completeCopy = (changes: Record<string, (content: never) => void> = {}) => {
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
const columnsOf = ({ resources }: CompiledConfig) =>
  resources.devices!.list!.columns.map(({ field }) => field)

describe('an overlay', () => {
  test('that is empty gives the delivered config', () => {
    expect(configOf({})).toEqual(configOf(completeCopy()))
  })

  test('merges objects by key', () => {
    const { app, resources } = configOf({
      'app.json': { service: '우리 관제', limits: { pageLimit: 500 } },
      [devices]: { fields: { serial: { label: '제조번호' } } },
    })
    const { orderTitle } = configOf({}).app.limits
    expect([app.service.ko, app.limits.pageLimit, app.limits.orderTitle]).toEqual([
      '우리 관제',
      500,
      orderTitle,
    ])
    expect(resources.devices!.fields.serial).toMatchObject({ label: { ko: '제조번호' }, format: 'serial' })
    expect(Object.keys(resources.devices!.fields)).toEqual(
      Object.keys(configOf({}).resources.devices!.fields),
    )
  })

  test('replaces a delivered list by a list', () => {
    const list = { columns: ['id', 'isdn'], phone: ['id'] }
    expect(columnsOf(configOf({ [devices]: { list } }))).toEqual(list.columns)
  })

  test('adds and removes entries of a delivered list by an object in its place', () => {
    const usual = columnsOf(configOf({}))
    const fields = { site: { type: 'text', label: '설치 장소' } }
    const change = (written: Json) =>
      columnsOf(configOf({ [devices]: { fields, list: { columns: written } } }))
    expect(change({ add: ['site'] })).toEqual([...usual, 'site'])
    // An entry that is delivered already moves to the place of the added ones.
    expect(change({ add: ['edition'] })).toEqual([...usual.filter(name => name !== 'edition'), 'edition'])
    expect(change({ add: ['site'], before: 'index' })).toEqual(['site', ...usual])
    expect(change({ add: [{ field: 'site' }], after: 'linked', remove: ['edition', 'closed'] })).toEqual([
      ...usual.slice(0, usual.indexOf('linked') + 1),
      'site',
      ...usual.slice(usual.indexOf('linked') + 1).filter(name => !['edition', 'closed'].includes(name)),
    ])
  })

  test('can change sections of forms and pages, and choices, by such objects', () => {
    const fields = {
      site: { type: 'text', label: '설치 장소' },
      grade: { type: 'select', label: '등급', choices: [{ value: 'a', label: '가' }] },
    }
    const change = (written: Json) => {
      const own = { [devices]: { fields, form: { sections: written }, page: { sections: written } } }
      const { form, page } = configOf(own).resources.devices!
      return [form!, page!].map(({ sections }) => sections.map(section => section.fields[0]))
    }
    const [form, page] = change({}) as [string[], string[]]
    const site = { fields: ['site'] }
    const [formWithSite, pageWithSite] = change({ add: [site] })
    expect(formWithSite).toEqual([...form, 'site'])
    expect(pageWithSite).toEqual([...page, 'site'])
    const [first, ...others] = page
    expect(change({ add: [site], after: 'device', remove: ['owner'] })).toEqual([
      [form[0], 'site', ...form.slice(1).filter(name => name !== 'vendor')],
      [first, others[0], 'site'],
    ])
    const below = laterRelease(devices, (content: { fields: Json }) => Object.assign(content.fields, fields))
    const choices = (written: Json) => {
      const shared = configOf({ [devices]: { fields: { grade: { choices: written } } } }, below)
      return shared.resources.devices!.fields.grade!.choices!.map(({ value }) => value)
    }
    expect(choices({ add: [{ value: 'b', label: '나' }], before: 'a' })).toEqual(['b', 'a'])
    expect(choices({ remove: ['a'], add: [{ value: 'b', label: '나' }] })).toEqual(['b'])
  })

  test('can name every entry of each delivered list of objects', () => {
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

  test('removes optional keys by null', () => {
    const { resources, menu } = configOf({ [devices]: { menu: null, list: { export: null } } })
    expect(menu.items.map(({ name }) => name)).not.toContain('devices')
    expect(resources.devices!.list).not.toHaveProperty('export')
    const errors = errorsOf({ [devices]: '{\n  "fields": null\n}' })
    expect(errors).toEqual(['own/resources/devices.json:2 /fields wrongType'])
  })

  test('removes a delivered resource by a file with null, unless the console needs it', () => {
    const removed = configOf({ 'resources/bunches.json': null, [devices]: { fields: { bunch_id: null } } })
    expect(removed.resources).not.toHaveProperty('bunches')
    expect(errorsOf({ [devices]: null })).toEqual(['own/resources/devices.json:1  wrongType'])
  })

  test('replaces a delivered resource by a file with label, source and fields', () => {
    const { menu: _, ...content } = JSON.parse(files[devices]!)
    content.list.columns = content.list.columns.filter((column: unknown) => column !== 'edition')
    const shared = configOf({ [devices]: content })
    expect(columnsOf(shared)).not.toContain('edition')
    expect(shared.menu.items.map(({ name }) => name)).not.toContain('devices')
    expect(configOf({ 'resources/sims.json': files['examples/sims.json'] }).resources).toHaveProperty('sims')
  })

  test('merges content types of methods by name', () => {
    const json = { value: 'string', input: 'multiline', bounds: 'length', compose: 'editor' }
    const { orderMethods } = configOf({ 'order-methods.json': { types: { json, url: null } } })
    const usual = Object.keys(configOf({}).orderMethods)
    expect(Object.keys(orderMethods)).toEqual([...usual.filter(name => name !== 'url'), 'json'])
  })

  test('is the file in which its mistakes are reported, with a hint', () => {
    const own = { [devices]: '{\n  "list": {\n    "perPag": 10,\n    "columns": ["closde"]\n  }\n}' }
    const result = compileOwn(own)
    expect(result.ok ? [] : linesOf(result.errors)).toEqual([
      'own/resources/devices.json:3 /list/perPag unknownKey',
      'own/resources/devices.json:4 /list/columns/0 unknownField',
    ])
    expect(result.ok ? [] : result.errors[0]!.params.hint).toBe('perPage')
    expect(errorsOf({ [devices]: '{ "list": { "columns": { "ad": ["id"] } } }', 'menu.json': '{' })).toEqual([
      'own/menu.json:1  unfinished',
      'own/resources/devices.json:1 /list/columns/ad unknownKey',
    ])
    expect(errorsOf({ [devices]: '{ "list": { "columns": { "add": ["closde"] } } }' })).toEqual([
      'own/resources/devices.json:1 /list/columns/add/0 unknownField',
    ])
  })
})

describe('a complete folder', () => {
  test('gets neither the parts that its owner has removed nor additions of a later release', () => {
    const own = completeCopy({
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
    const below = laterRelease(devices, (content: { fields: Json; list: { columns: unknown[] } }) => {
      content.fields.colour = { type: 'text', label: '색' }
      content.list.columns.push('colour')
    })
    const alone = compileConfig(textsOf({ ...own }), 'own')
    const merged = compileOwn(own, below)
    // Both have the same errors: references to the vendors that the owner has removed.
    expect(merged.ok ? [] : linesOf(merged.errors)).toEqual(alone.ok ? [] : linesOf(alone.errors))
    delete (own as Json)['resources/vendors.json']
    const whole = { ...own, 'resources/vendors.json': files['resources/vendors.json'] }
    const shared = configOf(whole, below)
    const compiled = compileConfig(textsOf(whole), 'own') as { config: { shared: unknown } }
    expect(shared).toEqual(compiled.config.shared)
    expect([shared.roster.clear, shared.orderMethods.url, shared.menu.items.map(({ name }) => name)]).toEqual(
      [[], undefined, expect.not.arrayContaining(['devices'])],
    )
  })

  test('gets keys that a later release requires', () => {
    const own = completeCopy({
      'app.json': (content: { server: Json; limits: Json; signIn?: unknown }) => {
        delete content.signIn
        delete content.server.gateway
        delete content.limits.pageLimit
      },
    })
    delete own['dashboard.json']
    expect(configOf(own)).toEqual(configOf({}))
  })
})

describe('an upgrade does not fail because of', () => {
  test('a name that the delivered list no longer has', () => {
    const own = {
      [devices]: '{\n  "list": {\n    "columns": { "remove": ["edtion"], "after": "gone" }\n  }\n}',
    }
    expect(configOf(own)).toEqual(configOf({}))
    expect(warningsOf(own)).toEqual([
      'own/resources/devices.json:3 /list/columns/remove/0 notDelivered',
      'own/resources/devices.json:3 /list/columns/after notDelivered',
    ])
  })

  test('a null that removes nothing: it may be a mistake, and is reported as a warning', () => {
    const own = {
      [devices]: '{\n  "acces": null,\n  "fields": { "serail": null }\n}',
      'resources/vendros.json': 'null',
    }
    expect(configOf(own)).toEqual(configOf({}))
    expect(warningsOf(own)).toEqual([
      'own/resources/devices.json:2 /acces nothingToRemove',
      'own/resources/devices.json:3 /fields/serail nothingToRemove',
      'own/resources/vendros.json:1  nothingToRemove',
    ])
    const [, second] = compileOwn(own).warnings
    expect(second!.params.hint).toBe('serial')
  })

  test('delivered parts that conflict with the owner’s: they are left out, with a warning', async () => {
    const content = JSON.parse(files[devices]!) as { fields: Json; list: { columns: unknown[] } }
    const own = { [devices]: content }
    const below = laterRelease('roster.json', (roster: { columns: unknown[] }) =>
      roster.columns.push({ field: 'colour', header: '색' }),
    )
    expect(configOf(own, below).roster.columns).toEqual(configOf({}).roster.columns)
    expect(warningsOf(own, below)).toEqual(['config/roster.json:1 /columns/12/field unknownField'])
    const [line] = problemLines(compileOwn(own, below).warnings, await packageTranslator())
    expect(line).toContain('직접 적은 설정과 맞지 않아 빼거나 맞추었습니다.')
    const ownMinutes = { 'app.json': { server: { token: { minutes: 60 } } } }
    const shorterSession = laterRelease('app.json', (app: { server: { session: Json } }) => {
      app.server.session.idleMinutes = 30
    })
    expect(warningsOf(ownMinutes, shorterSession)).toEqual([
      'config/app.json:1 /server/session/idleMinutes minimum',
    ])
    const result = compileOwn(ownMinutes, shorterSession)
    expect(result.ok && result.config.server.session.idleMinutes).toBe(60)
  })

  test('keys and values of earlier releases: they are converted', () => {
    const oldCopy = completeCopy({
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
    expect({ ...configOf(oldCopy), hash: '' }).toEqual({ ...configOf({}), hash: '' })
    const { warnings: found } = compileOwn(oldCopy)
    expect(found.map(({ path, code, params }) => [path, code, params.replacement])).toEqual([
      ['/types/url/format', 'retiredKey', 'schemes'],
      ['/access/show', 'retiredUnused', 'access.list'],
      ['/source/dialect', 'retiredValue', 'simple-rest'],
    ])
    // The same holds for this folder alone, without delivered files below it.
    const alone = compileConfig(textsOf(oldCopy), 'config')
    expect([alone.ok, alone.warnings.length]).toEqual([true, 3])
  })
})

test('an upgrade fails because of a misspelt key', () => {
  const own = completeCopy({
    [devices]: (content: { access: Json }) => Object.assign(content.access, { shwo: 'guest' }),
  })
  expect(errorsOf(own)).toEqual([
    expect.stringMatching(/^own\/resources\/devices.json:\d+ \/access\/shwo unknownKey$/),
  ])
})

describe('sentences of the owner', () => {
  const compileSentences = (own: Record<string, unknown>) =>
    compileMessages(textsOf(own), 'own/i18n', { files: i18nFiles(), folder: 'i18n' })
  const usual = compileMessages(i18nFiles()).messages

  test('replace single delivered sentences in one language', () => {
    const { messages, warnings } = compileSentences({ 'ko/shell.json': { nav: { logout: '나가기' } } })
    expect(messages.ko.shell).toEqual({
      ...(usual.ko.shell as Json),
      nav: { ...((usual.ko.shell as Json).nav as Json), logout: '나가기' },
    })
    expect([messages.en, warnings]).toEqual([usual.en, []])
  })

  test('that cannot be used are reported as warnings, and the delivered ones are used', () => {
    const nav = { logout: '%{nmae} 나가기', lgout: '나가기', main: '' }
    const shell = { nav, stale: { a: '가' }, skip: '하나 |||| 둘' }
    const {
      messages,
      warnings: found,
      ok,
    } = compileSentences({ 'ko/shell.json': shell, 'ko/shel.json': { nav: '가' } })
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
    const result = compileSentences({ 'ko/shell.json': '{' })
    expect(result.ok ? [] : linesOf(result.errors)).toEqual(['own/i18n/ko/shell.json:1  unfinished'])
  })
})
