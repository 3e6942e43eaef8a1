/** The kinds of field, by their name in config. A kind that is not here does not compile. */
import type { FieldType } from '../shapes/resource'
import { multiSelect, reference, select } from './choices'
import { image, json } from './documents'
import type { Kind } from './kind'
import { color, email, multiline, password, phone, text, url } from './texts'
import { boolean, date, datetime, number } from './values'

export const KINDS: Readonly<Record<FieldType, Kind>> = {
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
}
