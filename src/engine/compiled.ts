/**
 * The compiled form of the folder `config/`, as plain JSON: names are resolved, labels are in both languages, defaults
 * are filled in. The page contains `CompiledConfig`; `ServerSettings` never leaves the server. Types only, so that the
 * console's bundle stays small.
 */
import type { LevelName, Levels, Needed } from '../domain/authority'
import type { CompiledCondition, CompiledResource, Words } from './compiledResource'
import type { IconName, RecordAction, WidgetName } from './registry'
import type { App } from './shapes/app'
import type { Dashboard, MethodTypeFile, Roster } from './shapes/files'

export type * from './compiledResource'

export interface Compiled {
  /** The part that server and console share. */
  shared: CompiledConfig
  server: ServerSettings
  /** By role and resource: the condition on the records that the role sees. Without one, only the level limits them. */
  rows: RoleRows
  /** The regions as GeoJSON, as they are served at `dashboard.map.url`. */
  map: string
}

export type RoleRows = Readonly<Record<string, Readonly<Record<string, CompiledCondition>>>>

export interface CompiledConfig {
  /** Changes when anything in the config changes. */
  hash: string
  app: AppSettings
  levels: CompiledLevels
  menu: CompiledMenu
  dashboard: CompiledDashboard
  /** By name, such as `devices`. */
  resources: Record<string, CompiledResource>
  roster: CompiledRoster
  /** By the `Type` of a method's content, such as `text`. */
  orderMethods: Record<string, MethodType>
  /** By name; `engine/roles` applies them. */
  roles: Record<string, CompiledRole>
}

/** A role of `config/roles.json`: a level, and rights that differ from it. Only the server knows its `RoleRows`. */
export interface CompiledRole {
  label: Words
  level: LevelName
  /** By resource; `*` applies to all other resources, and to rights that a named resource leaves out. */
  resources: Record<string, RoleRights>
}

export interface RoleRights {
  access: Partial<Record<RecordAction | 'export', boolean>>
  fields: Record<string, { read?: boolean; write?: boolean }>
}

/** `config/app.json` without its `server` part; `shapes/app` describes the keys. */
export interface AppSettings extends Pick<App, 'locale' | 'theme' | 'weekStart' | 'limits'> {
  service: Words
  /** The first is the default. */
  products: { slug: string; title: Words }[]
  signIn: {
    /** Sign-in providers, in the order of their buttons. */
    providers: { name: string; label: Words }[]
  }
  timing: App['timing'] & {
    /** Default duration of an order, from `server.order.expireHours`; the compose page proposes it. */
    orderExpireMs: number
    /** How far in the past the start of an order may be, from `server.order.pastSeconds`. */
    orderPastMs: number
  }
}

/** The `server` part of `config/app.json`: never sent to a browser. */
export type ServerSettings = App['server']

export interface CompiledLevels {
  numbers: Levels
  labels: Record<LevelName, Words>
}

export interface CompiledMenu {
  /** The lowest level that sees each menu (§6: vendor for settings). */
  slots: Record<MenuSlot, { level: Needed }>
  /** All menus together, in display order. */
  items: CompiledMenuItem[]
}

export type MenuSlot = 'bar' | 'settings'

export interface CompiledMenuItem {
  /** Unique: the name of the resource or of the link. */
  name: string
  slot: MenuSlot
  label: Words
  /** A path of the console, or an https:// URL, which opens in a new tab. */
  to: string
  icon?: IconName
  level: Needed
  /** For links to a resource: its name. */
  resource?: string
}

/** `config/dashboard.json`. */
export interface CompiledDashboard {
  map: {
    /** URL of the GeoJSON file; contains its hash, for caching. */
    url: string
    /** Credit below the map. */
    credit: Words
    /** The label of devices without a known region. */
    unplaced: Words
    regions: MapRegion[]
  }
  /** In the order of config. */
  widgets: CompiledWidget[]
  /** How often an open dashboard reloads. */
  refreshMs: number
  attention?: { belowNormal?: number; massOrder?: number; items: CompiledAttention[] }
}

/** Records that need attention. */
export interface CompiledAttention {
  name: string
  resource: string
  level: Needed
  filter: Record<string, string | number | boolean>
  text: Words
}

/** `id` is the value of the field `sido` (decision 2). */
export interface MapRegion extends Required<Omit<Dashboard['map']['regions'][number], 'aliases' | 'type'>> {
  name: Words
  /** Short name on the map. */
  short: Words
}

export interface CompiledWidget extends Required<Omit<Dashboard['widgets'][number], 'text' | 'level'>> {
  title: Words
  level: Needed
  /** The text below a table, with the number of its rows as `%{count}`. */
  text?: Words
}

export type { WidgetName }

/** `config/roster.json`: the spreadsheet that registers devices (decision 29). */
export interface CompiledRoster {
  sheet: Words
  /** File name of the sample. */
  fileName: Words
  /** Words for true and false in cells, in lower case. */
  yes: string[]
  no: string[]
  /** Words that clear a value in an update, in lower case. */
  clear: string[]
  /** Headers of columns that number the rows. */
  numbering: string[]
  /** Whether the check digit of an IMEI must be correct. */
  imeiCheckDigit: boolean
  columns: CompiledRosterColumn[]
}

export interface CompiledRosterColumn extends Required<Omit<Roster['columns'][number], 'help' | 'level'>> {
  /** The header; uploads may use both languages and the aliases. */
  header: Words
  /** The lowest level that may fill it in. */
  level: Needed
  help?: Words
  storage: 'contract' | 'extra'
}

/**
 * How values of a content type of order methods are entered and validated (§2, §5); `shapes/files` describes the keys.
 */
export type MethodType = Required<Omit<MethodTypeFile, 'label' | 'schemes'>> & Pick<MethodTypeFile, 'schemes'>
