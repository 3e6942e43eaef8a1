/**
 * What `config/` has become once it is read, checked and compiled: plain JSON, the same on both sides. The console
 * finds `CompiledConfig` in the page; what only the server may know is in `ServerSettings`. All names are resolved, all
 * labels have both languages, all defaults are filled in. This file holds types only, so that the console's bundle
 * stays small.
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
  /**
   * Which records a role has, by role and resource; a resource without a rule has all in the scope of the role's level.
   */
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
  /** By name; `engine/roles` gives them their meaning. */
  roles: Record<string, CompiledRole>
}

/**
 * A role of `config/roles.json`: a level, and what it may more or less. Which rows it has is known to the server alone.
 */
export interface CompiledRole {
  label: Words
  level: LevelName
  /** By resource; `*` for those that are not named, and for what these do not say. */
  resources: Record<string, RoleRights>
}

export interface RoleRights {
  access: Partial<Record<RecordAction | 'export', boolean>>
  fields: Record<string, { read?: boolean; write?: boolean }>
}

/** `config/app.json` without its `server` part: `shapes/app` says what each key means. */
export interface AppSettings extends Pick<App, 'locale' | 'theme' | 'weekStart' | 'limits'> {
  service: Words
  /** The first is the default. */
  products: { slug: string; title: Words }[]
  signIn: {
    /** Sign-in providers, in the order of their buttons. */
    providers: { name: string; label: Words }[]
  }
  timing: App['timing'] & {
    /** How long an order without an end runs: `server.order.expireHours`, which compose proposes. */
    orderExpireMs: number
    /** How far in the past a start may lie: `server.order.pastSeconds`. */
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
  /** From which level on a slot is there at all (§6: settings from vendor). */
  slots: Record<MenuSlot, { level: Needed }>
  /** In the order in which they are shown, all slots together. */
  items: CompiledMenuItem[]
}

export type MenuSlot = 'bar' | 'settings'

export interface CompiledMenuItem {
  /** Unique: the resource's name, or the link's own. */
  name: string
  slot: MenuSlot
  label: Words
  /** A path of the console, or an address that begins with https:// (opened in a new tab). */
  to: string
  icon?: IconName
  level: Needed
  /** The resource it leads to, if it does. */
  resource?: string
}

/** `config/dashboard.json`. */
export interface CompiledDashboard {
  map: {
    /** Address of the outlines; it changes with them. */
    url: string
    /** Credit below the map. */
    credit: Words
    /** The name of having no known place. */
    unplaced: Words
    regions: MapRegion[]
  }
  /** In the order of config. */
  widgets: CompiledWidget[]
  /** How often an open dashboard reloads. */
  refreshMs: number
}

/** Its id is the value of `sido` on the wire (decision 2). */
export interface MapRegion extends Required<Dashboard['map']['regions'][number]> {
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
  /** Whether an IMEI is held against its last digit. */
  imeiCheckDigit: boolean
  columns: CompiledRosterColumn[]
}

export interface CompiledRosterColumn extends Required<Omit<Roster['columns'][number], 'help' | 'level'>> {
  /** The header; uploads may use both languages and the aliases. */
  header: Words
  /** The level that may fill it in. */
  level: Needed
  help?: Words
  storage: 'contract' | 'extra'
}

/** How a content type of an order method is entered and judged (§2, §5): `shapes/files` says what each key means. */
export type MethodType = Required<Omit<MethodTypeFile, 'label' | 'schemes'>> & Pick<MethodTypeFile, 'schemes'>
