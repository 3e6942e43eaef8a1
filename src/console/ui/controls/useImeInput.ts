/**
 * The value and handlers of an input that changes the text while it is typed, such as one that groups digits. During
 * the composition of an input method (IME) the input shows the raw text: if it were changed, the input method would
 * insert the composed characters twice.
 */
import { type ChangeEvent, type CompositionEvent, useState } from 'react'

type TextElement = HTMLInputElement | HTMLTextAreaElement

/**
 * @param value the text to show outside of a composition
 * @param onType called with the raw text on every change, also during a composition
 */
export function useImeInput(value: string, onType: (text: string) => void) {
  const [composing, setComposing] = useState<string>()
  return {
    value: composing ?? value,
    onChange: ({ target }: ChangeEvent<TextElement>) => {
      if (composing !== undefined) setComposing(target.value)
      onType(target.value)
    },
    onCompositionStart: ({ target }: CompositionEvent) => setComposing((target as TextElement).value),
    onCompositionEnd: ({ target }: CompositionEvent) => {
      setComposing(undefined)
      onType((target as TextElement).value)
    },
  }
}
