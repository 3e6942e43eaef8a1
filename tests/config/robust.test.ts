/**
 * A wrong word in a config file is an error with its place; it never ends anything (a part of the sweep `configFuzz`).
 */
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { compileConfig } from '../../src/engine/load/compileConfig'
import { compileMessages } from '../../src/engine/load/compileMessages'
import type { FileText } from '../../src/engine/load/JsonSource'
import { type FoldersResult, readFolders } from '../../src/server/config/configFolder'
import { type ConfigOutcome, type OpenConfig, openConfig } from '../../src/server/config/openConfig'
import { packageRoot } from '../../src/server/packageRoot'
import { terminalSentence } from '../../src/server/start/startProblem'
import { configFiles, i18nFiles } from '../support/configFiles'
import { brokenBytes, mutantsAt } from '../support/configMutants'

const files = configFiles()
const devices = 'resources/devices.json'

const errorsOf = (changed: Readonly<Record<string, FileText>>) => {
  const result = compileConfig({ ...files, ...changed })
  return result.ok ? [] : result.errors.map(error => `${error.file} ${error.path} ${error.code}`)
}

/** The errors after one place of a file became something else. */
const errorsWith = (file: string, path: string, value: unknown) => {
  const content = JSON.parse(files[file]!)
  const steps = path.split('/').slice(1)
  const last = steps.pop()!
  steps.reduce((inside, step) => inside[step], content)[last] = value
  return errorsOf({ [file]: JSON.stringify(content) })
}

describe('a wrong word is refused where it stands', () => {
  test.each<[string, string, unknown, string]>([
    [devices, '/fields/serial/type', 'string', '/fields/serial/type notAllowed'],
    [devices, '/fields/serial/type', 'constructor', '/fields/serial/type notAllowed'],
    [devices, '/fields/serial/type', '__proto__', '/fields/serial/type notAllowed'],
    [devices, '/fields/serial/rules', [null], '/fields/serial/rules/0 notAllowed'],
    [devices, '/list/actions', [null], '/list/actions/0 notAllowed'],
    [devices, '/list/columns', ['constructor'], '/list/columns/0 unknownField'],
    [devices, '/list/columns', [null], '/list/columns/0 wrongType'],
    [devices, '/list/filters/1/choices', { from: 'constructor' }, '/list/filters/1/choices/from notAllowed'],
    [devices, '/list/filters/1/field', 'toString', '/list/filters/1/field unknownField'],
    [devices, '/list/sort/field', 'valueOf', '/list/sort/field unknownField'],
    [devices, '/recordName', 'constructor', '/recordName unknownField'],
    [devices, '/toString', {}, '/toString forbiddenName'],
    [
      devices,
      '/fields/hasOwnProperty',
      { type: 'text', label: '가' },
      '/fields/hasOwnProperty forbiddenName',
    ],
    ['order-methods.json', '/types/array/value', 'array', '/types/array/value notAllowed'],
    ['order-methods.json', '/types/array/value', 'constructor', '/types/array/value notAllowed'],
    ['menu.json', '/links', [null], '/links/0 wrongType'],
    ['levels.json', '/aliases/manager', 'constructor', '/aliases/manager notAllowed'],
    ['dashboard.json', '/widgets/0/name', 'constructor', '/widgets/0/name notAllowed'],
  ])('%s %s: %j', (file, path, value, error) => {
    expect(errorsWith(file, path, value)).toContain(`config/${file} ${error}`)
  })

  test.each(['null', '[]', '"x"', '0'])('a whole file that is %s', text => {
    for (const file of Object.keys(files).filter(name => /^(resources\/)?[a-z-]+\.json$/.test(name))) {
      expect(errorsOf({ [file]: text }).filter(error => error.startsWith(`config/${file} `))).not.toEqual([])
    }
  })

  test('a file called as JavaScript calls something', () => {
    expect(errorsOf({ 'resources/constructor.json': files[devices]! })).toContain(
      'config/resources/constructor.json  unknownFile',
    )
    const i18n = compileMessages({ ...i18nFiles(), 'ko/__proto__.json': '{}', 'en/__proto__.json': '{}' })
    expect(i18n.ok ? [] : i18n.errors.map(({ file, code }) => `${file} ${code}`)).toEqual([
      'i18n/en/__proto__.json forbiddenName',
      'i18n/ko/__proto__.json forbiddenName',
    ])
    expect(Object.getPrototypeOf(i18n.messages.ko)).toBe(Object.prototype)
  })
})

