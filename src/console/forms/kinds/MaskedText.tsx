/** Digits that are grouped while they are typed; the form keeps the digits alone. */
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { digitsOf } from '../../../domain/phone'
import { plainText } from '../../../domain/typed'
import { FieldText } from './FieldText'
import { type FieldInput, inputText } from './input'

/** True for a number with a country code: `+82 10-…`. */
const isForeign = (text: string, type: 'text' | 'tel') => type === 'tel' && /^[\s(]*\+/.test(plainText(text))

interface MaskedTextProps {
  input: FieldInput
  mask: string
  /** `tel` for phone numbers. */
  type?: 'text' | 'tel'
  hint?: ReactNode
}

export function MaskedText({ input, mask, type = 'text', hint }: MaskedTextProps) {
  const element = useRef<HTMLInputElement>(null)
  /** How many digits stood before the caret when the user typed. */
  const digitsBefore = useRef<number>(undefined)
  const entered = inputText(input.value)
  // A number with a country code is normalised when the field is left.
  const text = isForeign(entered, type) ? entered : applyMask(digitsOf(entered), mask)

  // The mask moves what was typed: the caret stays behind the same digit.
  useLayoutEffect(() => {
    const digits = digitsBefore.current
    digitsBefore.current = undefined
    if (digits === undefined || element.current?.value !== text) return
    if (element.current === document.activeElement) {
      const caret = caretAfter(text, digits)
      element.current?.setSelectionRange(caret, caret)
    }
  })

  const parse = (typed: string) => {
    const before = typed.slice(0, element.current?.selectionStart ?? typed.length)
    digitsBefore.current = digitsOf(before).length
    return isForeign(typed, type) ? typed : digitsOf(typed)
  }
  return (
    <FieldText
      input={input}
      format={() => text}
      parse={parse}
      hint={hint}
      type={type}
      inputRef={(node: HTMLInputElement | null) => {
        element.current = node
        input.ref(node)
      }}
      htmlInput={{ inputMode: type === 'tel' ? 'tel' : 'numeric' }}
    />
  )
}

/**
 * The digits in the groups of a mask, where `#` stands for a digit: `###-##-#####`; digits beyond the mask are
 * appended, so that the validator sees them.
 */
export function applyMask(digits: string, mask: string): string {
  let at = 0
  let text = ''
  for (const sign of mask) {
    if (at >= digits.length) break
    text += sign === '#' ? digits[at++] : sign
  }
  return text + digits.slice(at)
}

/** The caret position in `text` after a number of digits. */
export function caretAfter(text: string, digits: number): number {
  let seen = 0
  for (let at = 0; at < text.length; at += 1) {
    if (seen === digits) return at
    if (/\d/.test(text[at]!)) seen += 1
  }
  return text.length
}
