/**
 * The buttons Register and Cancel: they validate (§5), send or clear the draft, show notices (§8), and can be undone.
 */
import { useNotify, useStoreContext } from 'ra-core'
import { type MouseEvent, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useNavigate } from 'react-router'
import type { CompiledResource } from '../../../../engine/compiled'
import { type WriteContext, writableRecord } from '../../../../engine/validation/writableRecord'
import { useConfig, useTranslate } from '../../../config'
import { forgetFilters } from '../../../forms/list/listQuery'
import type { Values } from '../../../forms/record/formValues'
import { serverNow } from '../../../serverClock'
import { useSingleFlight } from '../../../ui/controls/useSingleFlight'
import { Toast, UndoToast } from '../../../ui/notices/Toast'
import { addedPath, type RegisteredOrder, RegisteredToast, useRegister } from '../../registering'
import { type Draft, EMPTY, isEmpty, missingIn, orderSheetOf } from '../draft/draft'
import { type DraftSlot, writeDraft } from '../draft/draftStore'
import type { KnownCount, TargetCount } from '../targets/useTargetCount'

interface SendOptions {
  slot: DraftSlot
  /** The draft's value without its secret parts, stored in its place; undefined if the value has no secret. */
  redactedValue: string | undefined
  recount: () => Promise<TargetCount>
  /** The fields that config adds, their initial values, and the context of their validation. */
  added: CompiledResource
  initialExtra: Values
  writing: WriteContext
  /** Whether the command interrupts devices: the user then confirms any number of them. */
  isDangerous: boolean
}

/** The open dialog that asks the user to confirm the number of devices. */
interface Question {
  count: KnownCount
  answer: (confirmed: boolean) => void
}

export function useSend(options: SendOptions) {
  const { slot, redactedValue, recount, added, initialExtra, writing, isDangerous } = options
  const form = useFormContext<Draft>()
  const translate = useTranslate()
  const notify = useNotify()
  const navigate = useNavigate()
  const store = useStoreContext()
  const { app, resources } = useConfig()
  const { limits, timing } = app
  const { orders } = resources
  const { path = '/', messages = {} } = orders ?? {}
  const { register } = useRegister()
  const [question, setQuestion] = useState<Question>()

  const fail = (text: string) =>
    notify(<Toast tone="error" text={text} />, { type: 'error', autoHideDuration: timing.toastMs })

  const confirmCount = async (count: KnownCount) => {
    if (!isDangerous && count.devices <= limits.confirmTargets) return true
    const isConfirmed = await new Promise<boolean>(answer => setQuestion({ count, answer }))
    setQuestion(undefined)
    return isConfirmed
  }

  const send = async (draft: Draft) => {
    const count = await recount()
    // Nothing is sent while the number of targets is unknown. The summary shows the reason.
    if (count.kind !== 'known') return fail(translate('compose.check.uncounted'))
    if (!(await confirmCount(count))) return
    // The same draft sent again is the same order, even though its start ("now") differs.
    const identity = JSON.stringify({ ...draft, targets: [...draft.targets.keys()] })
    const buildSheet = () => ({
      ...writableRecord(added, draft.extra ?? {}, writing),
      ...orderSheetOf(draft, { now: serverNow(), expireMs: timing.orderExpireMs }),
    })
    let registration = await register(buildSheet(), identity)
    // After a lost response, `register` repeats the first sheet unchanged. If the first sheet never arrived, its
    // start may be in the past by now: send a new sheet.
    if (registration.kind === 'refused' && draft.started === '' && registration.fields.started) {
      registration = await register(buildSheet(), identity)
    }
    if (registration.kind === 'registered') return succeed(draft, registration.order)
    const refuse = (reason: string) => reason && form.setError('root.refusal', { message: reason })
    if (registration.kind === 'failed') {
      refuse(registration.reason)
      return fail(translate(messages.failed))
    }
    // The server calls the value `data` (§3).
    const { data: valueError, ...fields } = registration.fields
    // The cast: the type of `setError` knows no paths below `extra`.
    const shownMessages: (string | undefined)[] = [valueError]
    for (const [name, message] of Object.entries(fields)) {
      const path = name in added.fields ? (addedPath(name) as 'extra') : (name as keyof Draft)
      if (!(name in added.fields || name in EMPTY)) continue
      form.setError(path, { message })
      shownMessages.push(message)
    }
    if (valueError) form.setError('value', { message: valueError })
    // Shown only if no field shows the same message.
    if (!shownMessages.includes(registration.reason)) refuse(registration.reason)
    fail(translate(messages.refused))
  }

  const clear = () => {
    form.reset({ ...EMPTY, extra: initialExtra })
    writeDraft(store, slot, EMPTY)
  }

  const succeed = (draft: Draft, order: RegisteredOrder) => {
    clear()
    const restore = () => {
      writeDraft(store, slot, draft, { redactedValue })
      navigate(`${path}/compose${slot.origin && `?${slot.origin}`}`)
    }
    notify(
      <RegisteredToast
        order={order}
        text={translate(messages.registered)}
        list={path}
        onCancelled={restore}
      />,
      { type: 'success', autoHideDuration: null },
    )
    if (orders) forgetFilters(store, orders)
    navigate(path)
  }

  const submit = useSingleFlight(
    form.handleSubmit(send, () => {
      const missing = missingIn(form.getValues())
      if (missing) fail(translate(missing.toast))
    }),
  )

  /** Clears the form (§2); a toast offers to restore it. */
  const cancel = () => {
    const draft = form.getValues()
    clear()
    if (isEmpty(draft, initialExtra)) return
    const restore = () => {
      // Written to the store, too, in case the user has left the page.
      writeDraft(store, slot, draft, { redactedValue })
      form.reset(draft)
    }
    notify(
      <UndoToast
        text={translate('compose.cleared')}
        label={translate('compose.bringBack')}
        onUndo={restore}
      />,
      { type: 'info', autoHideDuration: timing.defaultToastMs },
    )
  }

  return {
    /** The click handler of the submit button, also called for Enter in a field. */
    submit: (event: MouseEvent) => {
      event.preventDefault()
      void submit()
    },
    cancel,
    question,
  }
}
