/** Hooks to read the draft from its form (ra-core's `Form`), as a whole or by field. */
import { useController, useWatch } from 'react-hook-form'
import { useConfig } from '../../../config'
import { useNow } from '../../../ui/time/useNow'
import { type Draft, periodOf } from './draft'

/** The current draft: the same object until a value changes. */
export const useDraft = (): Draft => useWatch({ compute: (draft: Draft) => draft })

const FOCUSABLE = 'input:not([disabled], [aria-hidden]), textarea, [contenteditable="true"]'

/**
 * The value and error of a field. `box` is a ref for the element around its inputs; on an error, the first input is
 * focused.
 */
export function useDraftField<Name extends keyof Draft>(name: Name) {
  const { field, fieldState } = useController<Draft, Name>({ name })
  const box = (element: HTMLElement | null) =>
    field.ref(element && { focus: () => element.querySelector<HTMLElement>(FOCUSABLE)?.focus() })
  return {
    value: field.value as Draft[Name],
    change: field.onChange as (value: Draft[Name]) => void,
    problem: fieldState.error?.message,
    box,
  }
}

const TICK_MS = 15_000

/** The period that the order would have if sent now, by the server's clock; updated every `TICK_MS`. */
export function usePeriod(): ReturnType<typeof periodOf> {
  const { orderExpireMs } = useConfig().app.timing
  const [started, expired] = useWatch<Draft, ['started', 'expired']>({ name: ['started', 'expired'] })
  const now = new Date(useNow(TICK_MS))
  now.setMilliseconds(0)
  return periodOf({ started, expired }, { now, expireMs: orderExpireMs })
}
