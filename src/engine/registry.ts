/**
 * The names of formats, inputs, rules, actions and icons that config files may use. The config check accepts these and
 * no others. The code behind each name is elsewhere, in tables of type `Record<FormatName, …>`: a name without its code
 * does not compile.
 *
 * - A format: its name here, its cell in `console/forms/cells`, its text for spreadsheets in `plainCells.ts`, the kinds
 *   that it fits in `kinds/`.
 * - An input: its name here, its component in `console/forms/kinds`, and the kinds that it fits.
 * - A rule: its name here, its check in `rules.ts`, and the kinds that it fits.
 * - A kind of field: its description in a file of `kinds/`, its JSON Schema in `openapi/fieldSchema.ts`.
 */

/** How a value is shown. */
export const FORMATS = [
  'text',
  /** An identifier: tabular figures, never wrapped, copied with one click. */
  'identifier',
  /** 3-4-4 groups. */
  'phone',
  /** 3-2-5 groups. */
  'brn',
  /** Padded with zeros (`limits.serialWidth`). */
  'serial',
  /** MM-DD HH:mm:ss in UTC, or in Korean time where the user has switched (decision 36). */
  'deviceTime',
  /** YYYY MM-DD HH:mm:ss in Korean time. */
  'time',
  'date',
  /** A number, shown only above 0. */
  'positive',
  /** A number with thousands separators. */
  'count',
  /** A coloured dot and a word from rsrp. */
  'signal',
  /** Whether a device is online, as a dot and a word, and since when. */
  'connection',
  /** A green or red dot with a word, from true or false. */
  'dot',
  'yesNo',
  /** The label of a choice. */
  'choice',
  /** The label of a level from its number. */
  'level',
  /** The name of the record that a reference points to; of several references, each. */
  'reference',
  'badge',
  'link',
  'email',
  'color',
  'image',
  'json',
] as const
export type FormatName = (typeof FORMATS)[number]

/** How a value is entered. */
export const INPUTS = [
  'text',
  'multiline',
  'number',
  'switch',
  'date',
  'datetime',
  'select',
  'multiSelect',
  'radio',
  'reference',
  'references',
  /** A table of the records that are parts of this one. */
  'children',
  'email',
  'phone',
  'url',
  'password',
  'color',
  'json',
  /** JSON that is an order method's `Schema`, with its form beneath. */
  'methodSchema',
  'image',
] as const
export type InputName = (typeof INPUTS)[number]

/** Rules for values. */
export const RULES = [
  'email',
  'phone',
  'brn',
  'imei',
  'url',
  'digits',
  'integer',
  'password',
  'strongPassword',
  'pattern',
  'length',
  /** The `Value` of an order method: a list of numbers or texts. */
  'methodValue',
  /** The `Schema` of an order method with several values: a bounded JSON Schema. */
  'methodSchema',
] as const
export type RuleName = (typeof RULES)[number]

/** The properties of a button. */
interface ActionFacts {
  /** The resource of which it knows something. */
  of?: 'devices' | 'batches'
  /** The right that its user needs. */
  needs?: RecordAction
  /** It opens the form of the resource. */
  form?: true
}

/** The buttons of lists: their effects and possible places. */
export const ACTIONS = {
  /** The roster dialog. */
  registerDevices: { position: 'above', of: 'devices' },
  /** A linked device's dialog of orders. */
  control: { position: 'row', of: 'devices' },
  /** A secret by which the device signs in at the broker. */
  deviceSecret: { position: 'row', of: 'devices', needs: 'secrets' },
  /** A batch's devices as a spreadsheet. */
  devices: { position: 'row', of: 'batches' },
  /** New secrets for all devices of a batch. */
  batchSecrets: { position: 'row', of: 'batches', needs: 'secrets' },
  /** The empty form. */
  create: { position: 'both', needs: 'create', form: true },
  edit: { position: 'row', needs: 'edit', form: true },
  /** After a question. */
  delete: { position: 'row', needs: 'delete' },
} as const satisfies Record<string, ActionFacts & { position: 'row' | 'above' | 'both' }>
export type ActionName = keyof typeof ACTIONS
export const ACTION_NAMES = Object.keys(ACTIONS) as ActionName[]

