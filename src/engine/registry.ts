/**
 * The names of formats, inputs, actions and icons that config files may use; the config check refuses all
 * others. Their code is elsewhere, in tables of type `Record<FormatName, …>`, so that a name without code does not
 * compile. To add
 *
 * - a format: its name here, its cell in `console/forms/cells`, its text for spreadsheets in `plainCells.ts`, and the
 *   kinds that it fits in `kinds/`;
 * - an input: its name here, its component in `console/forms/kinds`, and the kinds that it fits;
 * - a rule: its check in `validation/rules.ts`, and the kinds that it fits;
 * - a kind of field: its description in a file of `kinds/`.
 */

/** How a value is shown. */
export const FORMATS = [
  'text',
  /** Tabular figures, never wrapped, copied with one click. */
  'identifier',
  /** 3-4-4 groups. */
  'phone',
  /** 3-2-5 groups. */
  'brn',
  /** Padded with zeros (`limits.serialWidth`). */
  'serial',
  /** MM-DD HH:mm:ss in UTC or Korean time, as the user has chosen (decision 36). */
  'deviceTime',
  /** YYYY MM-DD HH:mm:ss in Korean time. */
  'time',
  'date',
  /** A number, shown only above 0. */
  'positive',
  /** A number with thousands separators. */
  'count',
  /** Signal strength: a coloured dot and a word, from rsrp in dBm. */
  'signal',
  /** Online or offline: a dot, a word, and since when. */
  'connection',
  /** A boolean as a green or red dot with a word. */
  'dot',
  'yesNo',
  /** The label of a choice. */
  'choice',
  /** The label of a level from its number. */
  'level',
  /** The names of the referenced records. */
  'reference',
  'badge',
  'link',
  'email',
  'color',
  'image',
  'json',
  /** The fields that an entry of the history has changed: label, value before and after. */
  'changes',
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
  /** A table of the records that belong to this one. */
  'children',
  'email',
  'phone',
  'url',
  'password',
  'color',
  'json',
  /** The bounds of an order method, or its choices as rows with their words. */
  'methodValue',
  /** The JSON Schema of an order method, with a preview of its form below. */
  'methodSchema',
  'image',
] as const
export type InputName = (typeof INPUTS)[number]

/** The properties of a button. */
interface ActionProperties {
  /** The only resource that can have this button; all resources if absent. */
  resource?: 'devices' | 'batches' | 'history'
  /** The user needs one of these rights. */
  needs?: readonly RecordAction[]
  /** True if the button opens the form of the resource: the resource must have a form. */
  opensForm?: true
}

/** The buttons of lists and their positions: in rows, above the list, or both. */
export const ACTIONS = {
  /** Opens the dialog to register devices by spreadsheet. */
  registerDevices: { position: 'above', resource: 'devices' },
  /** Opens the order dialog of an online device. */
  control: { position: 'row', resource: 'devices' },
  /** Issues a secret with which the device signs in to the broker. */
  deviceSecret: { position: 'row', resource: 'devices', needs: ['secrets'] },
  /** Downloads and uploads the devices of a batch as a spreadsheet. */
  devices: { position: 'row', resource: 'batches' },
  /** Issues new secrets for all devices of a batch. */
  batchSecrets: { position: 'row', resource: 'batches', needs: ['secrets'] },
  /** Opens the empty form. */
  create: { position: 'both', needs: ['create'], opensForm: true },
  /** Opens the form. */
  edit: { position: 'row', needs: ['edit'], opensForm: true },
  /** Asks before deleting. */
  delete: { position: 'row', needs: ['delete'] },
  /** Asks before undoing a change. */
  undo: { position: 'row', resource: 'history' },
} as const satisfies Record<string, ActionProperties & { position: 'row' | 'above' | 'both' }>
export type ActionName = keyof typeof ACTIONS
export const ACTION_NAMES = Object.keys(ACTIONS) as ActionName[]

/** The buttons for selected rows of a list. */
const BULK_ACTIONS = {
  /** Composes an order to the devices. */
  order: { resource: 'devices' },
  /** Moves the devices into a batch, or out of theirs. */
  moveBatch: { resource: 'devices', needs: ['edit'] },
  /** Assigns the devices to a user of their vendor, or to no user. */
  assignClient: { resource: 'devices', needs: ['edit'] },
  /** Sets fields of the form to the same values. */
  editField: { needs: ['edit'], opensForm: true },
  /** Downloads the rows as a spreadsheet. */
  export: {},
  /** Asks before deleting. */
  remove: { needs: ['delete'] },
} as const satisfies Record<string, ActionProperties>
export type BulkActionName = keyof typeof BULK_ACTIONS
export const BULK_ACTION_NAMES = Object.keys(BULK_ACTIONS) as BulkActionName[]

/** The properties of a button by its name. */
export const actionProperties = (name: ActionName | BulkActionName): ActionProperties =>
  name in ACTIONS ? ACTIONS[name as ActionName] : BULK_ACTIONS[name as BulkActionName]

/** The tabs of a device's page. */
export const PAGE_TABS = ['signal', 'orders', 'connections', 'timeline'] as const
export type PageTab = (typeof PAGE_TABS)[number]

/** Computed values that lists show instead of the stored ones (`engine/fields/derived.ts`). */
export const DERIVATIONS = [
  /** Whether the client or its vendor has paid (§2, client list). */
  'clientPaid',
  /** The expiry of the client's vendor, or the client's own if it has no vendor (§2). */
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
  /** All resources. */
  'resources',
] as const
export type ChoiceSource = (typeof CHOICE_SOURCES)[number]

/** In URLs and filters, replaces the id of a region for devices whose region is unknown. */
export const UNPLACED = 'none'

/** The widgets that `dashboard.json` may name. */
export const WIDGETS = ['attention', 'map', 'stats', 'history', 'vendors', 'models', 'clients'] as const
export type WidgetName = (typeof WIDGETS)[number]

/** The types of region (§2), spelled as in the map file. */
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
  /** The question before deleting, and the consequences; `%{name}` is the record. */
  'confirmDelete',
  'confirmDeleteBody',
  /** For an empty required field without its own message, when creating and when editing. */
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
  'home',
  'link',
] as const
export type IconName = (typeof ICONS)[number]

/**
 * Actions on records; `access` of a resource sets the level for each. `secrets`: issue the secrets with which devices
 * sign in.
 */
export const RECORD_ACTIONS = ['list', 'show', 'create', 'edit', 'delete', 'secrets'] as const
export type RecordAction = (typeof RECORD_ACTIONS)[number]
