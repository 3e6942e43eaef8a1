/** A server with a config folder of its owner: one that holds only what differs, and that of the first release. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { CompiledConfig } from '../../src/engine/compiled'
import { packageRoot } from '../../src/server/packageRoot'
import { bundleServer, dataFolder, preparedFolder, spawnServer } from '../support/spawnServer'

bundleServer()

const start = async (config: string) => {
  const server = spawnServer({
    FLEET_CONFIG: config,
    FLEET_DATA: await preparedFolder(),
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

test('a folder with a label and a column more: both are in force, and so is what is changed while it runs', async () => {
  const own = dataFolder()
  cpSync(join(packageRoot, 'config/examples/overlay'), own, { recursive: true })
  const { server, url } = await start(own)
  const { config, messages } = await page(url)
  const { devices } = config.resources
  expect([config.app.service.ko, devices!.fields.serial!.label.ko, messages.ko.shell.nav.logout]).toEqual([
    '우리 회선 관제',
    '제조번호',
    '나가기',
  ])
  const columns = devices!.list!.columns.map(({ field }) => field)
  expect(columns.slice(columns.indexOf('serial'), columns.indexOf('serial') + 2)).toEqual(['serial', 'site'])
  expect(columns).not.toContain('edition')

  const file = join(own, 'resources/devices.json')
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace('제조번호', '일련번호'))
  await expect
    .poll(async () => (await page(url)).config.resources.devices!.fields.serial!.label.ko)
    .toBe('일련번호')
  writeFileSync(file, text.replace('"label"', '"lable"'))
  await expect.poll(() => server.stdout() + server.stderr()).toContain('lable')
  expect((await page(url)).config.resources.devices!.fields.serial!.label.ko).toBe('일련번호')
  server.kill('SIGTERM')
  expect(await server.ended).toBe(0)
})

test('config and sentences of the first release start with warnings only, which the log names', async () => {
  const files = JSON.parse(
    readFileSync(join(packageRoot, 'tests/fixtures/releases/first.json'), 'utf8'),
  ) as Record<string, unknown>
  const own = dataFolder()
  for (const [path, content] of Object.entries(files)) {
    const file = join(own, path.replace(/^config\//, ''))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(content, null, 2))
  }
  const { server, url } = await start(own)
  const { config } = await page(url)
  const roster = files['config/roster.json'] as { columns: { field: string }[] }
  expect(config.roster.columns.map(({ field }) => field)).toEqual(roster.columns.map(({ field }) => field))
  expect(server.stdout() + server.stderr()).toMatch(/"?access\.list"?/)
  server.kill('SIGTERM')
  expect(await server.ended).toBe(0)
})
