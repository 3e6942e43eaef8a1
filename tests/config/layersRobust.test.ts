/**
 * Whatever stands in an own file or in an older release’s: never a crash, and the last good config stays in force
 * (security 68).
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compileConfig } from '../../src/engine/load/compileConfig'
import { compileMessages } from '../../src/engine/load/compileMessages'
import type { ConfigError } from '../../src/engine/load/problems'
import { installed, openConfig } from '../../src/server/config/openConfig'
import { packageRoot } from '../../src/server/packageRoot'
import { afterFile } from '../support/afterFile'
import { configFiles, i18nFiles } from '../support/configFiles'
import { type Mutant, mutantsAt, placesIn, seeded } from '../support/configMutants'

const files = configFiles()
// The outlines take most of the time of reading, and are not what is tried here.
const flat = { ...files, 'map/korea-provinces.geojson': roughMap(files['map/korea-provinces.geojson']!) }
const first = JSON.parse(
  readFileSync(join(packageRoot, 'tests/fixtures/releases/first.json'), 'utf8'),
) as Record<string, unknown>
const inFolder = (folder: string) =>
  Object.fromEntries(
    Object.entries(first).flatMap(([path, content]) =>
      path.startsWith(folder) ? [[path.slice(folder.length), JSON.stringify(content)]] : [],
    ),
  )
const firstConfig = inFolder('config/')
const overlay = Object.fromEntries(
  ['app.json', 'resources/devices.json'].map(path => [path, files[`examples/overlay/${path}`]!]),
)
const random = seeded(20_261_123)
const some = <T>(all: readonly T[], count: number): T[] =>
  Array.from({ length: count }, () => all[Math.floor(random() * all.length)]!)

/** Each file mutated so often, anywhere in it. */
const mutants = (own: Readonly<Record<string, string>>, each: number): Mutant[] =>
  Object.entries(own).flatMap(([file, text]) => {
    const value = JSON.parse(text)
    return some(placesIn(value), each).flatMap(at => some(mutantsAt(file, value, at), 1))
  })

const unplaced = (problems: readonly ConfigError[]) =>
  problems.filter(({ file, line, code }) => !file || line < 1 || code === 'internal')

test('the config of the first release is read as it is, with warnings only', () => {
  const result = compileConfig(firstConfig, 'own', { files: flat, folder: 'config' })
  expect(result.ok ? [] : result.errors).toEqual([])
  expect(unplaced(result.warnings)).toEqual([])
  expect(result.warnings.map(({ code }) => code)).toContain('retiredUnused')
  const said = compileMessages(inFolder('i18n/'), 'own/i18n', { files: i18nFiles(), folder: 'i18n' })
  expect([said.ok, said.warnings.length > 0]).toEqual([true, true])
})

test.each([
  ['that hold only what differs', overlay, 12],
  ['of the first release', firstConfig, 2],
])('files %s, changed anywhere, are read or refused with their place', (_what, own, each) => {
  for (const { file, name, bytes } of mutants(own, each)) {
    const text = typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString('utf8')
    const result = compileConfig({ ...own, [file]: text }, 'own', { files: flat, folder: 'config' })
    expect(unplaced([...result.warnings, ...(result.ok ? [] : result.errors)]), `${file} ${name}`).toEqual([])
  }
})

test('on disk an own file that is broken leaves what was in force, and says where', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-own-'))
  afterFile(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(join(packageRoot, 'config/examples/overlay'), folder, { recursive: true })
  const config = await openConfig({ ...installed({ config: folder }), watch: false })
  const { hash } = config.current().shared
  const file = join(folder, 'resources/devices.json')
  const text = readFileSync(file, 'utf8')
  for (const broken of ['{', '[]', text.replace('"site"]', '"sites"]'), text.replace('"list"', '"lits"')]) {
    writeFileSync(file, broken)
    expect(await config.reread()).toMatchObject({ kind: 'refused' })
    expect([config.current().shared.hash, config.refused()[0]!.file]).toEqual([hash, file])
  }
  writeFileSync(file, text.replace('"edition"', '"editoin"'))
  const outcome = await config.reread()
  expect(outcome).toMatchObject({
    kind: 'changed',
    mended: true,
    warnings: [expect.stringContaining('editoin')],
  })
  writeFileSync(file, text)
  expect(await config.reread()).toMatchObject({ kind: 'changed', hash, warnings: [] })
})

/** The same regions, each a triangle. */
function roughMap(text: string): string {
  const map = JSON.parse(text) as { features: { geometry: unknown }[] }
  const triangle = [
    [
      [0, 0],
      [1, 0],
      [0, 1],
      [0, 0],
    ],
  ]
  for (const feature of map.features) feature.geometry = { type: 'Polygon', coordinates: triangle }
  return JSON.stringify(map)
}
