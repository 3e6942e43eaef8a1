/**
 * A server with the owner's config folder: an overlay with only the differences, and the config of the first release.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { CompiledConfig } from '../../src/engine/compiled'
import { packageRoot } from '../../src/server/packageRoot'
import { copiedConfig } from '../support/dataFolder'
import { bundleServer, dataFolder, preparedPlace, spawnServer, stopServer } from '../support/spawnServer'

bundleServer()

const start = async (config: string) => {
  const server = spawnServer({
    ...(await preparedPlace()),
    FLEET_CONFIG: config,
    FLEET_DEMO: '0',
    FLEET_MASTER_PASSWORD: 'Start-master1!',
    LOG_LEVEL: 'info',
  })
  return { server, url: await server.ready() }
}
interface Page {
  config: CompiledConfig
  messages: { ko: { shell: { nav: { logout: string } } } }
}
const page = async (url: string) => (await (await fetch(`${url}/config.json`)).json()) as Page

test('an overlay adds a label and a column, and is read again when it changes, unless it has an error', async () => {
  const folder = copiedConfig('config/examples/overlay')
  const { server, url } = await start(folder)
  const { config, messages } = await page(url)
  const { devices } = config.resources
  const words = [config.app.service.ko, devices!.fields.serial!.label.ko, messages.ko.shell.nav.logout]
  expect(words).toEqual(['우리 회선 관제', '제조번호', '나가기'])
  const columns = devices!.list!.columns.map(({ field }) => field)
  expect(columns.slice(columns.indexOf('serial'), columns.indexOf('serial') + 2)).toEqual(['serial', 'site'])
  expect(columns).not.toContain('edition')

  const file = join(folder, 'resources/devices.json')
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace('제조번호', '일련번호'))
  await expect
    .poll(async () => (await page(url)).config.resources.devices!.fields.serial!.label.ko)
    .toBe('일련번호')
  writeFileSync(file, text.replace('"label"', '"lable"'))
  await expect.poll(() => server.stdout() + server.stderr()).toContain('lable')
  expect((await page(url)).config.resources.devices!.fields.serial!.label.ko).toBe('일련번호')
  await stopServer(server)
})

test('config and sentences of the first release start, with warnings in the log', async () => {
  const release = readFileSync(join(packageRoot, 'tests/fixtures/releases/first.json'), 'utf8')
  const files = JSON.parse(release) as Record<string, unknown>
  const folder = dataFolder()
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path.replace(/^config\//, ''))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(content, null, 2))
  }
  const { server, url } = await start(folder)
  const { config } = await page(url)
  const roster = files['config/roster.json'] as { columns: { field: string }[] }
  expect(config.roster.columns.map(({ field }) => field)).toEqual(roster.columns.map(({ field }) => field))
  expect(server.stdout() + server.stderr()).toMatch(/"?access\.list"?/)
  await stopServer(server)
})
