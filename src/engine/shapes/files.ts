/** The fixed files of `config/` beside `app.json`. */
import Type, { type Static } from 'typebox'
import { LEVEL_NAMES, type LevelName } from '../../domain/authority'
import { ICONS, REGION_TYPES, RULES, WIDGETS } from '../registry'
import { Few, FileShape, LevelFor, Milliseconds, Strict, TextFor } from './text'

export const Level = (description: string) =>
  Strict(
    {
      value: Type.Integer({ minimum: 0, maximum: 1000, description: 'Higher may more' }),
      label: TextFor('What users read'),
    },
    description,
  )

/** `config/levels.json`: the levels of users, their numbers and names (§6). */
export const LevelsFile = FileShape({
  levels: Strict(
    {
      none: Level('Whoever is signed in, whatever the level'),
      guest: Level('Looks at what belongs to the clients of the vendor'),
      client: Level('Has devices and orders of its own'),
      vendor: Level('Staff of a vendor'),
      master: Level('Staff of the provider'),
    } satisfies Record<LevelName, unknown>,
    'The numbers and names of the levels, from the lowest to the highest',
  ),
  aliases: Strict(
    { manager: Few(LEVEL_NAMES, 'The level that "manager" stands for') },
    'Further names of levels',
  ),
})
export type LevelsFile = Static<typeof LevelsFile>

export const Slot = (description: string) =>
  Strict({ level: LevelFor('From which level on the menu is there') }, description)

const Link = Strict({
  name: Type.String({ pattern: '^[a-z][a-zA-Z0-9-]{0,40}$', description: 'Unique among all links' }),
  slot: Few(['bar', 'settings'], 'The top bar, or the settings menu'),
  order: Type.Integer({ description: 'Smaller comes first' }),
  label: TextFor('What the link says'),
  to: Type.String({
    pattern: '^(/app/[A-Za-z0-9/_?&=.%-]+|https://[^\\s/]+(/\\S*)?)$',
    description: 'A page of the console (/app/…), or an address (https://…)',
  }),
  icon: Type.Optional(Few(ICONS, 'The picture of the link')),
  level: Type.Optional(LevelFor('From which level on the link is there')),
})

/** `config/menu.json`: who sees the menus, and links that are not resources. A resource brings its own link in its file. */
export const Menu = FileShape({
  slots: Strict(
    { bar: Slot('The top bar'), settings: Slot('The settings menu') },
    'From which level on a menu is there at all',
  ),
  links: Type.Array(Link, { description: 'Links that are not lists of resources' }),
})
export type Menu = Static<typeof Menu>

const Region = Strict({
  id: Type.String({ pattern: '^[A-Z]{2}-[0-9A-Z]{1,3}$', description: 'As in the map file, such as KR-11' }),
  name: TextFor('The name of the region'),
  short: Type.Optional(TextFor('What the map has room for')),
  type: Few(REGION_TYPES, 'What kind of region it is'),
  shown: Type.Optional(
    Type.Boolean({
      description: 'Whether the map shows it. Usual: yes',
      default: true,
    }),
  ),
})

const Widget = Strict({
  name: Few(WIDGETS, 'What it shows'),
  title: TextFor('Above it'),
  level: Type.Optional(LevelFor('From which level on it is there')),
  width: Type.Integer({ minimum: 1, maximum: 12, description: 'Of the twelve columns of a wide screen' }),
  collapsed: Type.Optional(Type.Boolean({ description: 'Until the user expands it' })),
  text: Type.Optional(TextFor('Of a table: how many rows it has, %{count}')),
})

