/** A server on its own copy of config/ and i18n/, for tests that break a file; what it accepts must work. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { arrange, isVisible } from '../../src/console/forms/list/arrangement'
import { libraryMessages, mergeMessages } from '../../src/console/shell/i18n'
import { createRewrite } from '../../src/console/shell/router'
import { choicesFor, menuFor, partsFor, readableFields } from '../../src/engine/access'
import type { CompiledConfig, CompiledResource } from '../../src/engine/compiled'
import { LOCALES } from '../../src/engine/i18n'
import { createTranslator } from '../../src/engine/load/compileMessages'
import { methodForm, methodRules } from '../../src/engine/orderMethods'
import { validateRecord } from '../../src/engine/validation/validateRecord'
import { type ConfigOutcome, type OpenConfig, openConfig } from '../../src/server/config/openConfig'
import { seedDemo } from '../../src/server/demo'
import { packageRoot } from '../../src/server/packageRoot'
import { afterFile } from './afterFile'
import { packageConfig } from './config'
import { MAP, roughMap } from './configFiles'
import { newDatabase } from './databases'
import { startTestApp, TEST_NOW } from './server'

export interface ConfigWorld {
  config: OpenConfig
  /** Writes a file of `config/…` or `i18n/…`, lets the server read it, and returns the outcome. */
  put(path: string, bytes: string | Uint8Array): Promise<ConfigOutcome | undefined>
  text(path: string): string
  /** Writes a file; the server does not read it yet. */
  write(path: string, bytes: string | Uint8Array): void
  /** With this file in force: errors of the page, of the console that reads it, and of calls to the server. */
  broken(file: string): Promise<string[]>
}

/** Examples that are added to the delivered config, which has no such rules, relations and roles: by their new path. */
export const EXAMPLES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['contracts', 'sim-stock', 'rentals', 'visits', 'teams', 'repairs'].map(name => [
      `resources/${name}.json`,
      `examples/${name}.json`,
    ]),
  ),
  'resources/quotes.json': 'examples/quotes/quotes.json',
  'resources/quote-lines.json': 'examples/quotes/quote-lines.json',
  'roles.json': 'examples/roles.json',
}

/** An account with a role of the examples, which sees only part of its vendor's devices. */
const MANAGER = { email: 'manager@fuzz.local', role: 'regional-manager', vendor: 1 } as const

/** @param layered whether the folders override the delivered ones, as those of a product owner do */
export async function startConfigWorld({ layered = false } = {}): Promise<ConfigWorld> {
  const root = mkdtempSync(join(tmpdir(), 'fleet-fuzz-'))
  afterFile(() => rmSync(root, { recursive: true, force: true }))
  for (const name of ['config', 'i18n'])
    cpSync(join(packageRoot, name), join(root, name), { recursive: true })
  for (const [path, example] of Object.entries(EXAMPLES))
    cpSync(join(root, 'config', example), join(root, 'config', path))
  const text = (path: string) => readFileSync(join(root, path), 'utf8')
  // Reading the outlines of the map would take most of the time.
  writeFileSync(join(root, 'config', MAP), roughMap(text(`config/${MAP}`)))
  const folders = { config: join(root, 'config'), i18n: join(root, 'i18n') }
  const config = await openConfig(
    layered
      ? { folder: join(packageRoot, 'config'), own: folders, watch: false }
      : { folder: folders.config, i18n: folders.i18n, watch: false },
  )
  const db = await newDatabase()
  await seedDemo(db, { now: TEST_NOW, levels: packageConfig().shared.levels.numbers })
  const fleet = await startTestApp(db, { bare: true, config, openConfig: config })
  const { email, role, vendor } = MANAGER
  await fleet.addAccount({ email, vendor, level: packageConfig().shared.levels.numbers.vendor })
  await db.updateTable('clients').set({ role }).where('email', '=', email).execute()
  const tokens = {
    master: await fleet.tokenOf('master@demo.local'),
    vendor: await fleet.tokenOf('vendor@demo.local'),
    manager: await fleet.tokenOf(email),
  }
  const ask = (request: InjectOptions, who: keyof typeof tokens = 'master') =>
    fleet.app.inject({ ...request, headers: { authorization: `Bearer ${tokens[who]}` } })
  const devicesSeenBy = async (who: keyof typeof tokens) => {
    const { statusCode, body } = await ask({ url: '/api/devices?page_limit=1' }, who)
    if (statusCode >= 500) throw new Error(body)
    return statusCode === 200 ? (JSON.parse(body) as { count: number }).count : 0
  }

  const write = (path: string, bytes: string | Uint8Array) => writeFileSync(join(root, path), bytes)

  return {
    config,
    text,
    write,
    put: (path, bytes) => {
      write(path, bytes)
      return config.reread()
    },
    async broken(file) {
      const problems: string[] = []
      const attempt = async (name: string, act: () => unknown) => {
        try {
          await act()
        } catch (error) {
          problems.push(`${name}: ${String(error)}`)
        }
      }
      await attempt('page', () => readAsConsole(config))
      await attempt('rows of a role', async () => {
        const [withRole, all] = [await devicesSeenBy('manager'), await devicesSeenBy('vendor')]
        if (withRole > all) throw new Error(`${withRole} devices, and ${all} without the role`)
      })
      const described = Object.values(config.current().shared.resources).filter(
        ({ name, dialect }) => dialect === 'simple-rest' && file.endsWith(`/${name}.json`),
      )
      for (const request of [...REQUESTS, ...described.flatMap(requestsOf)]) {
        const { statusCode, body } = await ask(request)
        if (statusCode >= 500) problems.push(`${String(request.url)}: ${statusCode} ${body.slice(0, 200)}`)
      }
      return problems
    },
  }
}

/** Reads the list, and creates a record with a value in each field of text, number or choice. */
function requestsOf({ name, fields }: CompiledResource): InjectOptions[] {
  const url = `/api/resources/${name}`
  const payload = Object.fromEntries(
    Object.values(fields).flatMap(({ name: field, type, choices = [] }): [string, unknown][] => {
      if (type === 'text' || type === 'multiline') return [[field, '1']]
      if (type === 'number') return [[field, 2]]
      return type === 'select' && Array.isArray(choices) && choices[0] ? [[field, choices[0].value]] : []
    }),
  )
  return [{ url }, { method: 'POST', url, payload }]
}

const REQUESTS: readonly InjectOptions[] = [
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
  { method: 'POST', url: '/api/orders', payload: { page_index: 1, page_limit: 5 } },
  {
    method: 'POST',
    url: '/api/devices',
    payload: { topic: 'number', alike: '0101', status: 'all', max: 50 },
  },
  { method: 'PUT', url: '/api/admin/vendors', payload: { name: '' } },
  { method: 'PUT', url: '/api/clients/', payload: { id: 0, email: 'x' } },
]

const LIBRARY = { ko: await libraryMessages('ko'), en: await libraryMessages('en') }

/** Reads the config of the page as the console does when it renders: in both languages, as a master and as a guest. */
function readAsConsole(open: OpenConfig): void {
  const boot = JSON.parse(JSON.stringify(open.boot(...LOCALES))) as ReturnType<OpenConfig['boot']>
  const config = boot.config as CompiledConfig
  const translate = createTranslator(boot.messages as never)
  const rewrite = createRewrite(config.resources)
  for (const locale of LOCALES) {
    mergeMessages(locale, LIBRARY[locale], boot.messages[locale]!, config)
    translate(locale, 'shell.loading', { count: 1, name: '' })
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
        const named = columns.map(column => ({ ...column, name: column.field }))
        arrange(named, {}).filter(column => isVisible(column, {}))
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
