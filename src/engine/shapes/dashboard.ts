/** `config/dashboard.json`: the map of the country, and the widgets of the dashboard (§2, decisions 2 and 3). */
import Type, { type Static } from 'typebox'
import { REGION_TYPES, WIDGETS } from '../registry'
import { ConfigFile, Few, LevelRef, Strict, Text, TextFor } from './text'

const Region = Strict({
  id: Type.String({ pattern: '^[A-Z]{2}-[0-9A-Z]{1,3}$', description: 'As in the map file, such as KR-11' }),
  name: Text,
  short: Type.Optional(TextFor('What the map has room for')),
  type: Few(REGION_TYPES),
  shown: Type.Optional(Type.Boolean({ description: 'Usual: yes' })),
})

const Widget = Strict({
  name: Few(WIDGETS),
  title: Text,
  level: Type.Optional(LevelRef),
  width: Type.Integer({ minimum: 1, maximum: 12, description: 'Of the twelve columns of a wide screen' }),
  collapsed: Type.Optional(Type.Boolean({ description: 'Until the user expands it' })),
  text: Type.Optional(TextFor('Of a table: how many rows it has, %{count}')),
})

export const Dashboard = ConfigFile({
  map: Strict({
    file: Type.String({
      pattern: '^map/[A-Za-z0-9._-]+\\.geojson$',
      description: 'GeoJSON, WGS 84; the id of each feature is that of a region',
    }),
    credit: TextFor('Whose map it is; shown beneath it'),
    unplaced: TextFor('Devices whose place nobody knows'),
    regions: Type.Array(Region, { minItems: 1 }),
  }),
  widgets: Type.Array(Widget, { description: 'In this order, until the user arranges them' }),
  refreshMs: Type.Integer({
    minimum: 1000,
    maximum: 86_400_000,
    description: 'How often an open dashboard is read again, in milliseconds',
  }),
})
export type Dashboard = Static<typeof Dashboard>
