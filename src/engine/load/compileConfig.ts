/**
 * The folder `config/` from texts to meaning: each file is read, held against its shape, and against the others; all errors
 * come at once. Pure: whoever calls has read the files.
 */
import type { TSchema } from 'typebox'
import type { LevelName } from '../../domain/authority'
import type { Compiled, CompiledConfig, CompiledMenu, CompiledResource, CompiledRoster } from '../compiled'
import { fingerprint } from '../hash'
import { App } from '../shapes/app'
import { Dashboard } from '../shapes/dashboard'
import { LevelsFile } from '../shapes/levels'
import { Menu } from '../shapes/menu'
import { OrderMethods } from '../shapes/orderMethods'
import { Resource } from '../shapes/resource'
import { Roster } from '../shapes/roster'
import { checkMenuLinks, checkPaths } from './checkLinks'
import { checkParameters } from './checkParameters'
import { checkResources } from './checkResources'
import { checkShape } from './checkShape'
import { choiceLists } from './choiceLists'
import { findSecrets } from './findSecrets'
import { type FileText, isForbidden, JsonSource } from './JsonSource'
import { compileApp, compileLevels, compileOrderMethods } from './parts'
import { byPlace, type ConfigCode, type ConfigError } from './problems'
import { compileDashboard } from './resolveDashboard'
import { compileMenu } from './resolveMenu'
import { compileResource } from './resolveResource'
import { compileRoster } from './resolveRoster'
import { suggest, withHint } from './suggest'

export type CompileResult =
  | { ok: true; config: Compiled; files: number }
  | { ok: false; errors: ConfigError[]; files: number }

/** The fixed files of the folder, each with its shape; resources are the files of `resources/`. */
export const CONFIG_FILES = {
  'app.json': App,
  'levels.json': LevelsFile,
  'menu.json': Menu,
  'dashboard.json': Dashboard,
  'roster.json': Roster,
  'order-methods.json': OrderMethods,
} as const satisfies Record<string, TSchema>

/** Errors of shape that leave a value of its type: the references of the file are still checked. Nothing else is compiled. */
const HARMLESS: ReadonlySet<ConfigCode> = new Set(['unknownKey', 'minimum', 'maximum', 'pattern'])

/** What the console cannot be without. */
const NEEDED_RESOURCES = ['devices', 'orders', 'models', 'batches'] as const

/**
 * Compiles a config folder.
 *
 * @param files text by path inside the folder, with forward slashes: `resources/devices.json`
 * @param folder how the folder is called in error messages
 */
export function compileConfig(files: Readonly<Record<string, FileText>>, folder = 'config'): CompileResult {
  const build = new Build(files, folder)
  const config = build.run()
  const errors = build.errors()
  return config && errors.length === 0
    ? { ok: true, config, files: build.count }
    : { ok: false, errors, files: build.count }
}

class Build {
  private readonly sources = new Map<string, JsonSource>()
  private readonly sound = new Set<string>()
  /** Files without any error of shape. */
  private readonly whole = new Set<string>()
  private readonly missing: ConfigError[] = []

  constructor(
    private readonly files: Readonly<Record<string, FileText>>,
    private readonly folder: string,
  ) {
    for (const [path, text] of Object.entries(files)) if (isConfigFile(path)) this.read(path, text)
    for (const path of Object.keys(CONFIG_FILES)) if (!this.sources.has(path)) this.lacks(path)
    for (const name of NEEDED_RESOURCES) {
      if (!this.sources.has(resourcePath(name))) this.lacks(resourcePath(name))
    }
  }

  get count(): number {
    return this.sources.size
  }

  errors(): ConfigError[] {
    return [...this.missing, ...[...this.sources.values()].flatMap(source => source.errors)].sort(byPlace)
  }

