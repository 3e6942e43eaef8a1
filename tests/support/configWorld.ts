/** A running server on folders of its own that a test breaks as it likes, and whether what it accepts can be worked with. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { arrange, isOn } from '../../src/console/forms/list/arrangement'
import { librarySentences, mergeMessages } from '../../src/console/shell/i18n'
import { createRewrite } from '../../src/console/shell/router'
import { choicesFor, menuFor, partsFor, readableFields } from '../../src/engine/access'
import type { CompiledConfig } from '../../src/engine/compiled'
import { LOCALES } from '../../src/engine/i18n'
import { createTranslator } from '../../src/engine/load/compileMessages'
import { methodForm, methodRules } from '../../src/engine/orderMethods'
import { validateRecord } from '../../src/engine/validateRecord'
import { type ConfigOutcome, type OpenConfig, openConfig } from '../../src/server/config/openConfig'
import { seedDemo } from '../../src/server/demo'
import { packageRoot } from '../../src/server/packageRoot'
import { afterFile } from './afterFile'
import { packageConfig } from './config'
import { openAny } from './databases'
import { startTestApp, TEST_NOW } from './server'

export interface ConfigWorld {
  config: OpenConfig
  /** Puts these bytes in place of a file of `config/…` or `i18n/…`, and looks what the server says. */
  put(path: string, bytes: string | Uint8Array): Promise<ConfigOutcome | undefined>
  text(path: string): string
  /** Puts these bytes there, and nobody looks yet. */
  write(path: string, bytes: string | Uint8Array): void
  /** What does not work with the config in force: of the page, of the console's reading of it, of the server's answers. */
  broken(): Promise<string[]>
}

/** Examples that stand beside the delivered resources: their fields have rules that those have not. */
export const RULED = ['contracts.json', 'sim-stock.json'] as const

const MAP = 'config/map/korea-provinces.geojson'

/** @param layered whether the folders lie over the delivered ones, as those of an owner do */
export async function startConfigWorld({ layered = false } = {}): Promise<ConfigWorld> {
  const root = mkdtempSync(join(tmpdir(), 'fleet-fuzz-'))
  afterFile(() => rmSync(root, { recursive: true, force: true }))
  for (const name of ['config', 'i18n'])
    cpSync(join(packageRoot, name), join(root, name), { recursive: true })
  for (const name of RULED) cpSync(join(root, 'config/examples', name), join(root, 'config/resources', name))
  const text = (path: string) => readFileSync(join(root, path), 'utf8')
  // The outlines take most of the time of reading, and are not what is tried here.
  writeFileSync(join(root, MAP), roughMap(text(MAP)))
  const folders = { config: join(root, 'config'), i18n: join(root, 'i18n') }
  const config = await openConfig(
    layered
      ? { folder: join(packageRoot, 'config'), own: folders, watch: false }
      : { folder: folders.config, i18n: folders.i18n, watch: false },
  )
  const db = await openAny()
  await seedDemo(db, { now: TEST_NOW, levels: packageConfig().shared.levels.numbers })
  const fleet = await startTestApp(db, { bare: true, config, openConfig: config })
  const token = await fleet.tokenOf('master@demo.local')
  const ask = (request: InjectOptions) =>
    fleet.app.inject({ ...request, headers: { authorization: `Bearer ${token}` } })

  const write = (path: string, bytes: string | Uint8Array) => writeFileSync(join(root, path), bytes)

  return {
    config,
    text,
    write,
    put: (path, bytes) => {
      write(path, bytes)
      return config.reread()
    },
    async broken() {
      const problems: string[] = []
      const attempt = async (name: string, act: () => unknown) => {
        try {
          await act()
        } catch (error) {
          problems.push(`${name}: ${String(error)}`)
        }
      }
      await attempt('page', () => readAsConsole(config))
      const resources = Object.values(config.current().shared.resources)
      for (const { name, dialect, list } of resources)
        if (dialect === 'simple-rest' && list) REQUESTS[`/api/${name}`] = { url: `/api/${name}` }
      for (const request of Object.values(REQUESTS)) {
        const { statusCode, body } = await ask(request)
        if (statusCode >= 500) problems.push(`${String(request.url)}: ${statusCode} ${body.slice(0, 200)}`)
      }
      return problems
    },
  }
}

