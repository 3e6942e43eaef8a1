/**
 * The input of every kind that is a plain text field, with the keyboard and the parser of each kind.
 *
 * Instead of `NumberInput`: type=number reports an incomplete number as an empty text, which would be saved as null
 * instead of refused.
 */
import { parseNumber } from '../../../../domain/typed'
import type { InputName } from '../../../../engine/registry'
import { FieldText, type FieldTextProps } from '../FieldText'
import { type InputProps, useFieldInput } from '../input'
import { MaskedText } from '../MaskedText'

/** Lists and objects as JSON. The form's value stays text until it is saved; the validator parses it. */
const JSON_TEXT: Omit<FieldTextProps, 'input'> = {
  format: jsonText,
  multiline: true,
  minRows: 2,
  maxRows: 16,
  htmlInput: { spellCheck: false, style: { fontFamily: 'ui-monospace, monospace' } },
}

const TEXT_KINDS: Partial<Record<InputName, Omit<FieldTextProps, 'input'>>> = {
  multiline: { multiline: true, minRows: 3, maxRows: 12 },
  // Not `type="email"`: the browser would change the address (punycode, trimming).
  email: { htmlInput: { inputMode: 'email', spellCheck: false, autoCapitalize: 'none' } },
  url: { htmlInput: { inputMode: 'url', spellCheck: false, autoCapitalize: 'none' } },
  // `parseNumber` keeps text that is not a number, so that the validator can refuse it.
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

/** The longest JSON that is shown on one line, in characters. */
const MAX_LINE = 60

/** A value as JSON, on one line if it is short. */
function jsonText(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return ''
  const line = JSON.stringify(value)
  return line.length <= MAX_LINE ? line : JSON.stringify(value, null, 2)
}
