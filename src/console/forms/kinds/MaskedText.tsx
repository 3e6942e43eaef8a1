/** Digits that are grouped while they are typed; the digits alone are kept. */
import { useLayoutEffect, useRef } from 'react'
import { digitsOf } from '../../../domain/phone'
import { plainText } from '../../../domain/typed'
import { FieldText } from './FieldText'
import { type FieldInput, shownText } from './input'
import { applyMask, caretAfter } from './mask'

/** Begins as numbers of other countries do: `+82 10-…`. */
const isForeign = (text: string, type: 'text' | 'tel') => type === 'tel' && /^[\s(]*\+/.test(plainText(text))

interface MaskedTextProps {
  input: FieldInput
  mask: string
  /** `tel` for phone numbers. */
  type?: 'text' | 'tel'
  aside?: React.ReactNode
}

export function MaskedText({ input, mask, type = 'text', aside }: MaskedTextProps) {
  const element = useRef<HTMLInputElement>(null)
  const caret = useRef<number>(undefined)
  const entered = shownText(input.value)
  // A number from abroad is brought into its form when it is whole.
  const text = isForeign(entered, type) ? entered : applyMask(digitsOf(entered), mask)

  // The groups move what is typed: the caret stays behind the same digit.
  useLayoutEffect(() => {
    const at = caret.current
    caret.current = undefined
    if (at === undefined || element.current?.value !== text) return
    if (element.current === document.activeElement) {
      const place = caretAfter(text, at)
      element.current?.setSelectionRange(place, place)
    }
  })

  const parse = (typed: string) => {
    const before = typed.slice(0, element.current?.selectionStart ?? typed.length)
    caret.current = digitsOf(before).length
    return isForeign(typed, type) ? typed : digitsOf(typed)
  }
  return (
    <FieldText
      input={input}
      text={text}
      parse={parse}
      aside={aside}
      more={{
        type,
        inputRef: (node: HTMLInputElement | null) => {
          element.current = node
          input.ref(node)
        },
        slotProps: { htmlInput: { inputMode: type === 'tel' ? 'tel' : 'numeric' } },
      }}
    />
  )
}
