/**
 * Compiles the folder `config/`: validates each file against its shape and the other files, and collects all errors.
 * Pure: the caller has read the files.
 */
import type { Static } from 'typebox'
import type { Compiled, CompiledConfig, CompiledResource } from '../compiled'
import type { Dashboard, Menu, Roster } from '../shapes/files'
import type { Resource, ResourceFile } from '../shapes/resource'
import type { Roles } from '../shapes/roles'
import { checkShape } from './checkShape'
import {
  CONFIG_FILES,
  type FixedFile,
  isConfigFile,
  isNeededFile,
  NEEDED_FILES,
  RESOURCE_PATH,
  resourcePath,
  shapeOf,
} from './configPaths'
import { compileApp, compileLevels, compileOrderMethods, type LevelOf, levelResolver } from './files/app'
import { compileDashboard } from './files/dashboard'
import { checkMenuLinks, checkPaths, compileMenu, raiseLinkLevels } from './files/menu'
import { compileRoles } from './files/roles'
import { compileRoster } from './files/roster'
import type { ConfigFile, FileText } from './JsonSource'
import type { Location } from './Location'
import { type ConfigFolder, ConfigLayers } from './layers/ConfigLayers'
import { byPosition, type ConfigCode, type ConfigError, fileError } from './problems'
import { checkResource, compileResource } from './resource'
import { choiceLists, withoutRoleFields } from './resource/choices'
import { completeFiles } from './resource/completeFile'
import { shortHash } from './shortHash'
import { suggest, withHint } from './suggest'
import { checkTexts } from './texts'

/** Config with only warnings is usable. */
type CompileResult = { fileCount: number; warnings: ConfigError[] } & (
  | { ok: true; config: Compiled }
  | { ok: false; errors: ConfigError[] }
)

/** Errors that leave all values with the right types, so that the file can still be compiled to find more errors. */
const TYPE_PRESERVING: ReadonlySet<ConfigCode> = new Set(['unknownKey', 'minimum', 'maximum', 'pattern'])

/**
 * Compiles a config folder.
 *
 * @param files text by path inside the folder, with forward slashes: `resources/devices.json`
 * @param folder its name in error messages
 * @param delivered the delivered folder, if `files` are the owner's, which are merged with it
 */
export function compileConfig(
  files: Readonly<Record<string, FileText>>,
  folder = 'config',
  delivered?: ConfigFolder,
): CompileResult {
  const layers = new ConfigLayers({ files, folder }, delivered, isNeededFile, shapeOf)
  // Each round leaves out delivered parts with errors, until config is valid or only the owner can correct it.
  for (;;) {
    const build = new ConfigBuild(layers, folder)
    const config = build.run()
    const errors = build.errors()
    const warnings = [...build.warnings(), ...layers.warnings].sort(byPosition)
    const summary = { fileCount: build.fileCount, warnings }
    if (config && errors.length === 0) return { ok: true, config, ...summary }
    if (!layers.leaveOutFailing(errors)) return { ok: false, errors, ...summary }
  }
}

/** One attempt to compile all files. */
class ConfigBuild {
  private readonly sources = new Map<string, ConfigFile>()
  /** Paths of files whose values have the right types. */
  private readonly wellTyped = new Set<string>()
  /** The files of resources with their defaults, by path. */
  private readonly completed = new Map<string, Resource>()
  /** Paths of files without errors of shape. */
  private readonly valid = new Set<string>()
  private readonly missingFileErrors: ConfigError[] = []

  constructor(
    private readonly layers: ConfigLayers,
    private readonly folder: string,
  ) {
    const paths = layers.paths(isConfigFile)
    for (const path of paths) this.read(path, layers.read(path))
    if (layers.isOnlyFolder)
      for (const path of NEEDED_FILES) if (!this.sources.has(path)) this.reportMissing(path)
  }

  get fileCount(): number {
    return this.sources.size
  }

  errors(): ConfigError[] {
    return [...this.missingFileErrors, ...[...this.sources.values()].flatMap(source => source.errors)].sort(
      byPosition,
    )
  }

  warnings(): ConfigError[] {
    return [...this.sources.values()].flatMap(source => source.warnings)
  }

