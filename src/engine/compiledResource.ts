/** A compiled file of `config/resources/`; part of `CompiledConfig` (`compiled.ts`). */
import type { LevelName, Needed } from '../domain/authority'
import type { DateBound } from '../domain/dateBounds'
import type { Expression } from './expressions/expression'
import type {
  ActionName,
  BulkActionName,
  ChoiceSource,
  FormatName,
  InputName,
  MessageName,
  PageTab,
  RecordAction,
  RuleName,
} from './registry'
import type { Condition } from './shapes/condition'
import type { Column, Field, Filter } from './shapes/resource'

/** A text in both languages; if config has only Korean, English repeats it. */
export interface Words {
  ko: string
  en: string
}

export type Locale = keyof Words

export interface CompiledResource {
  name: string
  label: Words
  /** Address of the list in the console, such as `/app/groups/batches`. */
  path: string
  /** The field that names a record. */
  recordName: string
  /**
   * `console`: the calls of the contract; `simple-rest`: `/api/resources/{name}`, kept by our server from this file
   * alone.
   */
  dialect: 'console' | 'simple-rest'
  access: Record<RecordAction, Needed>
  /** By name on the wire, in the order of the file. */
  fields: Record<string, CompiledField>
  list?: CompiledList
  /** Its form makes new records too; devices are registered by their sheet. */
  formCreates: boolean
  form?: CompiledForm
  page?: CompiledPage
  /** Records of others that refer to one, each a tab of its page. */
  related?: CompiledRelated[]
  /** Rules over several fields. */
  checks?: CompiledCheck[]
  messages: Record<string, Words> & Partial<Record<MessageName, Words>>
}

/** `field`: the value of that field of the same record. */
export type CompiledBound = DateBound | { field: string }

export interface CompiledCheck {
  name: string
  check: Expression
  /** The text of the file, for readers. */
  written: string
  message: Words
  /** The field that shows the message. */
  at?: string
}

/** The inherited keys are as in the file: `shapes/resource` describes them. */
export interface CompiledField
  extends Pick<
    Field,
    'type' | 'mask' | 'reference' | 'dependsOn' | 'shown' | 'default' | 'renamedFrom' | 'inDialog'
  > {
  /** On the wire; dots reach into objects (`modem.rsrp`). */
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
  placeholder?: Words
  /** How a value is shown; by default the kind's format. */
  format: FormatName
  input: InputName
  required?: { message?: Words; when?: CompiledCondition }
  /** Bounds of a number, of a text's length, or of how many are chosen. */
  min?: number
  max?: number
  /** Bounds of a day or a moment: `min` and `max` of config. */
  earliest?: CompiledBound
  latest?: CompiledBound
  /** No two records have the same value here, together with those of the further fields. */
  unique?: { with: string[]; within: 'vendor' | 'everywhere'; message?: Words }
  rules: { rule: RuleName; message?: Words; value?: string | number }[]
  /** All choices; of levels, users are offered and may give those of `choicesFor` (`engine/access`). */
  choices?: { value: string | number; label: Words; short?: Words; level?: number }[]
  choicesFrom?: ChoiceSource
  /** The choice for none, with the value that is sent and stored for it. */
  empty?: { value: string | number; label: Words }
  /** A password is entered twice in the form; the second is kept under `confirmationOf(name)` and never sent. */
  confirm?: { label: Words; placeholder?: Words }
  read: Needed
  write: Needed | 'never'
  /** The condition under which the field is shown but cannot be changed. */
  readOnly?: CompiledCondition
  visible?: CompiledCondition
  whenHidden: 'keep' | 'clear'
  /** What happens to the record when the referenced record is deleted; without it that deletion is refused. */
  onDelete?: 'clear' | 'cascade'
  /** `extra`: added by config, kept in the record's `extra`; `contract`: the server has it. */
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
  bulkActions: CompiledBulkAction[]
  /** The lowest level that may download the list as a spreadsheet; nobody without it. */
  export?: Needed
  texts: { found?: Words; none?: Words; empty?: Words; loading?: Words }
}

type ColumnFile = Exclude<Column, string>

export interface CompiledColumn
  extends Required<Pick<ColumnFile, 'field' | 'format' | 'align' | 'sortable' | 'hidden'>> {
  label: Words
  /** The record's picture stands beside the value (images-list, decision 8). */
  avatar?: true
  /** The lowest level that sees the column: that of its field. */
  level: Needed
  actions: CompiledAction[]
}

export interface CompiledAction {
  name: ActionName
  level: Needed
}

export interface CompiledBulkAction {
  name: BulkActionName
  level: Needed
}

export interface CompiledFilter
  extends Pick<Filter, 'name' | 'type' | 'field' | 'fields' | 'accept' | 'reference' | 'dependsOn'> {
  /**
   * For a switch: the condition that records must meet when it is on (`engine/conditions` `holds`); for lists that come
   * whole.
   */
  where?: CompiledCondition
  label: Words
  placeholder?: Words
  /** The choice for no filter, such as `all`. */
  all?: { value: string; label: Words }
  choices?: { value: string | number; label: Words }[]
  /** Shown when there are at least this many choices. */
  shownFrom: number
  level: Needed
}

export interface CompiledForm {
  sections: { title?: Words; fields: string[] }[]
  width: 'narrow' | 'medium' | 'wide'
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
  /** The field of that resource which refers to the record. */
  by: string
  label: Words
  /** Columns of its list, by their fields. */
  columns?: string[]
  level: Needed
}

/** One comparison of a condition, with the level by its own name. */
export type CompiledTest =
  | Exclude<Condition, string | { all: unknown } | { any: unknown } | { level: unknown }>
  | { level: LevelName }
  /** `written` is the text of config, for people who read the rule elsewhere. */
  | { expression: Expression; written?: string }

/** A condition: data that `engine/conditions` evaluates, never code. */
export type CompiledCondition = CompiledTest | { all: CompiledTest[] } | { any: CompiledTest[] }
