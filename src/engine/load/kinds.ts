/** What each kind of field brings along where config does not say: its format, its input, its side of the column. */
import type { FormatName, InputName, RuleName } from '../registry'
import type { FieldType } from '../shapes/resource'

export interface Kind {
  format: FormatName
  input: InputName
  align: 'left' | 'right' | 'center'
  /** Rules that hold for every field of the kind. */
  rules: readonly RuleName[]
  sortable: boolean
}

const left = { align: 'left', sortable: true, rules: [] } as const
const right = { align: 'right', sortable: true, rules: [] } as const

export const KINDS: Readonly<Record<FieldType, Kind>> = {
  text: { ...left, format: 'text', input: 'text' },
  multiline: { ...left, format: 'text', input: 'multiline' },
  number: { ...right, format: 'text', input: 'number' },
  boolean: { ...left, format: 'yesNo', input: 'switch' },
  date: { ...left, format: 'date', input: 'date' },
  datetime: { ...left, format: 'time', input: 'datetime' },
  select: { ...left, format: 'choice', input: 'select' },
  'multi-select': { ...left, format: 'choice', input: 'multiSelect', sortable: false },
  reference: { ...left, format: 'reference', input: 'reference' },
  email: { ...left, format: 'email', input: 'email', rules: ['email'] },
  phone: { ...left, format: 'phone', input: 'phone', rules: ['phone'] },
  url: { ...left, format: 'link', input: 'url', rules: ['url'] },
  password: { ...left, format: 'text', input: 'password', sortable: false },
  color: { ...left, format: 'color', input: 'color' },
  json: { ...left, format: 'json', input: 'json', sortable: false },
  image: { ...left, format: 'image', input: 'image', sortable: false },
}
