/** A compiled file of `config/resources/`; part of `CompiledConfig` (`compiled.ts`). */
import type { LevelName, Needed } from '../domain/authority'
import type { DateBound } from '../domain/dateBounds'
import type { Expression } from './expressions/expression'
import type { Choice } from './kinds/kind'
import type {
  ActionName,
  BulkActionName,
  ChoiceSource,
  FormatName,
  InputName,
  MessageName,
  PageTab,
  RecordAction,
} from './registry'
import type { Condition } from './shapes/condition'
import type { FilterValues } from './shapes/list'
import type { COPIED_KEYS, Column, Field, Filter, TEXT_KEYS } from './shapes/resource'
import type { Words } from './shapes/text'
import type { RuleName } from './validation/rules'

export type { Words }

export type Locale = keyof Words

export interface CompiledResource {
  name: string
  label: Words
  /** Name of one record; by default the label. */
  labelOne?: Words
  /** Address of the list in the console, such as `/app/groups/batches`. */
  path: string
  /** The field that names a record. */
  recordName: string
  /**
   * `console`: has specific calls in the contract. `simple-rest`: `/api/resources/{name}`, stored as this file says.
   */
  dialect: 'console' | 'simple-rest'
  access: Record<RecordAction, Needed>
  /** The condition on records that a user may edit and delete; if absent, every record that the user sees. */
  changeable?: CompiledCondition
  /** By API name, in the order of the file. */
  fields: Record<string, CompiledField>
  list?: CompiledList
  /** Whether the form also creates records; devices are registered by spreadsheet instead. */
  formCreates: boolean
  form?: CompiledForm
  page?: CompiledPage
  /** If absent, no sheet imports its records. */
  import?: CompiledImport
  /** Lists of records that refer to this one, each a tab of its page. */
  related?: CompiledRelated[]
  /** Rules over several fields. */
  checks?: CompiledCheck[]
  messages: Record<string, Words> & Partial<Record<MessageName, Words>>
}

/** A fixed or relative date, or the value of another field of the record. */
export type CompiledBound = DateBound | { field: string }

export interface CompiledCheck {
  name: string
  check: Expression
  /** The source text of `check`, for the OpenAPI document. */
  written: string
  message: Words
  /** The field that shows the message; without it the form shows the message above its fields. */
  at?: string
}

/** The picked keys are unchanged from the file; `shapes/resource` describes them. */
export interface CompiledField
  extends Pick<Field, (typeof COPIED_KEYS)[number] | 'reference' | 'default'>,
    Partial<Record<(typeof TEXT_KEYS)[number], Words>> {
  /** The API name; dots reach into objects (`modem.rsrp`). */
  name: string
  label: Words
  /** For `children`: the resource of the rows, and the field by which they belong to this record. */
  children?: CompiledChildren
  /** The computed default of a new record. */
  defaultExpression?: Expression
  /** Computed by the server at each save; users cannot write it. */
  computed?: Expression
  help?: Words
  /** The condition under which the help is shown. */
  helpWhen?: CompiledCondition
  /** How a value is shown. */
  format: FormatName
  input: InputName
  required?: { message?: Words; when?: CompiledCondition }
  /** Bounds of a number, of a text's length, or of the number of items. */
  min?: number
  max?: number
  /** Bounds of a date or time, from `min` and `max` of config. */
  earliest?: CompiledBound
  latest?: CompiledBound
  /** No two records may have the same values in this field and the fields `with`. */
  unique?: { with: string[]; within: 'vendor' | 'everywhere'; message?: Words }
  rules: { rule: RuleName; message?: Words; value?: string | number }[]
  /** All choices. For levels and roles, `choicesFor` (`engine/access`) selects what a user may assign. */
  choices?: (Choice & { level?: number })[]
  choicesFrom?: ChoiceSource
  /** The choice that stands for no value, with the value to send and store. */
  empty?: { value: string | number; label: Words }
  /** The form asks for the password twice; it keeps the second under `confirmationKey(name)` and never sends it. */
  confirm?: { label: Words; placeholder?: Words }
  read: Needed
  write: Needed | 'never'
  /** The condition under which the field is shown but cannot be changed. */
  readOnly?: CompiledCondition
  visible?: CompiledCondition
  whenHidden?: 'clear'
  /** What happens to this record when the referenced record is deleted; if absent, that deletion is refused. */
  onDelete?: 'clear' | 'cascade'
  /** `contract`: built in, stored in a column. `extra`: added by config, stored in the JSON column `extra`. */
  storage: 'contract' | 'extra'
}

