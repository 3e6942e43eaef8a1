/** Register and Cancel: the checks of §5, the sentences of §8, and the undo of both. */
import { useNotify, useStoreContext } from 'ra-core'
import { type MouseEvent, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useNavigate } from 'react-router'
import type { CompiledResource } from '../../../../engine/compiled'
import { type Writing, writableRecord } from '../../../../engine/validation/writableRecord'
import { serverNow } from '../../../api/serverClock'
import { useConfig, useTranslate } from '../../../config'
import type { Values } from '../../../forms/record/formValues'
import { useSingleFlight } from '../../../ui/controls/useSingleFlight'
import { Toast, UndoToast } from '../../../ui/notices/Toast'
import { addedPath, holdLeft, type RegisteredOrder, useRegister } from '../../registering'
import { type Draft, EMPTY, isEmpty, missingIn, orderSheetOf } from '../draft/draft'
import { type DraftSlot, writeDraft } from '../draft/draftStore'
import type { KnownCount, TargetCount } from '../targets/useTargetCount'
import { RegisteredToast } from './RegisteredToast'

interface SendOptions {
  slot: DraftSlot
  /** Stored in place of the value of the draft, which is or has a secret. */
  concealed: string | undefined
  recount: () => Promise<TargetCount>
  /** The fields that config adds, what they begin with, and who writes them. */
  added: CompiledResource
  start: Values
  writing: Writing
}

/** The open question whether this number of devices is meant. */
interface Question {
  count: KnownCount
  answer: (confirmed: boolean) => void
}

export function useSend({ slot, concealed, recount, added, start, writing }: SendOptions) {
  const form = useFormContext<Draft>()
  const translate = useTranslate()
  const notify = useNotify()
  const navigate = useNavigate()
  const store = useStoreContext()
  const { app, resources } = useConfig()
  const { limits, timing } = app
  const { path = '/', messages = {} } = resources.orders ?? {}
  const { register } = useRegister()
  const [question, setQuestion] = useState<Question>()

  const fail = (text: string) =>
    notify(<Toast tone="error" text={text} />, { type: 'error', autoHideDuration: timing.toastMs })

  const confirmed = async (count: KnownCount) => {
    if (count.devices <= limits.confirmTargets) return true
    const isMeant = await new Promise<boolean>(answer => setQuestion({ count, answer }))
    setQuestion(undefined)
    return isMeant
  }

  const send = async (draft: Draft) => {
    const count = await recount()
    // Nothing is sent without a known number of targets; the summary says why there is none.
    if (count.kind !== 'known') return fail(translate('compose.check.uncounted'))
    if (!(await confirmed(count))) return
    // A draft sent again is the same order, although its "now" is another time by then.
    const identity = JSON.stringify({ ...draft, targets: [...draft.targets.keys()] })
    const sheet = () => ({
      ...writableRecord(added, draft.extra ?? {}, writing),
      ...orderSheetOf(draft, { now: serverNow(), expireMs: timing.orderExpireMs }),
    })
    let registration = await register(sheet(), identity)
    // `register` repeats a sheet that got no answer as it was. If it never arrived, its start may be past: a new one is
    // sent.
    if (registration.kind === 'refused' && draft.started === '' && registration.fields.started) {
      registration = await register(sheet(), identity)
    }
    if (registration.kind === 'registered') return succeed(draft, registration.order)
    if (registration.reason) form.setError('root.refusal', { message: registration.reason })
    if (registration.kind === 'failed') return fail(translate(messages.failed))
    const { data: value, ...fields } = registration.fields
    for (const [name, message] of Object.entries(fields))
      if (name in added.fields) form.setError(addedPath(name) as 'extra', { message })
      else if (name in EMPTY) form.setError(name as keyof Draft, { message })
    if (value) form.setError('value', { message: value })
    fail(translate(messages.refused))
  }

  const clear = () => {
    form.reset({ ...EMPTY, extra: start })
    writeDraft(store, slot, EMPTY)
  }

  const succeed = (draft: Draft, order: RegisteredOrder) => {
    clear()
    const bringBack = () => {
      writeDraft(store, slot, draft, { concealed })
      navigate(`${path}/compose${slot.origin && `?${slot.origin}`}`)
    }
    notify(
      <RegisteredToast
        order={order}
        text={translate(messages.registered)}
        list={path}
        onCancelled={bringBack}
      />,
      { type: 'success', autoHideDuration: Math.max(timing.toastMs, holdLeft(order.holdUntil)) },
    )
    navigate(path)
  }

  const submit = useSingleFlight(
    form.handleSubmit(send, () => {
      const missing = missingIn(form.getValues())
      if (missing) fail(translate(missing.toast))
    }),
  )

  /** Clears the form (§2); a toast brings it back. */
  const cancel = () => {
    const draft = form.getValues()
    clear()
    if (isEmpty(draft, start)) return
    const bringBack = () => {
      // Stored too, in case the page was left in the meantime.
      writeDraft(store, slot, draft, { concealed })
      form.reset(draft)
    }
    notify(
      <UndoToast
        text={translate('compose.cleared')}
        label={translate('compose.bringBack')}
        onUndo={bringBack}
      />,
      { type: 'info', autoHideDuration: timing.defaultToastMs },
    )
  }

  return {
    /** For the submit button, which Enter in a field clicks too. */
    submit: (event: MouseEvent) => {
      event.preventDefault()
      void submit()
    },
    cancel,
    question,
  }
}
