/** Edits of config files: a valid change comes into force, an invalid one is refused with its errors. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ConfigOutcome, type OpenConfig, openConfig } from '../../src/server/config/openConfig'
import { packageRoot } from '../../src/server/packageRoot'
import { serveConfig } from '../../src/server/plugins/config'
import { ConfigRefused } from '../../src/server/start/startProblem'

let root: string
let config: OpenConfig | undefined

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fleet-config-'))
  cpSync(join(packageRoot, 'config'), join(root, 'config'), { recursive: true })
  cpSync(join(packageRoot, 'i18n'), join(root, 'i18n'), { recursive: true })
})

afterEach(() => {
  config?.close()
  config = undefined
  rmSync(root, { recursive: true })
})

const openCopy = async (watch?: Parameters<typeof openConfig>[0]['watch']) => {
  config = await openConfig({ folder: join(root, 'config'), i18n: join(root, 'i18n'), watch })
  return config
}

/** Resolves with the outcome of the next change of the files. */
const nextOutcome = (source: OpenConfig) =>
  new Promise<ConfigOutcome>(resolve => {
    const end = source.onOutcome(outcome => {
      end()
      resolve(outcome)
    })
  })

const edit = (path: string, change: (text: string) => string) => {
  const file = join(root, path)
  writeFileSync(file, change(readFileSync(file, 'utf8')))
}

const devices = 'config/resources/devices.json'
const columns = (source: OpenConfig) =>
  source.current().shared.resources.devices!.list!.columns.map(column => column.field)

describe('while the server runs', () => {
  test('changed columns, labels, fields and sentences come into force', async () => {
    const source = await openCopy()
    const { hash, resources } = source.current().shared
    const before = resources.devices!.list!
    const outcome = nextOutcome(source)
    edit('i18n/ko/errors.json', text => text.replace(/"notFound": ".*"/, '"notFound": "없습니다."'))
    edit(devices, text =>
      text
        .replace('      "version",\n', '')
        .replace('"edition"\n', '"edition",\n      "vendor_name",\n      "site"\n')
        .replace('"시리얼"', '"제조번호"')
        .replace('"fields": {', '"fields": {\n    "site": { "type": "text", "label": "설치 장소" },'),
    )
    expect(await outcome).toMatchObject({ kind: 'changed' })
    const usual = before.columns.map(({ field }) => field).filter(name => name !== 'version')
    expect(columns(source)).toEqual([...usual, 'vendor_name', 'site'])
    const { list, fields } = source.current().shared.resources.devices!
    expect([fields.serial!.label.ko, fields.site!.storage]).toEqual(['제조번호', 'extra'])
    expect(source.translate('ko', 'errors.notFound')).toBe('없습니다.')
    // Browsers cache config and columns under these hashes.
    expect(source.current().shared.hash).not.toBe(hash)
    expect(list!.columnsHash).not.toBe(before.columnsHash)
  })

  test('a changed row condition of a role comes into force, although the config for browsers does not change', async () => {
    cpSync(join(root, 'config/examples/roles.json'), join(root, 'config/roles.json'))
    const source = await openCopy()
    const rule = () => source.current().rows['regional-manager']?.devices
    const [before, hash] = [rule(), source.current().shared.hash]
    expect(before).toEqual({ field: 'sido', eq: 'KR-11' })
    const outcome = nextOutcome(source)
    edit('config/roles.json', text => text.replace('"KR-11"', '"KR-41"'))
    expect(await outcome).toMatchObject({ kind: 'changed' })
    expect(rule()).toEqual({ field: 'sido', eq: 'KR-41' })
    expect(source.current().shared.hash).toBe(hash)
  })

  test('a change comes into force by polling, if the file system does not report it', async () => {
    // The report of the file system would take effect after 1,000 s.
    const source = await openCopy({ settleMs: 1_000_000, pollMs: 20 })
    const outcome = nextOutcome(source)
    edit(devices, text => text.replace('"시리얼"', '"제조번호"'))
    expect(await outcome).toMatchObject({ kind: 'changed' })
  })
})

describe('at start', () => {
  test('an invalid config is refused with every error', async () => {
    edit(devices, text => text.replace('"closed",\n', '"closde",\n'))
    edit('config/levels.json', text => text.replace('"value": 6', '"value": "6"'))
    const refusal = await openCopy().catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(ConfigRefused)
    const lines = (refusal as Error).message.replaceAll(`${root}/`, '').split('\n')
    expect(lines.map(line => line.split(' ').slice(0, 2).join(' '))).toEqual([
      'config/levels.json:7:26 /levels/vendor/value',
      expect.stringMatching(/^config\/resources\/devices\.json:\d+:7 \/list\/columns\/10$/),
    ])
  })

  test('a missing folder is refused with a message', async () => {
    rmSync(join(root, 'config'), { recursive: true })
    await expect(openCopy()).rejects.toThrow(`${join(root, 'config')}:1:1 폴더가 없거나 읽을 수 없습니다.`)
  })
})

test('GET /config.json returns the config with the sentences of one language, and 304 to a browser that has both already', async () => {
  const source = await openCopy(false)
  const app = Fastify()
  serveConfig(app, source)
  const korean = await app.inject('/config.json')
  expect(korean.statusCode).toBe(200)
  expect(Object.keys(korean.json().messages)).toEqual(['ko'])
  expect(korean.json().config).toEqual(source.current().shared)
  // Settings of the server are left out.
  expect(korean.body).not.toContain('signIn":{"failures')

  const english = await app.inject('/config.json?locale=en')
  expect(Object.keys(english.json().messages)).toEqual(['en'])
  expect(english.headers.etag).not.toBe(korean.headers.etag)

  const again = await app.inject({
    url: '/config.json',
    headers: { 'if-none-match': String(korean.headers.etag) },
  })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  const other = await app.inject({ url: '/config.json', headers: { 'if-none-match': '"other"' } })
  expect(other.statusCode).toBe(200)

  // An unknown language gets the sentences in Korean.
  for (const locale of ['xx', '__proto__', 'en&locale=ko']) {
    const usual = await app.inject(`/config.json?locale=${locale}`)
    expect([locale, ...Object.keys(usual.json().messages)]).toEqual([locale, 'ko'])
  }
  await app.close()
})
