/** The kinds of field, by their name in config. */
import { multiSelect, reference, select } from './choices'
import { image, json } from './documents'
import type { Kind } from './kind'
import { color, email, multiline, password, phone, text, url } from './texts'
import { boolean, date, datetime, number } from './values'

const ALL = {
  text,
  multiline,
  number,
  boolean,
  date,
  datetime,
  select,
  'multi-select': multiSelect,
  reference,
  email,
  phone,
  url,
  password,
  color,
  json,
  image,
} satisfies Record<string, Kind>

export type FieldType = keyof typeof ALL

export const KINDS: Readonly<Record<FieldType, Kind>> = ALL