  /** Compiles all usable files, to report errors in each. @returns `undefined` if a required file is unusable */
  run(): Compiled | undefined {
    const levelsFile = this.fixedFile('levels.json')
    const levelOf = levelResolver(levelsFile?.aliases.manager ?? 'vendor')
    const names = [...this.sources.keys()].flatMap(path => RESOURCE_PATH.exec(path)?.[1] ?? []).sort()
    const fileOf = (name: string) => this.value<Resource>(resourcePath(name))
    this.completeFiles(names, levelOf)
    const choices = choiceLists({
      levels: levelsFile,
      methods: this.fixedFile('order-methods.json'),
      dashboard: this.fixedFile('dashboard.json'),
      roles: this.fixedFile('roles.json'),
      levelOf,
      resources: Object.fromEntries(names.map(name => [name, fileOf(name)?.label ?? name])),
    })
    const context = { names, levelOf, choices, fileOf }
    const resources: Record<string, CompiledResource> = {}
    for (const name of names) {
      const compiled = this.compile<Resource, CompiledResource>(resourcePath(name), (file, root) =>
        compileResource({ ...context, name, file, root }),
      )
      if (compiled) resources[name] = compiled
    }
    checkPaths(resources, name => this.root(resourcePath(name)))

    const app = this.compile('app.json', compileApp)
    const levels = this.compile('levels.json', compileLevels)
    const resourceLinks = names.map(name => [name, this.value<Resource>(resourcePath(name))?.menu])
    const menu = this.compile('menu.json', (file: Menu, root) =>
      compileMenu(file, root, resources, Object.fromEntries(resourceLinks), levelOf),
    )
    const roster = this.compile('roster.json', (file: Roster, root) =>
      compileRoster(file, root, resources.devices, levelOf),
    )
    const orderMethods = this.compile('order-methods.json', compileOrderMethods)
    const dashboard = this.compile('dashboard.json', (file: Dashboard, root) =>
      compileDashboard(file, root, this.layers.texts, { names, resources }, levelOf),
    )

    const limits = this.fixedFile('app.json')?.limits
    const valueLimits = levels && limits && { levels: levels.numbers, password: limits.password }
    for (const [name, resource] of Object.entries(resources)) {
      const path = resourcePath(name)
      if (limits && resource.list && resource.list.perPage > limits.pageLimit)
        this.root(path).at('list', 'perPage').report('perPageLimit', { limit: limits.pageLimit })
      if (this.valid.has(path))
        this.compile(path, (file: Resource, root) =>
          checkResource({ ...context, name, file, root, resource, resources }, valueLimits),
        )
    }
    if (menu && this.valid.has('menu.json')) {
      const products = this.fixedFile('app.json')?.products.map(({ slug }) => slug)
      const { links } = this.fixedFile('menu.json')!
      checkMenuLinks(links, products, resources, this.root('menu.json'))
      raiseLinkLevels(menu, links, resources)
    }

    const { roles, rows } = this.compile('roles.json', (file: Roles, root) =>
      compileRoles(file, root, resources, levelOf),
    ) ?? { roles: {}, rows: {} }
    if (Object.keys(roles).length === 0)
      for (const [name, resource] of Object.entries(resources)) resources[name] = withoutRoleFields(resource)

    if (!app || !levels || !menu || !roster || !orderMethods || !dashboard) return undefined
    const parts: Omit<CompiledConfig, 'hash'> = {
      app: app.app,
      levels,
      menu,
      dashboard: dashboard.dashboard,
      resources,
      roster,
      orderMethods,
      roles,
    }
    // The JSON that browsers get: drops keys with the value `undefined`.
    const text = JSON.stringify(parts)
    return {
      shared: { hash: shortHash(text), ...(JSON.parse(text) as typeof parts) },
      server: app.server,
      rows,
      map: dashboard.map,
    }
  }

  private read(path: string, source: ConfigFile): void {
    const { root } = source
    this.sources.set(path, source)
    const shape = shapeOf(path)
    if (!shape) {
      root.report('unknownFile', withHint(path, [...Object.keys(CONFIG_FILES), 'resources/….json']))
    } else if (source.errors.length === 0) {
      checkShape(source, shape)
      if (source.errors.every(error => TYPE_PRESERVING.has(error.code))) this.wellTyped.add(path)
      if (source.errors.length === 0) this.valid.add(path)
      checkTexts(source)
    }
  }

  private root(path: string): Location {
    return this.sources.get(path)!.root
  }

  /** Gives the files of resources the defaults of what they leave out. */
  private completeFiles(names: readonly string[], levelOf: LevelOf): void {
    const files = names.flatMap(name => {
      const file = this.value<ResourceFile>(resourcePath(name))
      return file ? [[name, file] as const] : []
    })
    for (const [name, file] of Object.entries(completeFiles(Object.fromEntries(files), levelOf)))
      this.completed.set(resourcePath(name), file)
    for (const [name, { fields }] of files) {
      const unnamed = Object.keys(fields).filter(field => fields[field]!.label === undefined)
      if (unnamed.length > 0)
        this.root(resourcePath(name))
          .at('fields')
          .warnKey('noLabels', { names: unnamed.join(', ') })
    }
  }

  /** The value of a file, if it has the right types. The cast is safe because `checkShape` has checked them. */
  private value<Shape>(path: string): Shape | undefined {
    if (!this.wellTyped.has(path)) return undefined
    return (this.completed.get(path) ?? this.sources.get(path)!.value) as Shape
  }

  /** The value of a file with a fixed name, if it has the right types. */
  private fixedFile<Path extends FixedFile>(path: Path): Static<(typeof CONFIG_FILES)[Path]> | undefined {
    return this.value(path)
  }

  /** Compiles one file. Reports exceptions as an error of the file, so that the other files are still checked. */
  private compile<Shape, Part>(path: string, make: (file: Shape, root: Location) => Part): Part | undefined {
    const file = this.value<Shape>(path)
    if (file === undefined) return undefined
    try {
      return make(file, this.root(path))
    } catch (error) {
      this.root(path).report('internal', { cause: String(error) })
      return undefined
    }
  }

  private reportMissing(path: string): void {
    const similarPath = suggest(path, Object.keys(this.layers.texts))
    // A path with a shape is not misspelt.
    const hint = similarPath && !shapeOf(similarPath) ? similarPath : ''
    this.missingFileErrors.push(fileError(`${this.folder}/${path}`, 'missingFile', { name: path, hint }))
  }
}