/** The buttons for chosen rows of a list. */
const BULK_ACTIONS = {
  /** Compose an order to them. */
  order: { of: 'devices' },
  /** Into a group, or out of theirs. */
  moveBatch: { of: 'devices', needs: 'edit' },
  /** To a user of their vendor, or to none. */
  assignClient: { of: 'devices', needs: 'edit' },
  /** One field, the same value for all. */
  editField: { of: 'devices', needs: 'edit' },
  /** The chosen ones as a spreadsheet, in what their list exports. */
  export: { of: 'devices' },
  /** After a question. */
  remove: { of: 'devices', needs: 'delete' },
} as const satisfies Record<string, ActionFacts>
export type BulkActionName = keyof typeof BULK_ACTIONS
export const BULK_ACTION_NAMES = Object.keys(BULK_ACTIONS) as BulkActionName[]

/** The properties of a button by its name. */
export const factsOf = (name: ActionName | BulkActionName): ActionFacts =>
  name in ACTIONS ? ACTIONS[name as ActionName] : BULK_ACTIONS[name as BulkActionName]

/** The tabs of a device's page. */
export const PAGE_TABS = ['signal', 'orders', 'connections', 'timeline'] as const
export type PageTab = (typeof PAGE_TABS)[number]

/** Values that lists show in place of what a record itself says (`engine/fields/derived.ts`). */
export const DERIVATIONS = [
  /** Whether the client or its vendor is paid (§2, client list). */
  'clientPaid',
  /** The client's own expiry where it has no vendor, else the vendor's (§2). */
  'clientExpired',
  /** Whether the device is online: `linked` or `closed` (§4). */
  'connectivity',
] as const
export type DerivationName = (typeof DERIVATIONS)[number]

/** Built-in lists of choices (`choicesFor` of `engine/access`). */
export const CHOICE_SOURCES = [
  /** The levels of `levels.json` up to the user's own (§6). */
  'levels',
  /** The roles of `roles.json` whose level is not above the user's own. */
  'roles',
  /** The content types of `order-methods.json`. */
  'methodTypes',
  /** The regions of `dashboard.json`. */
  'regions',
  /** The regions, and `UNPLACED`. */
  'places',
] as const
export type ChoiceSource = (typeof CHOICE_SOURCES)[number]

/** Stands for devices without a known place where the id of a region is expected: in addresses and filters. */
export const UNPLACED = 'none'

/** The widgets that `dashboard.json` may name. */
export const WIDGETS = ['map', 'stats', 'vendors', 'models', 'clients'] as const
export type WidgetName = (typeof WIDGETS)[number]

/** The kinds of region (§2), as the map says them. */
export const REGION_TYPES = [
  'Province',
  'Metropolitan City',
  'Special City',
  'Special Self-Governing City',
  'Special Self-Governing Province',
] as const

/** Messages about records of a resource: `messages` of its file. */
export const MESSAGES = [
  'created',
  'createFailed',
  'updated',
  'updateFailed',
  'deleted',
  'deleteFailed',
  /** The question before deleting, and what follows from it; `%{name}` is the record. */
  'confirmDelete',
  'confirmDeleteBody',
  /** At a required field that is empty, where the field has no message of its own: when creating, when editing. */
  'incomplete',
  'incompleteEdit',
  /** Batches: their devices as a spreadsheet. */
  'downloaded',
  'uploaded',
  /** Orders. */
  'registered',
  'refused',
  'failed',
] as const
export type MessageName = (typeof MESSAGES)[number]

export const ICONS = [
  'device',
  'order',
  'group',
  'client',
  'vendor',
  'model',
  'bunch',
  'method',
  'settings',
  'list',
  'help',
  'link',
] as const
export type IconName = (typeof ICONS)[number]

/**
 * What may be done with records; `access` of a resource gives each its level. `secrets`: giving devices what they sign
 * in with.
 */
export const RECORD_ACTIONS = ['list', 'show', 'create', 'edit', 'delete', 'secrets'] as const
export type RecordAction = (typeof RECORD_ACTIONS)[number]
