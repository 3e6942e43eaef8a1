/** A text field that groups digits while they are typed, such as `010-1234-5678`. The form's value has digits only. */
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { digitsOf } from '../../../domain/phone'
import { plainText } from '../../../domain/typed'
import { FieldText } from './FieldText'
import { type FieldInput, inputText } from './input'

/** True for a phone number that begins with a country code: `+82 10-…`, `(+82) …`. */
const hasCountryCode = (text: string, type: 'text' | 'tel') =>
  type === 'tel' && /^[\s(]*\+/.test(plainText(text))

interface MaskedTextProps {
  input: FieldInput
  /** `#` stands for a digit: `###-##-#####`. */
  mask: string
  /** `tel` for phone numbers. */
  type?: 'text' | 'tel'
  hint?: ReactNode
}

export function MaskedText({ input, mask, type = 'text', hint }: MaskedTextProps) {
  const element = useRef<HTMLInputElement>(null)
  /** How many digits were left of the caret after the last keystroke. */
  const digitsBeforeCaret = useRef<number>(undefined)
  const entered = inputText(input.value)
  // A number with a country code stays as typed; `PhoneInput` normalises it on blur.
  const text = hasCountryCode(entered, type) ? entered : applyMask(digitsOf(entered), mask)

  // Masking shifts the text: put the caret back behind the same digit.
  useLayoutEffect(() => {
    const digits = digitsBeforeCaret.current
    digitsBeforeCaret.current = undefined
    if (digits === undefined || element.current?.value !== text) return
    if (element.current === document.activeElement) {
      const caret = caretAfter(text, digits)
      element.current?.setSelectionRange(caret, caret)
    }
  })

  const parse = (typed: string) => {
    const before = typed.slice(0, element.current?.selectionStart ?? typed.length)
    digitsBeforeCaret.current = digitsOf(before).length
    return hasCountryCode(typed, type) ? typed : digitsOf(typed)
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
 * Groups digits by a mask, where `#` stands for a digit: `###-##-#####`. Surplus digits are appended, so that the
 * validator can refuse them.
 */
export function applyMask(digits: string, mask: string): string {
  let used = 0
  let text = ''
  for (const sign of mask) {
    if (used >= digits.length) break
    text += sign === '#' ? digits[used++] : sign
  }
  return text + digits.slice(used)
}

/** The position in `text` behind its first `digits` digits. */
export function caretAfter(text: string, digits: number): number {
  let digitsPassed = 0
  for (let index = 0; index < text.length; index += 1) {
    if (digitsPassed === digits) return index
    if (/\d/.test(text[index]!)) digitsPassed += 1
  }
  return text.length
}
