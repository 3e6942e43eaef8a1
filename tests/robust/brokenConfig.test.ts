/**
 * Broken files never crash the server: the last good config stays in force (security 60, 68). The sweep `configFuzz`
 * breaks every file of a running server.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { compileMessages } from '../../src/engine/load/compileMessages'
import { type FoldersResult, readFolders } from '../../src/server/config/configFolder'
import {
  type ConfigOutcome,
  installed,
  type OpenConfig,
  openConfig,
} from '../../src/server/config/openConfig'
import { packageRoot } from '../../src/server/packageRoot'
import { terminalSentence } from '../../src/server/start/startProblem'
import { i18nFiles, roughMap } from '../support/configFiles'
import { brokenBytes, mutantsAt } from '../support/configMutants'

const devices = 'resources/devices.json'
const map = 'config/map/korea-provinces.geojson'

let root: string
let config: OpenConfig | undefined
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fleet-robust-'))
  for (const name of ['config', 'i18n']) cpSync(join(packageRoot, name), path(name), { recursive: true })
  write(map, roughMap(read(map)))
})
afterEach(() => {
  config?.close()
  config = undefined
  rmSync(root, { recursive: true })
})

const path = (file: string) => join(root, file)
const write = (file: string, bytes: string | Uint8Array) => writeFileSync(path(file), bytes)
const read = (file: string) => readFileSync(path(file), 'utf8')
const folders = () => ({ config: path('config'), i18n: path('i18n') })
const open = async () => {
  config = await openConfig({ folder: path('config'), i18n: path('i18n'), watch: false })
  return config
}

describe('a file that cannot be read is refused with its place', () => {
  const errorsOf = (result: FoldersResult) =>
    result.ok
      ? []
      : result.errors.map(({ file, line, column, code }) =>
          `${file}:${line}:${column} ${code}`.replace(`${root}/`, ''),
        )

  test.each([
    { name: 'Korean in the encoding of Windows', bytes: [0xbe, 0xf7, 0xc3, 0xbc] },
    // The first byte could begin a character of UTF-8, the second cannot continue it.
    { name: 'another Korean text in that encoding', bytes: [0xc7, 0xd1] },
    { name: 'the first two of the three bytes of a character', bytes: [0xec, 0x97] },
  ])('if it has $name: at the first character that is not UTF-8', async ({ bytes }) => {
    const text = read('config/levels.json')
    const index = text.indexOf('업체')
    const before = Buffer.from(text.slice(0, index))
    const after = Buffer.from(text.slice(index + 2))
    const linesBefore = text.slice(0, index).split('\n')
    const place = `${linesBefore.length}:${linesBefore.at(-1)!.length + 1}`
    write('config/levels.json', Buffer.concat([before, Buffer.from(bytes), after]))
    expect(errorsOf(await readFolders(folders()))).toEqual([`config/levels.json:${place} notUtf8`])
    // The place is the same if the file ends there.
    write('config/levels.json', Buffer.concat([before, Buffer.from(bytes)]))
    expect(errorsOf(await readFolders(folders()))).toEqual([`config/levels.json:${place} notUtf8`])
  })

  test('if it is in UTF-16, whereas UTF-8 with a byte order mark is accepted', async () => {
    const text = read('i18n/ko/shell.json')
    write('i18n/ko/shell.json', Buffer.from(`\uFEFF${text}`, 'utf16le'))
    expect(errorsOf(await readFolders(folders()))).toContain('i18n/ko/shell.json:1:1 notUtf8')
    write('i18n/ko/shell.json', `\uFEFF${text}`)
    expect(errorsOf(await readFolders(folders()))).toEqual([])
  })

  test('if it is a folder, a link to itself, 2 MB large, or a map that is no text', async () => {
    rmSync(path('config/menu.json'))
    symlinkSync('menu.json', path('config/menu.json'))
    rmSync(path('config/levels.json'))
    mkdirSync(path('config/levels.json'))
    write('config/roster.json', ' '.repeat(2_000_000))
    write(map, Buffer.from([0xff, 0xfe]))
    expect(errorsOf(await readFolders(folders()))).toEqual([
      expect.stringMatching(/^config\/dashboard\.json:\d+:\d+ notUtf8$/),
      'config/levels.json:1:1 notAFile',
      'config/menu.json:1:1 unreadable',
      'config/roster.json:1:1 tooLarge',
    ])
  })

  test.each([
    ['{"shell.skip": [null]}', '/shell.skip shape'],
    ['[]', ' shape'],
    ['{', ' unfinished'],
  ])('for example i18n/parameters.json with %s', (text, error) => {
    const result = compileMessages({ ...i18nFiles(), 'parameters.json': text })
    expect(result.ok ? [] : result.errors.map(({ file, path, code }) => `${file} ${path} ${code}`)).toEqual([
      `i18n/parameters.json ${error}`,
    ])
  })
})

describe('after a broken change', () => {
  test('the last good config stays in force until the file is repaired', async () => {
    const { current, onOutcome, reread, refused } = await open()
    const outcomes: ConfigOutcome[] = []
    onOutcome(outcome => outcomes.push(outcome))
    const { hash } = current().shared
    const text = read(`config/${devices}`)
    const content = JSON.parse(text)
    const broken = [
      ...mutantsAt(devices, content, ['list', 'actions']).filter(({ name }) => name.includes('null')),
      ...brokenBytes(devices, text).filter(({ name }) => !/return|order mark|40 MB|100,000/.test(name)),
    ]
    for (const { name, bytes } of broken) {
      write(`config/${devices}`, bytes)
      expect(await reread(), name).toMatchObject({ kind: 'refused' })
      expect([name, refused().filter(({ code }) => code === 'internal')]).toEqual([name, []])
      expect(current().shared.hash).toBe(hash)
    }
    write(`config/${devices}`, text)
    expect(await reread()).toEqual({ kind: 'restored', hash, warnings: [] })
    expect([refused(), await reread(), outcomes.length]).toEqual([[], undefined, broken.length + 1])
  })

  test('of the file that has the sentences for errors, an error still has a sentence', async () => {
    const { reread } = await open()
    write('i18n/ko/config.json', '{')
    const outcome = await reread()
    expect(outcome).toMatchObject({
      kind: 'refused',
      lines: [expect.stringMatching(/ko\/config\.json:1:1 (?!config\.unfinished)[^ ]/)],
    })
    expect(terminalSentence('configBroken', {}, 'en')).toMatch(/config/)
    expect(terminalSentence('unknownKey', { cause: 'x' })).toBe('unknownKey x')
  })

  test('in a folder that holds only differences, the message names the file there; some typos are only warnings', async () => {
    rmSync(path('config'), { recursive: true })
    cpSync(join(packageRoot, 'config/examples/overlay'), path('config'), { recursive: true })
    config = await openConfig({ ...installed({ config: path('config') }), watch: false })
    const { hash } = config.current().shared
    const file = `config/${devices}`
    const text = read(file)
    for (const broken of ['{', '[]', text.replace('"site"]', '"sites"]'), text.replace('"list"', '"lits"')]) {
      write(file, broken)
      expect(await config.reread()).toMatchObject({ kind: 'refused' })
      expect([config.current().shared.hash, config.refused()[0]!.file]).toEqual([hash, path(file)])
    }
    write(file, text.replace('"edition"', '"editoin"'))
    expect(await config.reread()).toMatchObject({
      kind: 'changed',
      isCorrection: true,
      warnings: [expect.stringContaining('editoin')],
    })
    write(file, text)
    expect(await config.reread()).toMatchObject({ kind: 'changed', hash, warnings: [] })
  })
})
