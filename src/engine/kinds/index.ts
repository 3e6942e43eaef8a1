/** All kinds of field, by their name in config. */
import { CHILD_KINDS } from './children'
import { CHOICE_KINDS } from './choices'
import { DOCUMENT_KINDS } from './documents'
import type { Kind } from './kind'
import { FORMATTED_TEXT_KINDS, TEXT_KINDS } from './texts'
import { VALUE_KINDS } from './values'

const ALL = {
  ...TEXT_KINDS,
  ...VALUE_KINDS,
  ...CHOICE_KINDS,
  ...FORMATTED_TEXT_KINDS,
  ...DOCUMENT_KINDS,
  ...CHILD_KINDS,
} satisfies Record<string, Kind>

export type FieldType = keyof typeof ALL

export const KINDS: Readonly<Record<FieldType, Kind>> = ALL
export const FIELD_TYPES = Object.keys(KINDS) as FieldType[]
