/** Register and Cancel: every check of §5, every sentence of §8, and the way back from both. */
import { Button } from '@mui/material'
import { useCloseNotification, useNotify, useStoreContext, useTranslate } from 'ra-core'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Method } from '../../../contract/methods'
import { methodRules } from '../../../engine/orderMethods'
import { serverNow } from '../../api/serverClock'
import { useConfig, useWords } from '../../config'
import { Toast } from '../../ui/Toast'
import { useOnce } from '../../ui/useOnce'
import { holdLeft, type Registration, useRegister } from '../registering'
import { type Draft, EMPTY, isEmpty } from './draft'
import type { DraftPlace } from './draftSlots'
import { RegisteredToast } from './RegisteredToast'
import { type Field, missing, periodOf, problemsOf, sheetOf } from './sheet'
import { keepDraft, type useKeptDraft } from './useKeptDraft'
import type { Reach } from './useReachOf'

/** What the server calls a field of the sheet. */
const WIRE_NAME: Partial<Record<Field, string>> = {
  value: 'data',
  title: 'title',
  started: 'started',
  expired: 'expired',
}

interface SendOptions {
  place: DraftPlace
  keeping: ReturnType<typeof useKeptDraft>
  method: Method | undefined
  ask: () => Promise<Reach>
}

type Asking = Extract<Reach, { kind: 'known' }>

export function useSend({ place, keeping, method, ask }: SendOptions) {
  const { draft, replace, drop } = keeping
  const translate = useTranslate()
  const words = useWords()
  const notify = useNotify()
  const navigate = useNavigate()
  const store = useStoreContext()
  const config = useConfig()
  const { limits, timing } = config.app
  const { path = '/', messages = {} } = config.resources.orders ?? {}
  const form = useRef<HTMLFormElement>(null)
  const { busy: registering, register } = useRegister()
  const [busy, setBusy] = useState(false)
  const [checked, setChecked] = useState(false)
  const [asking, setAsking] = useState<Asking>()
  /** What the server said no to, as long as it stands there unchanged. */
  const [answer, setAnswer] = useState<{ draft: Draft; registration: Registration }>()
  const now = useNow()

  const ground = (at: Date) => ({
    method,
    rules: methodRules(config),
    limits,
    expireMs: timing.orderExpireMs,
    pastMs: timing.orderPastMs,
    now: at,
  })
  const lacks = missing(draft)
  const problems = checked ? problemsOf(draft, ground(now)) : []
  const told = answer?.draft === draft ? answer.registration : undefined
  const reason = told && told.kind !== 'registered' ? told.reason : undefined

  /** What is wrong at a field, as a sentence; of what is missing the toast has §5's. */
  const problemOf = (field: Field): string | undefined => {
    if (checked && lacks?.field === field) return translate('errors.field.required')
    const found = problems.find(problem => problem.field === field)
    if (found) return translate(found.key, found.params)
    return told?.kind === 'refused' ? told.fields[WIRE_NAME[field] ?? ''] : undefined
  }

  const focus = (field: Field) =>
    form.current
      ?.querySelector<HTMLElement>(
        `[data-field="${field}"] :is(input:not([disabled], [aria-hidden]), textarea, [contenteditable="true"], [role="spinbutton"])`,
      )
      ?.focus()

  const toast = { autoHideDuration: timing.toastMs }
  const fail = (text: string) => notify(<Toast tone="error" text={text} />, { type: 'error', ...toast })

  const submit = useOnce(async () => {
    if (busy || registering) return
    setChecked(true)
    setAnswer(undefined)
    if (lacks) {
      fail(translate(lacks.key))
      focus(lacks.field)
      return
    }
    const [first] = problemsOf(draft, ground(serverNow()))
    if (first) {
      focus(first.field)
      return
    }
    setBusy(true)
    const reach = await ask()
    setBusy(false)
    // The gate opens for a number and for nothing else; why there is none stands in the summary.
    if (reach.kind !== 'known') fail(translate('compose.check.uncounted'))
    else if (reach.devices > limits.confirmTargets) setAsking(reach)
    else await send()
  })

  const send = useOnce(async () => {
    const wish = JSON.stringify(draft)
    const sheet = () => sheetOf(draft, ground(serverNow()))
    let registration = await register(sheet(), wish)
    // A try that got no answer is repeated as it was; if it never arrived, its "now" may be past by then.
    if (registration.kind === 'refused' && draft.started === '' && registration.fields.started) {
      registration = await register(sheet(), wish)
    }
    if (registration.kind === 'registered') {
      succeeded(registration)
      return
    }
    setAnswer({ draft, registration })
    fail(words(registration.kind === 'refused' ? messages.refused : messages.failed))
  })

  const succeeded = ({ order }: Registration & { kind: 'registered' }) => {
    const address = `${path}/compose${place.origin ? `?${place.origin}` : ''}`
    drop()
    replace(EMPTY)
    setChecked(false)
    notify(
      <RegisteredToast
        order={order}
        text={words(messages.registered)}
        list={path}
        onCancelled={() => {
          keepDraft(store, place, draft, { secret: keeping.secret })
          navigate(address)
        }}
      />,
      { type: 'success', autoHideDuration: Math.max(timing.toastMs, holdLeft(order.holdUntil)) },
    )
    navigate(path)
  }

  /** Resets all (§2); what was there can be had back. */
  const cancel = () => {
    setChecked(false)
    setAnswer(undefined)
    replace(EMPTY)
    drop()
    if (isEmpty(draft)) return
    notify(
      <Toast tone="info" text={translate('compose.cleared')}>
        <BackButton
          onBack={() => {
            // The page may have been left meanwhile: then it is there when one comes back.
            keepDraft(store, place, draft, { secret: keeping.secret })
            replace(draft)
          }}
        />
      </Toast>,
      { type: 'info', autoHideDuration: timing.defaultToastMs },
    )
  }

  return {
    form,
    busy: busy || registering,
    submit,
    cancel,
    asking,
    confirm: () => {
      setAsking(undefined)
      void send()
    },
    withdraw: () => setAsking(undefined),
    problemOf,
    /** Why the last try came to nothing. */
    refusal: reason || undefined,
    period: periodOf(draft, ground(now)),
  }
}

const TICK_MS = 15_000

/** What time it is, now and then. */
function useNow(): Date {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

function BackButton({ onBack }: { onBack: () => void }) {
  const translate = useTranslate()
  const close = useCloseNotification()
  return (
    <Button
      color="inherit"
      size="small"
      variant="outlined"
      onClick={() => {
        onBack()
        close()
      }}
    >
      {translate('compose.bringBack')}
    </Button>
  )
}