  /** Compiles what is sound, so that cross-references are checked even where another file is broken. */
  run(): Compiled | undefined {
    const levels = this.value<LevelsFile>('levels.json')
    const alias: LevelName = levels?.aliases.manager ?? 'vendor'
    const resources: Record<string, CompiledResource> = {}
    const names = this.resourceNames()
    const methods = this.value<OrderMethods>('order-methods.json')
    const dashboardFile = this.value<Dashboard>('dashboard.json')
    const choices = choiceLists(levels, methods, dashboardFile)
    for (const name of names) {
      const source = this.sources.get(resourcePath(name))!
      const compiled = this.compile<Resource, CompiledResource>(resourcePath(name), file =>
        compileResource({ name, file, source, names, alias, choices }),
      )
      if (compiled) resources[name] = compiled
    }
    checkPaths(resources, name => this.sources.get(resourcePath(name))!)
    const app = this.value<App>('app.json')
    const compiledApp = this.compile('app.json', compileApp)
    const compiledLevels = this.compile('levels.json', compileLevels)
    const compiledMenu = this.compile<Menu, CompiledMenu>('menu.json', (menu, source) =>
      compileMenu(menu, source, resources, this.resourceFiles(), alias),
    )
    const compiledRoster = this.compile<Roster, CompiledRoster>('roster.json', (roster, source) =>
      compileRoster(roster, source, resources.devices, alias),
    )
    if (app) this.checkPages(resources, app.limits.pageLimit)
    checkResources({
      resources,
      soundSource: name =>
        this.whole.has(resourcePath(name)) ? this.sources.get(resourcePath(name)) : undefined,
      levels: compiledLevels?.numbers,
      password: app?.limits.password,
    })
    if (compiledMenu && this.whole.has('menu.json'))
      checkMenuLinks(
        compiledMenu,
        this.value<Menu>('menu.json')!.links,
        app?.products.map(({ slug }) => slug),
        resources,
        this.sources.get('menu.json')!,
      )
    const orderMethods = this.compile('order-methods.json', compileOrderMethods)
    const compiledDashboard = this.compile<Dashboard, ReturnType<typeof compileDashboard>>(
      'dashboard.json',
      (file, source) => compileDashboard(file, source, this.files, alias),
    )
    if (!compiledApp || !compiledLevels || !compiledMenu || !compiledRoster || !orderMethods) return undefined
    if (!compiledDashboard) return undefined
    const parts: Omit<CompiledConfig, 'hash'> = {
      app: compiledApp.app,
      levels: compiledLevels,
      menu: compiledMenu,
      dashboard: compiledDashboard.dashboard,
      resources,
      roster: compiledRoster,
      orderMethods,
    }
    return {
      console: { hash: fingerprint(JSON.stringify(parts)), ...parts },
      server: compiledApp.server,
      map: compiledDashboard.map,
    }
  }

  private read(path: string, text: FileText): void {
    const source = new JsonSource(`${this.folder}/${path}`, text)
    this.sources.set(path, source)
    const shape = shapeOf(path)
    if (!shape) {
      source.report([], 'unknownFile', withHint(path, [...Object.keys(CONFIG_FILES), 'resources/….json']))
    } else if (source.errors.length === 0) {
      checkShape(source, shape)
      if (source.errors.every(error => HARMLESS.has(error.code))) this.sound.add(path)
      if (source.errors.length === 0) this.whole.add(path)
      findSecrets(source)
      checkParameters(source)
    }
  }

  /** The value of a file whose shape is sound, but for names that it misspells: that is what makes the type true. */
  private value<Shape>(path: string): Shape | undefined {
    return this.sound.has(path) ? (this.sources.get(path)!.value as Shape) : undefined
  }

  /** A part of the whole. What a developer overlooked is an error of the file as any other, and ends nothing. */
  private compile<Shape, Part>(
    path: string,
    make: (file: Shape, source: JsonSource) => Part,
  ): Part | undefined {
    const file = this.value<Shape>(path)
    const source = this.sources.get(path)
    if (file === undefined || !source) return undefined
    try {
      return make(file, source)
    } catch (error) {
      source.report([], 'internal', { cause: String(error) })
      return undefined
    }
  }

  private resourceNames(): string[] {
    return [...this.sources.keys()].flatMap(path => /^resources\/([^/]+)\.json$/.exec(path)?.[1] ?? []).sort()
  }

  private resourceFiles(): Map<string, JsonSource> {
    return new Map(this.resourceNames().map(name => [name, this.sources.get(resourcePath(name))!]))
  }

  private lacks(path: string): void {
    const near = suggest(path, Object.keys(this.files))
    const hint = near && !shapeOf(near) ? near : ''
    this.missing.push({
      file: `${this.folder}/${path}`,
      line: 1,
      column: 1,
      path: '',
      code: 'missingFile',
      params: { name: path, hint },
    })
  }

  /** No list asks for more rows than anybody may. */
  private checkPages(resources: Readonly<Record<string, CompiledResource>>, limit: number): void {
    for (const [name, { list }] of Object.entries(resources)) {
      const source = this.sources.get(resourcePath(name))!
      if (list && list.perPage > limit) source.report(['list', 'perPage'], 'perPageLimit', { limit })
    }
  }
}

function resourcePath(name: string): string {
  return `resources/${name}.json`
}

/** Notes, generated schemas and maps lie in the folder too. */
function isConfigFile(path: string): boolean {
  return path.endsWith('.json') && !/^(schema|map|examples)\//.test(path) && !/(^|\/)\./.test(path)
}

function shapeOf(path: string): TSchema | undefined {
  const resource = /^resources\/([a-z][a-z0-9_-]*)\.json$/.exec(path)?.[1]
  if (resource !== undefined && !isForbidden(resource)) return Resource
  return Object.hasOwn(CONFIG_FILES, path) ? CONFIG_FILES[path as keyof typeof CONFIG_FILES] : undefined
}
