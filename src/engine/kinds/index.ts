/** The kinds of field, by their name in config. A kind that is not here does not compile. */
import type { FieldType } from '../shapes/resource'
import { boolean } from './boolean'
import { color } from './color'
import { date } from './date'
import { datetime } from './datetime'
import { email } from './email'
import { image } from './image'
import { json } from './json'
import type { Kind } from './kind'
import { multiSelect } from './multi-select'
import { multiline } from './multiline'
import { number } from './number'
import { password } from './password'
import { phone } from './phone'
import { reference } from './reference'
import { select } from './select'
import { text } from './text'
import { url } from './url'

export { KIND_KEYS, type Kind, type KindKey } from './kind'

export const KINDS = {
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
} as const satisfies Record<FieldType, Kind> as Readonly<Record<FieldType, Kind>>
