/** `config/menu.json`: who sees the menus, and links that are not resources. A resource brings its own link in its file. */
import Type, { type Static } from 'typebox'
import { ICONS } from '../registry'
import { ConfigFile, Few, LevelRef, Strict, Text } from './text'

const Slot = Strict({ level: LevelRef })

const Link = Strict({
  name: Type.String({ pattern: '^[a-z][a-zA-Z0-9-]{0,40}$', description: 'Unique among all links' }),
  slot: Few(['bar', 'settings'], 'The top bar, or the settings menu'),
  order: Type.Integer({ description: 'Smaller comes first' }),
  label: Text,
  to: Type.String({
    pattern: '^(/app/[A-Za-z0-9/_?&=.%-]+|https://[^\\s/]+(/\\S*)?)$',
    description: 'A page of the console (/app/…), or an address (https://…)',
  }),
  icon: Type.Optional(Few(ICONS)),
  level: Type.Optional(LevelRef),
})

export const Menu = ConfigFile({
  slots: Strict({ bar: Slot, settings: Slot }, 'From which level on a menu is there at all'),
  links: Type.Array(Link),
})
export type Menu = Static<typeof Menu>
