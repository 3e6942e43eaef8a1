/**
 * What `config/` has become once it is read, checked and compiled: plain JSON, the same on both sides. The console finds
 * `CompiledConfig` in the page; what only the server may know is in `ServerSettings`. All names are resolved, all labels
 * have both languages, all defaults are filled in. This file holds types only, so that the console's bundle stays small.
 */
import type { LevelName, Levels } from '../domain/authority'
import type { MethodBounds } from '../domain/methodInput'
import type { SignalThresholds } from '../domain/signal'
import type { CompiledResource, Locale, Words } from './compiledResource'
import type { IconName, RegionType, RuleName, WidgetName } from './registry'

export type * from './compiledResource'

export interface Compiled {
  console: CompiledConfig
  server: ServerSettings
  /** The regions as GeoJSON, as they are served at `dashboard.map.url`. */
  map: string
}

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
}

/** `config/app.json` without its `server` part. Times are in milliseconds where the name says `Ms`. */
export interface AppSettings {
  service: Words
  /** The first is the default (decision 1). */
  products: { slug: string; title: Words }[]
  locale: Locale
  theme: 'dark' | 'light'
  /** Counted as Korean calendars are printed, Sunday = 1: 2 is Monday (decision 5). */
  weekStart: number
  limits: {
    /** The most rows of a page that anybody may ask for. */
    pageLimit: number
    orders: { perPage: number; initialTotal: number }
    deviceSearch: { min: number; max: number }
    password: { min: number; max: number }
    methodBounds: MethodBounds
    signal: SignalThresholds
    /** Upload of a spreadsheet. */
    upload: { bytes: number; rows: number }
    /** The most devices that one order may be aimed at. */
    orderTargets: number
    /** Above so many devices the user types their number before the order is sent. */
    confirmTargets: number
    orderTitle: number
    serialWidth: number
  }
  timing: {
    noticeMs: number
    toastMs: number
    defaultToastMs: number
    registerMessageMs: number
    requestTimeoutMs: number
    /** After so long without an answer the page says that it still waits, and offers to stop. */
    stillWaitingMs: number
    screenTimeoutMs: number
    /** How often the open list of orders and its counts are read again. */
    ordersPollMs: number
    countUpMs: number
    /** A user who does nothing is warned this long before the token ends. */
    idleWarningMs: number
    /** A user who did something within this time has the token renewed silently. */
    activeWithinMs: number
    /** How long an order without an end runs: `server.order.expireHours`, which compose proposes. */
    orderExpireMs: number
    /** How far back a start may lie: `server.order.pastSeconds`. */
    orderPastMs: number
  }
}

/** The `server` part of `config/app.json`: never sent to a browser. */
export interface ServerSettings {
  token: { minutes: number }
  /** How old a session may get: since it was last renewed, and at all. */
  session: { idleMinutes: number; hours: number }
  /** How long it is remembered what was done. */
  history: { days: number }
  signIn: {
    /** So many failures of one address and e-mail are answered 401; the next is 429. */
    failures: number
    /** The same of one address, whatever the e-mails: one password is tried on many accounts. */
    originFailures: number
    /** Failures older than this are forgotten. */
    windowMinutes: number
    lockMinutes: number
  }
  signUp: { perHour: number }
  order: {
    /** An order without an end fails after this time (decision 32). */
    expireHours: number
    /** No device gets an order before: the time to take it back; 0 for none. */
    holdSeconds: number
    /** A start may lie back so far. */
    pastSeconds: number
    /** How often orders that are past their end are looked for. */
    sweepSeconds: number
    /** How long an Idempotency-Key is remembered. */
    idempotencyHours: number
  }
  /** The most bytes of a JSON body. */
  bodyBytes: number
  /** How spreadsheets are read: so many at once, and so many more wait. */
  uploads: { atOnce: number; waiting: number; waitSeconds: number; memoryMb: number }
  /** At which pace bodies arrive at least, and how much of them one address may send at once. */
  bodies: { paceBytes: number; paceSeconds: number; originBytes: number; originRequests: number }
  connections: { perOrigin: number; all: number }
  /** What one transaction of PGlite may change, so that others wait no longer than 2 s (measured); and when it is tidied up. */
  pglite: { rosterRows: number; batchDevices: number; orderTargets: number; tidySeconds: number }
  /** How many refused cells of a spreadsheet an answer names. */
  rowErrors: number
}

export interface CompiledLevels {
  numbers: Levels
  labels: Record<LevelName, Words>
}

export interface CompiledMenu {
  /** From which level on a slot is there at all (§6: settings from vendor). */
  slots: Record<MenuSlot, { level: LevelName }>
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
  level: LevelName
  /** The resource it leads to, if it does. */
  resource?: string
}

/** `config/dashboard.json`. */
export interface CompiledDashboard {
  map: {
    /** Where the outlines are; it changes when they do. */
    url: string
    /** Whose map it is; shown beneath it. */
    credit: Words
    /** The name of having no known place. */
    unplaced: Words
    regions: MapRegion[]
  }
  /** In the order of config. */
  widgets: CompiledWidget[]
  /** How often an open dashboard is read again. */
  refreshMs: number
}

export interface MapRegion {
  /** What `sido` is on the wire (decision 2). */
  id: string
  name: Words
  /** What the map has room for. */
  short: Words
  type: RegionType
  shown: boolean
}

export interface CompiledWidget {
  name: WidgetName
  title: Words
  level: LevelName
  /** Of twelve columns. */
  width: number
  /** Until the user expands it. */
  collapsed: boolean
  /** Of a table: how many rows it has, with `%{count}`. */
  text?: Words
}

export type { RegionType, WidgetName }

/** `config/roster.json`: the spreadsheet that registers devices (decision 29). */
export interface CompiledRoster {
  sheet: Words
  /** File name of the sample. */
  fileName: Words
  /** What cells say for true and false, in lower case. */
  yes: string[]
  no: string[]
  columns: CompiledRosterColumn[]
}

export interface CompiledRosterColumn {
  /** A field of the device, `vendor`, `client`, `bunch`, or a field that config added to devices. */
  field: string
  /** What the header says; both languages and the aliases are understood in uploads. */
  header: Words
  aliases: string[]
  required: boolean
  rules: RuleName[]
  /** Greatest length of the text. */
  max: number
  /** Who may fill it in. */
  level: LevelName
  /** What the sample shows in its example rows. */
  examples: string[]
  help?: Words
  /** Width of the sample's column, in characters. */
  width: number
  stored: 'contract' | 'extra'
}

/** How a content type of an order method is entered and judged (§2, §5). */
export interface MethodType {
  value: 'string' | 'number' | 'choice'
  input: 'text' | 'url' | 'password' | 'number' | 'select' | 'multiline'
  /** What the method's [min, max] bounds: the length of text, the number, or nothing. */
  bounds: 'length' | 'value' | 'none'
  /** For numbers: whole ones only. */
  integer: boolean
  required: boolean
  /** For addresses: what may stand before `://`. */
  schemes?: string[]
  /** The most characters where the bounds do not say. */
  maxLength: number
  /** What compose offers for it (§3, decision 16). */
  compose: 'editor' | 'number' | 'select' | 'none'
}