export interface CompiledChildren {
  resource: string
  /** The field of the rows that refers to this record. */
  by: string
  /** The columns of the table, from left to right. */
  fields: string[]
  /** The number field that stores the position of a row. */
  order?: string
}

export interface CompiledList {
  columns: CompiledColumn[]
  /** Hash of the columns; part of the storage key of a user's column choice. */
  columnsHash: string
  /** The fields of a card on a phone, most important first. */
  phone: string[]
  sort?: { field: string; order: 'ASC' | 'DESC' }
  filters: CompiledFilter[]
  /** Saved views, in the order of their tabs. */
  views: CompiledView[]
  perPage: number
  pageWindow: number
  actions: CompiledAction[]
  rowActions: CompiledAction[]
  bulkActions: CompiledBulkAction[]
  /** The lowest level that may download the list as a spreadsheet; absent if no one may. */
  export?: Needed
  texts: { found?: Words; none?: Words; empty?: Words; loading?: Words; counted?: Words }
}

type ColumnFile = Exclude<Column, string>

export interface CompiledColumn
  extends Required<Pick<ColumnFile, 'field' | 'format' | 'align' | 'sortable' | 'hidden'>> {
  label: Words
  /** Shows the record's picture beside the value (images-list, decision 8). */
  avatar?: true
  /** The lowest level that sees the column, from its field. */
  level: Needed
  actions: CompiledAction[]
}

export interface CompiledAction {
  name: ActionName
  level: Needed
  /** In the menu at the end of the row, instead of a separate button. */
  menu?: true
}

export interface CompiledBulkAction {
  name: BulkActionName
  level: Needed
}

export interface CompiledFilter
  extends Pick<Filter, 'name' | 'type' | 'field' | 'fields' | 'accept' | 'reference' | 'dependsOn' | 'with'> {
  /** Added by "+ Filter" instead of standing above the list. */
  more?: true
  /** For a switch: the condition for records when it is on. Only for lists that the server returns whole. */
  where?: CompiledCondition
  /** Words, or the key of a sentence. */
  label: Words | string
  placeholder?: Words
  /** The choice that turns the filter off, such as `all`. */
  all?: { value: string; label: Words }
  choices?: { value: string | number; label: Words }[]
  /** Shown when there are at least this many choices. */
  shownFrom: number
  level: Needed
}

/** A filter with a name, shown as a tab above the list. */
export interface CompiledView {
  name: string
  label: Words
  level: Needed
  filter: FilterValues
}

export interface CompiledForm {
  sections: { title?: Words; fields: string[] }[]
  width: 'narrow' | 'medium' | 'wide'
}

/** How a sheet imports records; `engine/roster/plan` derives its columns. */
export interface CompiledImport {
  /** The lowest level that may import. */
  level: Needed
  /** The field by which rows find stored records; without it rows only add records. */
  key?: string
  /** The columns, from left to right; if absent, every field that the form can write. */
  columns?: CompiledImportColumn[]
}

interface CompiledImportColumn {
  field: string
  /** Default: the label of the field. */
  header?: Words
  aliases?: string[]
  required?: boolean
  examples?: string[]
  help?: Words
  width?: number
}

/** The page of a device. */
export interface CompiledPage {
  sections: { label?: Words; fields: string[] }[]
  tabs: CompiledTab[]
  actions: CompiledAction[]
}

export interface CompiledTab {
  tab: PageTab
  label: Words
  level: Needed
}

export interface CompiledRelated {
  resource: string
  /** The field of `resource` that refers to the record. */
  by: string
  /** Further filters of the list. */
  within?: Readonly<Record<string, string>>
  label: Words
  /** Field names of the columns; all columns of its list if absent. */
  columns?: string[]
  level: Needed
}

/** One comparison of a condition; the alias `manager` is already replaced by a level. */
export type CompiledTest =
  | Exclude<Condition, string | { all: unknown } | { any: unknown } | { level: unknown }>
  | { level: LevelName }
  /** `written` is the source text, for the OpenAPI document. */
  | { expression: Expression; written?: string }

/** A condition: data that `engine/conditions` evaluates, never code. */
export type CompiledCondition = CompiledTest | { all: CompiledTest[] } | { any: CompiledTest[] }