/** `config/dashboard.json`: the map of the country, and the widgets of the dashboard (§2, decision 2). */
export const Dashboard = FileShape({
  map: Strict(
    {
      file: Type.String({
        pattern: '^map/[A-Za-z0-9._-]+\\.geojson$',
        description: 'GeoJSON, WGS 84; the id of each feature is that of a region',
      }),
      credit: TextFor('Whose map it is; shown beneath it'),
      unplaced: TextFor('Devices whose place nobody knows'),
      regions: Type.Array(Region, { minItems: 1, description: 'What the map is made of' }),
    },
    'The map of the country',
  ),
  widgets: Type.Array(Widget, { description: 'In this order, until the user arranges them' }),
  refreshMs: Milliseconds('How often an open dashboard is read again', 1000),
})
export type Dashboard = Static<typeof Dashboard>

const RosterColumn = Strict({
  field: Type.String({ description: 'A field of devices, or one of bunch, vendor, client' }),
  header: TextFor('First cell of the column'),
  aliases: Type.Optional(
    Type.Array(Type.String({ minLength: 1 }), { description: 'Other headers that mean this column' }),
  ),
  required: Type.Optional(Type.Boolean({ description: 'Whether each row must fill it in', default: false })),
  rules: Type.Optional(
    Type.Array(Few(RULES), { description: 'What a cell must be, beside the rules of the field' }),
  ),
  max: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 10_000, description: 'Greatest length of the text' }),
  ),
  level: Type.Optional(LevelFor('From which level on the column may be filled in')),
  examples: Type.Optional(Type.Array(Type.String(), { maxItems: 10, description: 'Shown in the sample' })),
  help: Type.Optional(TextFor('What the sample says of the column')),
  width: Type.Optional(Type.Integer({ minimum: 4, maximum: 80, description: 'In characters' })),
})

export const CellWords = (description: string) =>
  Type.Array(Type.String({ minLength: 1 }), { minItems: 1, description })

/** `config/roster.json`: the spreadsheet that registers devices (decision 29). */
export const Roster = FileShape({
  sheet: TextFor('Name of the sheet in the sample'),
  fileName: TextFor('File name of the sample, ends in .xlsx'),
  yes: CellWords('What cells of a yes-or-no column say for yes'),
  no: CellWords('What they say for no'),
  clear: Type.Optional(
    CellWords('What cells say to take a value away when registered devices are updated by a sheet'),
  ),
  imeiCheckDigit: Type.Optional(
    Type.Boolean({ description: 'Whether the last digit of an IMEI must fit the others. Usual: yes' }),
  ),
  columns: Type.Array(RosterColumn, { minItems: 1, description: 'From left to right in the sample' }),
})
export type Roster = Static<typeof Roster>

const MethodTypeFile = Strict({
  label: Type.Optional(TextFor('What users read where they choose the type')),
  value: Few(
    ['string', 'number', 'choice', 'object'],
    'What is entered: text, a number, one of the choices in Value, or several values by the JSON Schema in Schema',
  ),
  input: Few(['text', 'url', 'password', 'number', 'select', 'multiline', 'form'], 'The input that is drawn'),
  bounds: Few(
    ['length', 'value', 'none'],
    'What the pair in Value bounds: the length of a text, the number itself, or nothing',
  ),
  integer: Type.Optional(Type.Boolean({ description: 'Whole numbers only' })),
  required: Type.Optional(
    Type.Boolean({ description: 'Usual: yes, except for texts with a bounded length' }),
  ),
  schemes: Type.Optional(
    Type.Array(Type.String({ pattern: '^[a-z][a-z0-9+.-]*$' }), {
      minItems: 1,
      description: 'For addresses: what may stand before ://',
    }),
  ),
  maxLength: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100_000,
      description:
        'Most characters of a text; of several values the most bytes of their JSON, 12000 at most, because a message to a device is limited',
    }),
  ),
  compose: Few(['editor', 'number', 'select', 'form', 'none'], 'What the compose page offers'),
})
export type MethodTypeFile = Static<typeof MethodTypeFile>

/** `config/order-methods.json`: how each content type of an order method is entered and judged (§2, §5, §9). */
export const OrderMethods = FileShape({
  types: Type.Record(Type.String(), MethodTypeFile, {
    description: 'By the Type of a method’s content, such as "text"',
  }),
})
export type OrderMethods = Static<typeof OrderMethods>
