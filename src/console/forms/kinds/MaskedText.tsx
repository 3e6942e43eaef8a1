/** Digits that are grouped while they are typed; the digits alone are kept. */
import { useLayoutEffect, useRef } from 'react'
import { digitsOf } from '../../../domain/phone'
import { FieldText } from './FieldText'
import { type FieldInput, shownText } from './input'
import { applyMask, caretAfter } from './mask'

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
  const text = applyMask(digitsOf(shownText(input.value)), mask)

  // The groups move what is typed: the caret stays behind the same digit.
  useLayoutEffect(() => {
    const at = caret.current
    caret.current = undefined
    if (at !== undefined && element.current === document.activeElement) {
      const place = caretAfter(text, at)
      element.current?.setSelectionRange(place, place)
    }
  })

  const parse = (typed: string) => {
    const before = typed.slice(0, element.current?.selectionStart ?? typed.length)
    caret.current = digitsOf(before).length
    return digitsOf(typed)
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
