/** The delivered config agrees with the specification. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TSchema } from 'typebox'
import { describe, expect, test } from 'vitest'
import { compileMessages, PARAMETERS, parametersFile } from '../../src/engine/load/compileMessages'
import { CONFIG_FILES } from '../../src/engine/load/configPaths'
import { configSchemas } from '../../src/engine/load/configSchemas'
import { referenceText } from '../../src/engine/load/reference'
import { ResourceFile } from '../../src/engine/shapes/resource'
import { packageRoot } from '../../src/server/packageRoot'
import { packageConfig } from '../support/config'
import { configFiles, i18nFiles } from '../support/configFiles'

const { shared: config, server } = packageConfig()
const files = configFiles()

test('limits and times have the values of §9', () => {
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

test('the English titles of forms name one record', () => {
  const { form } = JSON.parse(i18nFiles()['en/records.json']!)
  const titles = Object.values(config.resources).flatMap(({ form: hasForm, label, labelOne = label }) =>
    hasForm ? form.create.replace('%{name}', labelOne.en) : [],
  )
  expect(titles.length).toBeGreaterThan(5)
  for (const title of titles) expect(title).toMatch(/^New [a-z ]+(?<!s)$/)
})

test('lists count clients with the Korean word for people, and all other records with the word for things', () => {
  const classifiers = Object.values(config.resources).flatMap(({ name, list }) =>
    list?.texts.found ? [[name, /^%\{count\} (\S)/.exec(list.texts.found.ko)?.[1]]] : [],
  )
  expect(Object.fromEntries(classifiers)).toEqual({
    ...Object.fromEntries(Object.keys(config.resources).map(name => [name, '개'])),
    clients: '명',
  })
})

describe('the device list of §2', () => {
  const list = config.resources.devices!.list!

  test('has the columns in their order, each with its format', () => {
    // The column `connection` is ours, beyond §2. It says whether the device is online, and since when.
    const columns = list.columns.map(({ field, format }) =>
      format === 'text' ? field : `${field}:${format}`,
    )
    expect(columns.join(' ')).toBe(
      'index id:identifier isdn:phone connection:connection serial:serial model batch version release ' +
        'linked:deviceTime closed:deviceTime modem.apn modem.band:positive modem.rsrp:signal edition',
    )
    const columnOf = (name: string) => list.columns.find(({ field }) => field === name)!
    expect(list.rowActions.map(({ name }) => name)).toEqual(['control', 'edit', 'deviceSecret'])
    expect(columnOf('edition').level).toBe('guest')
    expect([list.perPage, list.pageWindow]).toEqual([20, 10])
  })

  test('has filters by text, status, model, and, if the model has several batches, by batch', () => {
    // Filters with `more` are ours, beyond §2: users add them by "+ 필터".
    const alwaysShown = list.filters.filter(({ more }) => !more)
    const kinds = ['search:search', 'status:select', 'model:reference', 'batch:reference']
    expect(alwaysShown.map(({ name, type }) => `${name}:${type}`)).toEqual(kinds)
    const [search, , , batch] = list.filters
    expect([search!.accept, batch!.dependsOn, batch!.shownFrom]).toEqual(['0-9.', 'model', 2])
  })
})

test('models, bunches and commands use the dialect simple-rest, and only masters change them (decision 28)', () => {
  for (const name of ['models', 'bunches', 'methods']) {
    const { dialect, access, form } = config.resources[name]!
    const rights = [access.create, access.edit, access.delete]
    expect([name, dialect, ...rights]).toEqual([name, 'simple-rest', 'master', 'master', 'master'])
    expect(form).toBeDefined()
  }
})

test('browsers do not get the settings of the server', () => {
  const forBrowsers = JSON.stringify(config)
  for (const value of ['"originFailures"', '"lockMinutes"', '"token"', '"bodyBytes"', '"expireHours"']) {
    const isInServer = JSON.stringify(server).includes(value)
    expect([value, isInServer, forBrowsers.includes(value)]).toEqual([value, true, false])
  }
})

test('the config for browsers is small', () => {
  expect(JSON.stringify(config).length).toBeLessThan(78_000)
})

/** Every key of a shape, also of the shapes inside it. */
function keysIn(shape: TSchema): { key: string; description?: string }[] {
  const {
    properties = {},
    patternProperties = {},
    items = [],
    anyOf = [],
  } = shape as unknown as {
    properties?: Record<string, TSchema & { description?: string }>
    patternProperties?: Record<string, TSchema>
    items?: TSchema
    anyOf?: TSchema[]
  }
  const own = Object.entries(properties).map(([key, { description }]) => ({ key, description }))
  const inside = [Object.values(properties), Object.values(patternProperties), anyOf, items].flat()
  return [...own, ...inside.flatMap(keysIn)]
}

describe('for editors', () => {
  const reference = readFileSync(join(packageRoot, 'config/REFERENCE.md'), 'utf8')

  test('the schemas and i18n/parameters.json are up to date (npm run config:schema)', () => {
    const upToDate = Object.entries(configSchemas()).filter(
      ([name, text]) => files[`schema/${name}`] === text,
    )
    expect(upToDate.map(([name]) => name)).toEqual(Object.keys(configSchemas()))
    const sentences = i18nFiles()
    expect(sentences[PARAMETERS]).toBe(parametersFile(compileMessages(sentences).messages))
  })

  test('config/REFERENCE.md is up to date (npm run config:schema), and its links lead to its sections', () => {
    expect(reference).toBe(referenceText())
    const headings = reference.match(/^##.*$/gm)!.map(heading => heading.slice(3).toLowerCase())
    const anchors = headings.map(heading => heading.replace(/[^\w\s-]/g, '').replace(/\s/g, '-'))
    const links = [...reference.matchAll(/\]\(#([^)]*)\)/g)].map(([, link]) => link)
    expect(links.length).toBeGreaterThan(8)
    expect(links).toEqual(anchors)
    expect(reference).toMatch(/^ {2}unique +true\|false\|object +No two records have the same value$/m)
  })

  test('the schemas describe every key', () => {
    const keys = Object.values({ ...CONFIG_FILES, resource: ResourceFile }).flatMap(keysIn)
    expect(keys.length).toBeGreaterThan(400)
    expect(keys.filter(({ description }) => !description).map(({ key }) => key)).toEqual([])
  })
})