test('the list of what sentences have filled in is a file as any other', () => {
  for (const [text, path, code] of [
    ['{"shell.skip": [null]}', '/shell.skip', 'shape'],
    ['[]', '', 'shape'],
    ['{', '', 'unfinished'],
  ]) {
    const result = compileMessages({ ...i18nFiles(), 'parameters.json': text! })
    const errors = result.ok ? [] : result.errors.map(error => `${error.file} ${error.path} ${error.code}`)
    expect(errors).toEqual([`i18n/parameters.json ${path} ${code}`])
  }
})

describe('more than anybody writes is refused in a moment', () => {
  const fields = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, { type: 'text', label: '가' }]))

  test('20,000 fields', () => {
    expect(errorsWith(devices, '/fields', fields(20_000))).toEqual([`config/${devices} /fields tooMany`])
  })

  test('100,000 brackets inside each other', () => {
    for (const text of [
      '['.repeat(100_000),
      '{"a":'.repeat(100_000),
      `[${'"[",'.repeat(10)}${'['.repeat(40)}`,
    ])
      expect(errorsOf({ 'levels.json': text })).toContain('config/levels.json  tooDeep')
  })

  test('50,000 unknown names: the first of them are named', () => {
    const names = Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`name${at}`, 0]))
    const errors = errorsOf({ 'menu.json': JSON.stringify(names) })
    expect(errors.filter(error => error.includes('menu.json'))).toHaveLength(101)
    expect(errors).toContain('config/menu.json  moreErrors')
  })

  test('numbers and characters that nothing can hold', () => {
    const text = files['levels.json']!
    expect(errorsOf({ 'levels.json': text.replace('"value": 6', '"value": 1e999') })).toContain(
      'config/levels.json /levels/vendor/value tooBig',
    )
    expect(errorsOf({ 'levels.json': text.replace('"value": 6', '"value": NaN') })).toContain(
      'config/levels.json  character',
    )
    for (const broken of ['\\ud800', '\\u0000'])
      expect(
        errorsOf({ 'app.json': files['app.json']!.replace('"slug": "fleet"', `"slug": "${broken}"`) }),
      ).toContain('config/app.json /products/0/slug badCharacter')
  })
})

