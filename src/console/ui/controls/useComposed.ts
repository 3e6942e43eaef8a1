/**
 * The value and handlers of an input whose text is changed while it is typed. What is typed counts at once, but as long
 * as an input method composes, the input shows what that writes: a text that is changed under its hands it would write
 * a second time.
 */
import { type ChangeEvent, type CompositionEvent, useState } from 'react'

type Typed = HTMLInputElement | HTMLTextAreaElement

/** @param enter takes what was typed; `shown` is what became of it */
export function useComposed(shown: string, enter: (text: string) => void) {
  const [composing, setComposing] = useState<string>()
  return {
    value: composing ?? shown,
    onChange: ({ target }: ChangeEvent<Typed>) => {
      if (composing !== undefined) setComposing(target.value)
      enter(target.value)
    },
    onCompositionStart: ({ target }: CompositionEvent) => setComposing((target as Typed).value),
    onCompositionEnd: ({ target }: CompositionEvent) => {
      setComposing(undefined)
      enter((target as Typed).value)
    },
  }
}