const REQUESTS: Record<string, InjectOptions> = Object.fromEntries(
  [
    { url: '/config.json' },
    { url: '/config.json?locale=en' },
    { url: '/api/openapi.json' },
    { url: '/api/devices?page_index=1&page_limit=20&search[topic]=all&search[alike]=010' },
    { url: '/api/devices?order_by=isdn&ascending=1' },
    { url: '/api/devices/roster/sf' },
    { url: '/api/batches' },
    { url: '/api/admin/clients' },
    { url: '/api/admin/vendors' },
    { url: '/api/methods?subject=order' },
    { url: '/api/dashboard/stats' },
    { url: '/api/dashboard/place' },
    { url: '/api/orders/status' },
    { url: '/api/search?q=010' },
    { method: 'POST' as const, url: '/api/orders', payload: { page_index: 1, page_limit: 5 } },
    {
      method: 'POST' as const,
      url: '/api/devices',
      payload: { topic: 'number', alike: '0101', status: 'all', max: 50 },
    },
    { method: 'PUT' as const, url: '/api/admin/vendors', payload: { name: '' } },
    { method: 'PUT' as const, url: '/api/clients/', payload: { id: 0, email: 'x' } },
  ].map(request => [request.url, request]),
)

const LIBRARY = { ko: await librarySentences('ko'), en: await librarySentences('en') }

/** What the console makes of the page before and while it draws: in both languages, as a master and as a guest. */
function readAsConsole(open: OpenConfig): void {
  const boot = JSON.parse(JSON.stringify(open.boot(...LOCALES))) as ReturnType<OpenConfig['boot']>
  const config = boot.config as CompiledConfig
  const say = createTranslator(boot.messages as never)
  const rewrite = createRewrite(config.resources)
  for (const locale of LOCALES) {
    mergeMessages(locale, LIBRARY[locale], boot.messages[locale]!, config)
    say(locale, 'shell.loading', { count: 1, name: '' })
  }
  for (const level of [config.levels.numbers.master, config.levels.numbers.guest]) {
    for (const slot of ['bar', 'settings'] as const)
      for (const item of menuFor(config, level, slot)) new URL(item.to, 'https://console.example')
    for (const resource of Object.values(config.resources)) {
      rewrite(`/${resource.name}/1`)
      for (const field of readableFields(config, level, resource)) choicesFor(field, level)
      const { list } = resource
      if (list) {
        const columns = partsFor(config, level, list.columns)
        arrange(
          columns.map(column => ({ ...column, name: column.field })),
          {},
        ).filter(column => isOn(column, {}))
        partsFor(config, level, list.filters)
      }
      for (const action of ['create', 'edit'] as const)
        validateRecord(resource, { name: '가', email: 'x' }, {
          level,
          levels: config.levels.numbers,
          action,
          password: config.app.limits.password,
        } as never)
    }
  }
  for (const type of Object.keys(config.orderMethods))
    methodForm({ Type: type, Value: [], Holder: '' } as never, methodRules(config))
}

/** The same regions, each a triangle where it is. */
function roughMap(text: string): string {
  const map = JSON.parse(text) as { features: { geometry: { coordinates: unknown } }[] }
  for (const feature of map.features) {
    const [x, y] = (feature.geometry.coordinates as unknown[]).flat(5) as [number, number]
    feature.geometry = {
      type: 'Polygon',
      coordinates: [
        [
          [x, y],
          [x + 0.1, y],
          [x, y + 0.1],
          [x, y],
        ],
      ],
    } as never
  }
  return JSON.stringify(map)
}
