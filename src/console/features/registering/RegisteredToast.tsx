/**
 * The notice that an order was registered. When its sentence was shown long enough (§8) and the order can no longer be
 * undone, the toast shows the progress of the order: until all devices have answered, or, after a failure, until the
 * user closes it.
 */
import { Button } from '@mui/material'
import { useCloseNotification, useNotify, useTranslate } from 'ra-core'
import { useEffect, useState } from 'react'
import { Link } from 'react-admin'
import { Link as RouterLink } from 'react-router'
import { useConfig } from '../../config'
import { detailPath } from '../../paths'
import { Toast } from '../../ui/notices/Toast'
import { OutcomeLine } from './OutcomeLine'
import { remainingHoldMs, UndoButton } from './UndoButton'
import { useOutcome } from './useOutcome'
import type { RegisteredOrder } from './useRegister'

interface RegisteredToastProps {
  order: RegisteredOrder
  /** Says that the order was registered; absent if the user has read that already. */
  text?: string
  /** Path of the order list. */
  list: string
  onCancelled?: () => void
}

const TONES = { success: 'success', failure: 'error', waiting: 'info', ongoing: 'info' } as const

export function RegisteredToast({ order, text, list, onCancelled }: RegisteredToastProps) {
  const { id, total } = order
  const translate = useTranslate()
  const notify = useNotify()
  const close = useCloseNotification()
  const { timing } = useConfig().app
  const outcome = useOutcome(id)
  const [isTextShown, setTextShown] = useState(text !== undefined)
  const { status } = outcome ?? {}
  const answered = outcome && outcome.order.success + outcome.order.failure

  useEffect(() => {
    if (!isTextShown) return
    const timer = setTimeout(
      () => setTextShown(false),
      Math.max(timing.toastMs, remainingHoldMs(order.holdUntil)),
    )
    return () => clearTimeout(timer)
  }, [isTextShown, timing, order])
  useEffect(() => {
    if (isTextShown || (status === 'failure' && answered !== undefined)) return
    // If the order could not be read by now, there is nothing to show.
    const ms = status === undefined ? 0 : status === 'success' ? timing.defaultToastMs : timing.noticeMs
    const timer = setTimeout(close, ms)
    return () => clearTimeout(timer)
  }, [isTextShown, status, answered, timing, close])

  const name = outcome && (outcome.order.title || outcome.order.caption)
  const count =
    total === undefined ? undefined : translate('compose.count', { count: total.toLocaleString('ko-KR') })
  return (
    <Toast
      tone={isTextShown ? 'success' : TONES[status ?? 'waiting']}
      isPersistent={isTextShown}
      text={isTextShown && text ? text : (name ?? '')}
      {...(count && { detail: count })}
      below={
        outcome && (
          <OutcomeLine
            outcome={outcome}
            again={
              id !== undefined && (
                <Button
                  component={RouterLink}
                  to={`${list}/compose?failed=${id}`}
                  color="inherit"
                  size="small"
                  variant="outlined"
                  onClick={close}
                >
                  {translate('orders.outcome.again')}
                </Button>
              )
            }
          />
        )
      }
    >
      {isTextShown && (
        <UndoButton
          order={order}
          onEnded={(notice, cancelled) => {
            close()
            notify(<Toast {...notice} />, { type: notice.tone })
            if (cancelled) onCancelled?.()
          }}
        />
      )}
      {id !== undefined && (
        <Link to={detailPath(list, id)} color="inherit" underline="always" onClick={close}>
          {translate('compose.toOrder')}
        </Link>
      )}
    </Toast>
  )
}
