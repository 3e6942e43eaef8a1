/** The draft in its form (ra-core's `Form`), and its fields as the inputs of the page take them. */
import { useController, useWatch } from 'react-hook-form'
import { serverNow } from '../../../api/serverClock'
import { useConfig } from '../../../config'
import { useNow } from '../../../ui/time/useNow'
import { type Draft, periodOf } from './draft'

/** The present draft: the same object until a value in it changes. */
export const useDraft = (): Draft => useWatch({ compute: (draft: Draft) => draft })

const FOCUSABLE = 'input:not([disabled], [aria-hidden]), textarea, [contenteditable="true"]'

/**
 * One field: its value and what is wrong with it. `box` is the ref of the element around its inputs: the first one gets
 * the focus.
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

/** The period of the order if it were sent now, by the server's clock of a moment ago. */
export function usePeriod(): ReturnType<typeof periodOf> {
  const { orderExpireMs } = useConfig().app.timing
  const [started, expired] = useWatch<Draft, ['started', 'expired']>({ name: ['started', 'expired'] })
  const now = serverNow(useNow(TICK_MS))
  now.setMilliseconds(0)
  return periodOf({ started, expired }, { now, expireMs: orderExpireMs })
}