describe('on disk', () => {
  let root: string
  let config: OpenConfig | undefined
  const folders = () => ({ config: join(root, 'config'), i18n: join(root, 'i18n') })

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'fleet-robust-'))
    for (const name of ['config', 'i18n'])
      cpSync(join(packageRoot, name), join(root, name), { recursive: true })
  })
  afterEach(() => {
    config?.close()
    config = undefined
    rmSync(root, { recursive: true })
  })

  const problems = (result: FoldersResult) =>
    result.ok
      ? []
      : result.errors.map(({ file, line, column, code }) =>
          `${file}:${line}:${column} ${code}`.replace(`${root}/`, ''),
        )
  const put = (path: string, bytes: string | Uint8Array) => writeFileSync(join(root, path), bytes)
  const read = (path: string) => readFileSync(join(root, path), 'utf8')

  test('a file in the encoding of Korean Windows is refused where it begins to differ', async () => {
    const text = read('config/levels.json')
    const at = text.indexOf('업체')
    const line = text.slice(0, at).split('\n').length
    const column = at - text.lastIndexOf('\n', at)
    const cp949 = Buffer.from([0xbe, 0xf7, 0xc3, 0xbc])
    put(
      'config/levels.json',
      Buffer.concat([Buffer.from(text.slice(0, at)), cp949, Buffer.from(text.slice(at + 2))]),
    )
    expect(problems(await readFolders(folders()))).toEqual([`config/levels.json:${line}:${column} notUtf8`])
  })

  test('neither is UTF-16; a byte order mark of UTF-8 is no error', async () => {
    const text = read('i18n/ko/shell.json')
    put('i18n/ko/shell.json', Buffer.from(`\uFEFF${text}`, 'utf16le'))
    expect(problems(await readFolders(folders()))).toContain('i18n/ko/shell.json:1:1 notUtf8')
    put('i18n/ko/shell.json', `\uFEFF${text}`)
    expect(problems(await readFolders(folders()))).toEqual([])
  })

  test('what is no readable file is refused: a folder, a link to itself, 2 MB, a map of bytes', async () => {
    rmSync(join(root, 'config/menu.json'))
    symlinkSync('menu.json', join(root, 'config/menu.json'))
    rmSync(join(root, 'config/levels.json'))
    mkdirSync(join(root, 'config/levels.json'))
    put('config/roster.json', ' '.repeat(2_000_000))
    put('config/map/korea-provinces.geojson', Buffer.from([0xff, 0xfe]))
    expect(problems(await readFolders(folders()))).toEqual([
      expect.stringMatching(/^config\/dashboard\.json:\d+:\d+ notUtf8$/),
      'config/levels.json:1:1 notAFile',
      'config/menu.json:1:1 unreadable',
      'config/roster.json:1:1 tooLarge',
    ])
  })

  test('a file without the right to read it is refused', async () => {
    chmodSync(join(root, 'config/menu.json'), 0)
    // The superuser may read everything.
    const expected = process.getuid?.() === 0 ? [] : ['config/menu.json:1:1 unreadable']
    expect(problems(await readFolders(folders()))).toEqual(expected)
  })

  test('after each change that cannot be, the last good config is in force, and the mended one says so', async () => {
    config = await openConfig({ folder: folders().config, i18n: folders().i18n, watch: false })
    const outcomes: ConfigOutcome[] = []
    config.onOutcome(outcome => outcomes.push(outcome))
    const { hash } = config.current().shared
    const text = read(`config/${devices}`)
    const content = JSON.parse(text)
    const broken = [
      ...mutantsAt(devices, content, ['fields', 'serial', 'type']),
      ...mutantsAt(devices, content, ['list', 'actions']).filter(({ name }) => name.includes('null')),
      ...brokenBytes(devices, text).filter(
        ({ name }) => !name.includes('return') && !name.includes('order mark'),
      ),
    ].filter(({ name }) => !/= "(url|text)"/.test(name))
    for (const { name, bytes } of broken) {
      put(`config/${devices}`, bytes)
      const outcome = await config.reread()
      expect(outcome, name).toMatchObject({ kind: 'refused' })
      expect(
        config.refused().every(({ code }) => code !== 'internal'),
        name,
      ).toBe(true)
      expect(config.current().shared.hash).toBe(hash)
    }
    put(`config/${devices}`, text)
    expect(await config.reread()).toEqual({ kind: 'restored', hash, warnings: [] })
    expect(config.refused()).toEqual([])
    expect(await config.reread()).toBeUndefined()
    expect(outcomes).toHaveLength(broken.length + 1)
  })

  test('errors have sentences although the file with the sentences is what is broken', async () => {
    config = await openConfig({ folder: folders().config, i18n: folders().i18n, watch: false })
    put('i18n/ko/config.json', '{')
    const outcome = await config.reread()
    expect(outcome).toMatchObject({
      kind: 'refused',
      lines: [expect.stringMatching(/ko\/config\.json:1:1 [^ ]/)],
    })
    expect((outcome as { lines: string[] }).lines[0]).not.toContain('config.unfinished')
  })
})

test('a start has a sentence in another language, and at last the key, where its file is broken', () => {
  expect(terminalSentence('configBroken', {}, 'en')).toMatch(/config/)
  expect(terminalSentence('neverHeardOf', { cause: 'x' })).toBe('neverHeardOf x')
})
