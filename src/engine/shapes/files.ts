/** The shapes of the fixed files in `config/`, except `app.json` and `roles.json`. */
import Type, { type Static } from 'typebox'
import { LEVEL_NAMES, type LevelName } from '../../domain/authority'
import { ICONS, REGION_TYPES, WIDGETS } from '../registry'
import { RULES } from '../validation/rules'
import { FILTER_VALUES, FilterValues } from './list'
import { FileShape, LevelFor, Milliseconds, OneOf, StrictObject, TextFor } from './text'

export const Level = (description: string) =>
  StrictObject(
    {
      value: Type.Integer({ minimum: 0, maximum: 1000, description: 'Higher numbers have more rights' }),
      label: TextFor('Shown to users'),
    },
    description,
  )

/** `config/levels.json`: the levels of users, their numbers and names (§6). */
export const LevelsFile = FileShape({
  levels: StrictObject(
    {
      none: Level('Any signed-in user'),
      guest: Level('Sees what belongs to the clients of the vendor'),
      client: Level('Has its own devices and orders'),
      vendor: Level('Staff of a vendor'),
      master: Level('Staff of the provider'),
    } satisfies Record<LevelName, unknown>,
    'Number and name of each level, lowest first',
  ),
  aliases: StrictObject(
    { manager: OneOf(LEVEL_NAMES, 'Level that "manager" stands for') },
    'Other names of levels',
  ),
})
export type LevelsFile = Static<typeof LevelsFile>

export const Slot = (description: string) =>
  StrictObject({ level: LevelFor('Lowest level that sees the menu') }, description)

const Link = StrictObject({
  name: Type.String({ pattern: '^[a-z][a-zA-Z0-9-]{0,40}$', description: 'Unique among all links' }),
  slot: OneOf(['bar', 'settings'], 'Top bar or settings menu'),
  order: Type.Integer({ description: 'Position; smaller numbers come first' }),
  label: TextFor('Text of the link'),
  to: Type.String({
    pattern: '^(/app/[A-Za-z0-9/_?&=.%-]+|https://[^\\s/]+(/\\S*)?)$',
    description: 'Page of the console (/app/…) or address (https://…)',
  }),
  icon: Type.Optional(OneOf(ICONS, 'Icon of the link')),
  level: Type.Optional(LevelFor('Lowest level that sees the link')),
})

/**
 * `config/menu.json`: who sees the menus, and links that do not lead to resources; those are in the resource's file.
 */
export const Menu = FileShape({
  slots: StrictObject(
    { bar: Slot('Top bar'), settings: Slot('Settings menu') },
    'Lowest level that sees each menu',
  ),
  links: Type.Array(Link, { description: 'Links to other pages and addresses' }),
})
export type Menu = Static<typeof Menu>

const Region = StrictObject({
  id: Type.String({ pattern: '^[A-Z]{2}-[0-9A-Z]{1,3}$', description: 'Id in the map file, such as KR-11' }),
  name: TextFor('Name of the region'),
  short: Type.Optional(TextFor('Short name on the map')),
  aliases: Type.Optional(
    Type.Array(Type.String({ minLength: 1 }), { description: 'Other names that sheets may contain' }),
  ),
  type: OneOf(REGION_TYPES, 'Kind of region'),
  shown: Type.Optional(
    Type.Boolean({
      description: 'Whether the map shows it',
      default: true,
    }),
  ),
})

const Widget = StrictObject({
  name: OneOf(WIDGETS, 'What it shows'),
  title: TextFor('Title above it'),
  level: Type.Optional(LevelFor('Lowest level that sees the widget')),
  width: Type.Integer({
    minimum: 1,
    maximum: 12,
    description: 'Width in columns; a wide screen has twelve',
  }),
  widest: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 12,
      description: 'Width in columns in a window of at least 1920 px; default: `width`',
    }),
  ),
  collapsed: Type.Optional(Type.Boolean({ description: 'Collapsed until the user expands it' })),
  text: Type.Optional(TextFor('Of a table: sentence with the number of rows, %{count}')),
})

const AttentionItem = StrictObject({
  name: Type.String({ pattern: '^[a-z][a-zA-Z0-9-]{0,40}$', description: 'Unique among the items' }),
  resource: Type.String({ description: 'Resource whose records are counted; not orders' }),
  level: Type.Optional(LevelFor('Lowest level that sees the item')),
  filter: FilterValues(FILTER_VALUES),
  text: TextFor('Sentence with the number of records, %{count}'),
})

