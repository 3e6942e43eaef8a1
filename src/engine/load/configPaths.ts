/** The files of the folder `config/`: their names and shapes, and which of them are required. */
import type { TSchema } from 'typebox'
import { ownValue } from '../../domain/own'
import { App } from '../shapes/app'
import { Dashboard, LevelsFile, Menu, OrderMethods, Roster } from '../shapes/files'
import { ResourceFile } from '../shapes/resource'
import { Roles } from '../shapes/roles'
import { isForbiddenName } from './JsonSource'

/** The fixed files with their shapes; all other files are resources in `resources/`. */
export const CONFIG_FILES = {
  'app.json': App,
  'levels.json': LevelsFile,
  'menu.json': Menu,
  'dashboard.json': Dashboard,
  'roster.json': Roster,
  'order-methods.json': OrderMethods,
  'roles.json': Roles,
} as const satisfies Record<string, TSchema>
export type FixedFile = keyof typeof CONFIG_FILES

/** Files that an installation may leave out. */
const OPTIONAL_FILES: readonly string[] = ['roles.json' satisfies FixedFile]

export const RESOURCE_PATH = /^resources\/([^/]+)\.json$/

export function resourcePath(name: string): string {
  return `resources/${name}.json`
}

/** Resources that the console needs. */
const NEEDED_RESOURCES = ['devices', 'orders', 'models', 'batches'] as const

export const NEEDED_FILES: readonly string[] = [
  ...Object.keys(CONFIG_FILES),
  ...NEEDED_RESOURCES.map(resourcePath),
].filter(path => !OPTIONAL_FILES.includes(path))
export const isNeededFile = (path: string) => NEEDED_FILES.includes(path)

/** True for config files; the folder also contains notes, generated schemas and maps. */
export function isConfigFile(path: string): boolean {
  return path.endsWith('.json') && !/^(schema|map|examples|i18n)\//.test(path) && !/(^|\/)\./.test(path)
}

/** The shape of a file by its path; `undefined` if there is no such file. */
export function shapeOf(path: string): TSchema | undefined {
  const resource = /^resources\/([a-z][a-z0-9_-]*)\.json$/.exec(path)?.[1]
  if (resource !== undefined && !isForbiddenName(resource)) return ResourceFile
  return ownValue(CONFIG_FILES as Readonly<Record<string, TSchema>>, path)
}
