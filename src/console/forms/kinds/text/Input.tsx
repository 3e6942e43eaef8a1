/**
 * The kinds of field that are one text field: what is typed, and how.
 *
 * Instead of `NumberInput`: type=number reports an incomplete number as an empty text, which would be saved as null
 * instead of refused.
 */

import { parseNumber } from '../../../../domain/typed'
import type { InputName } from '../../../../engine/registry'
import { FieldText, type FieldTextProps } from '../FieldText'
import { type InputProps, useFieldInput } from '../input'
import { MaskedText } from '../MaskedText'

/** Lists and objects. What is typed stays text until it is saved; the validator parses it. */
const JSON_TEXT: Omit<FieldTextProps, 'input'> = {
  format: jsonText,
  multiline: true,
  minRows: 2,
  maxRows: 16,
  htmlInput: { spellCheck: false, style: { fontFamily: 'ui-monospace, monospace', fontSize: 13 } },
}

const TEXT_KINDS: Partial<Record<InputName, Omit<FieldTextProps, 'input'>>> = {
  multiline: { multiline: true, minRows: 3, maxRows: 12 },
  // Not `type="email"`: the browser would give us an address that it has changed itself (punycode, trimmed).
  email: { htmlInput: { inputMode: 'email', spellCheck: false, autoCapitalize: 'none' } },
  url: { htmlInput: { inputMode: 'url', spellCheck: false, autoCapitalize: 'none' } },
  // Text that is not a number is kept as typed, for the validator to refuse.
  number: {
    parse: parseNumber,
    htmlInput: { inputMode: 'decimal', style: { fontVariantNumeric: 'tabular-nums' } },
  },
  json: JSON_TEXT,
  methodSchema: { ...JSON_TEXT, minRows: 6 },
}

export function TextInput(props: InputProps) {
  const input = useFieldInput(props)
  const { mask, input: kind } = props.field
  return mask ? <MaskedText input={input} mask={mask} /> : <FieldText input={input} {...TEXT_KINDS[kind]} />
}

/** Short values on one line, as people write them. */
function jsonText(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return ''
  const line = JSON.stringify(value)
  return line.length <= 60 ? line : JSON.stringify(value, null, 2)
}
