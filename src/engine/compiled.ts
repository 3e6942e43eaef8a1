/**
 * What `config/` has become once it is read, checked and compiled: plain JSON, the same on both sides. The console finds
 * `CompiledConfig` in the page; what only the server may know is in `ServerSettings`. All names are resolved, all labels
 * have both languages, all defaults are filled in. This file holds types only, so that the console's bundle stays small.
 */
import type { LevelName, Levels } from '../domain/authority'
import type { MethodBounds } from '../domain/methodInput'
import type { SignalThresholds } from '../domain/signal'
import type { ActionName, FormatName, IconName, InputName, RecordAction, RuleName } from './registry'
import type { FieldType } from './shapes/resource'

/** A text in both languages; where config has Korean alone, English repeats it. */
export interface Words {
  ko: string
  en: string
}

export type Locale = keyof Words

export interface Compiled {
  console: CompiledConfig
  server: ServerSettings
}

export interface CompiledConfig {
  /** Changes when anything in the config changes. */
  hash: string
  app: AppSettings
  levels: CompiledLevels
  menu: CompiledMenu
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
    orderTitle: number
    serialWidth: number
  }
  timing: {
    noticeMs: number
    toastMs: number
    defaultToastMs: number
    registerMessageMs: number
    requestTimeoutMs: number
    screenTimeoutMs: number
    countUpMs: number
    /** A user who does nothing is warned this long before the token ends. */
    idleWarningMs: number
    /** A user who did something within this time has the token renewed silently. */
    activeWithinMs: number
  }
}

/** The `server` part of `config/app.json`: never sent to a browser. */
export interface ServerSettings {
  token: { minutes: number }
  signIn: {
    /** So many failures of one address and e-mail are answered 401; the next is 429. */
    failures: number
    /** Failures older than this are forgotten. */
    windowMinutes: number
    lockMinutes: number
  }
  signUp: { perHour: number }
  order: {
    /** An order without an end fails after this time (decision 32). */
    expireHours: number
    /** How long an Idempotency-Key is remembered. */
    idempotencyHours: number
  }
  /** The most bytes of a JSON body. */
  bodyBytes: number
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

export interface CompiledResource {
  name: string
  label: Words
  /** Address of the list in the console, such as `/app/groups/batches`. */
  path: string
  /** The field that names a record. */
  recordName: string
  /** `console`: the calls of the contract; `simple-rest`: `/api/resources/{name}`, kept by our server from this file alone. */
  dialect: 'console' | 'simple-rest'
  access: Record<RecordAction, LevelName>
  /** By name on the wire, in the order of the file. */
  fields: Record<string, CompiledField>
  list?: CompiledList
  form?: CompiledForm
  messages: Record<string, Words>
}

export interface CompiledField {
  /** On the wire; dots reach into objects (`modem.rsrp`). */
  name: string
  type: FieldType
  label: Words
  help?: Words
  placeholder?: Words
  /** How a value is shown; the kind's own where config names none. */
  format: FormatName
  input: InputName
  mask?: string
  required?: { message?: Words; when?: CompiledCondition }
  rules: { rule: RuleName; message?: Words; value?: string | number }[]
  min?: number
  max?: number
  choices?: { value: string | number; label: Words }[]
  /** The resource that a reference points to. */
  reference?: string
  default?: unknown
  read: LevelName
  write: LevelName | 'never'
  visible?: CompiledCondition
  whenHidden: 'keep' | 'clear'
  /** `extra`: added by config, kept in the record's `extra`; `contract`: the server has it. */
  stored: 'contract' | 'extra'
  renamedFrom?: string
}

export interface CompiledList {
  columns: CompiledColumn[]
  /** Changes with the columns: part of the key under which a user's column choice is kept. */
  columnsHash: string
  /** On a phone: field names, most telling first. */
  phone: string[]
  sort?: { field: string; order: 'ASC' | 'DESC' }
  filters: CompiledFilter[]
  perPage: number
  pageWindow: number
  actions: CompiledAction[]
  rowActions: CompiledAction[]
  bulkActions: CompiledAction[]
  texts: { found?: Words; none?: Words; empty?: Words; loading?: Words }
}

export interface CompiledColumn {
  /** A field's name, or `index` for the running number. */
  field: string
  label: Words
  format: FormatName
  align: 'left' | 'right' | 'center'
  sortable: boolean
  /** Not shown until the user turns it on. */
  hidden: boolean
  /** The level from which on the column is there: that of its field. */
  level: LevelName
  actions: CompiledAction[]
}

export interface CompiledAction {
  name: ActionName
  level: LevelName
}

export interface CompiledFilter {
  /** The key under which it is kept in the address, and sent. */
  name: string
  type: 'search' | 'select' | 'reference' | 'boolean'
  field?: string
  label: Words
  placeholder?: Words
  /** Characters that a search takes, as the body of a regular-expression class: `0-9.` */
  accept?: string
  /** The choice that stands for no filter, such as `all`. */
  all?: { value: string; label: Words }
  choices?: { value: string | number; label: Words }[]
  reference?: string
  /** The filter that must be chosen first; its value is passed on to the choices. */
  dependsOn?: string
  /** Shown when there are at least this many choices. */
  shownFrom: number
  level: LevelName
}

export interface CompiledForm {
  sections: { title?: Words; fields: string[] }[]
  width: 'narrow' | 'medium' | 'wide'
}

/** `config/roster.json`: the spreadsheet that registers devices (decision 29). */
export interface CompiledRoster {
  sheet: Words
  /** File name of the sample. */
  fileName: Words
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

/** One comparison of a condition. */
export type CompiledTest =
  | {
      field: string
      eq?: string | number | boolean
      ne?: string | number | boolean
      in?: (string | number | boolean)[]
      gt?: number
      lt?: number
      empty?: boolean
    }
  | { level: LevelName }
  | { action: 'create' | 'edit' }

/** When a field is visible or required: data, evaluated by `engine/conditions`, never code. */
export type CompiledCondition = CompiledTest | { all: CompiledTest[] } | { any: CompiledTest[] }

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