/** `config/dashboard.json`: the map of the country, and the widgets of the dashboard (§2, decision 2). */
export const Dashboard = FileShape({
  map: StrictObject(
    {
      file: Type.String({
        pattern: '^map/[A-Za-z0-9._-]+\\.geojson$',
        description: 'GeoJSON file (WGS 84); each feature has the id of a region',
      }),
      credit: TextFor('Credit below the map'),
      unplaced: TextFor('Name of the devices without a known place'),
      regions: Type.Array(Region, { minItems: 1, description: 'Regions of the map' }),
    },
    'Map of the country',
  ),
  widgets: Type.Array(Widget, { description: 'Widgets; in this order until the user rearranges them' }),
  refreshMs: Milliseconds('How often an open dashboard reloads', 1000),
  attention: Type.Optional(
    StrictObject(
      {
        belowNormal: Type.Optional(
          Type.Number({
            minimum: 0.1,
            maximum: 100,
            description:
              'A region needs attention if its online share is this many percentage points below its seven-day mean; default 5',
          }),
        ),
        massOrder: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: 1_000_000,
            description: 'Fewest devices of an order that the chart marks; default 50',
          }),
        ),
        items: Type.Optional(
          Type.Array(AttentionItem, { description: 'Further records that need attention' }),
        ),
      },
      'What needs attention',
    ),
  ),
})
export type Dashboard = Static<typeof Dashboard>

const RosterColumn = StrictObject({
  field: Type.String({ description: 'Field of devices, or bunch, vendor or client' }),
  header: TextFor('Header of the column'),
  aliases: Type.Optional(
    Type.Array(Type.String({ minLength: 1 }), { description: 'Other accepted headers' }),
  ),
  required: Type.Optional(Type.Boolean({ description: 'Each row must fill it in', default: false })),
  rules: Type.Optional(
    Type.Array(OneOf(RULES), { description: 'Rules for its cells, beyond those of the field' }),
  ),
  max: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, description: 'Longest text' })),
  level: Type.Optional(LevelFor('Lowest level that may fill in the column')),
  examples: Type.Optional(
    Type.Array(Type.String(), { maxItems: 10, description: 'Example cells in the sample' }),
  ),
  help: Type.Optional(TextFor('Note on the column in the sample')),
  width: Type.Optional(Type.Integer({ minimum: 4, maximum: 80, description: 'Width in characters' })),
})

export const CellWords = (description: string) =>
  Type.Array(Type.String({ minLength: 1 }), { minItems: 1, description })

/** `config/roster.json`: the spreadsheet that registers devices (decision 29). */
export const Roster = FileShape({
  sheet: TextFor('Name of the sheet in the sample'),
  fileName: TextFor('File name of the sample, ending in .xlsx'),
  yes: CellWords('Words for yes in a yes-or-no column'),
  no: CellWords('Words for no'),
  clear: Type.Optional(CellWords('Words that clear a value when a sheet updates registered devices')),
  numbering: Type.Optional(
    Type.Array(Type.String({ minLength: 1 }), {
      description: 'Headers of columns that only number the rows, which are skipped',
    }),
  ),
  imeiCheckDigit: Type.Optional(
    Type.Boolean({ description: 'Whether the check digit of an IMEI must be correct; yes by default' }),
  ),
  columns: Type.Array(RosterColumn, {
    minItems: 1,
    description: 'Columns; from left to right in the sample',
  }),
})
export type Roster = Static<typeof Roster>

const MethodTypeFile = StrictObject({
  label: Type.Optional(TextFor('Name in the choice of types')),
  value: OneOf(
    ['string', 'number', 'choice', 'object'],
    'What users enter; choice: one of the choices in Value, object: several values described by the JSON Schema in Schema',
  ),
  input: OneOf(['text', 'url', 'password', 'number', 'select', 'multiline', 'form'], 'Kind of input'),
  bounds: OneOf(
    ['length', 'value', 'none'],
    'What the pair in Value limits; length: the length of a text, value: the number itself',
  ),
  integer: Type.Optional(Type.Boolean({ description: 'Whole numbers only' })),
  required: Type.Optional(
    Type.Boolean({
      description: 'Whether a value is required; yes by default, except for texts with a limited length',
    }),
  ),
  schemes: Type.Optional(
    Type.Array(Type.String({ pattern: '^[a-z][a-z0-9+.-]*$' }), {
      minItems: 1,
      description: 'Schemes that addresses may have, such as https',
    }),
  ),
  maxLength: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100_000,
      description:
        'Most characters of a text; of several values the most bytes of their JSON, 12000 at most because messages to devices are limited',
    }),
  ),
  compose: OneOf(['editor', 'number', 'select', 'form', 'none'], 'Input on the compose page'),
})
export type MethodTypeFile = Static<typeof MethodTypeFile>

/** `config/order-methods.json`: how each content type of an order method is entered and validated (§2, §5, §9). */
export const OrderMethods = FileShape({
  types: Type.Record(Type.String(), MethodTypeFile, {
    description: 'By the content type of a command, such as "text"',
  }),
})
export type OrderMethods = Static<typeof OrderMethods>
