/** The toasts of the page that have a way back: what was registered, and what Cancel has cleared. */
import { Button } from '@mui/material'
import { useCloseNotification, useNotify, useTranslate } from 'ra-core'
import { Link } from 'react-admin'
import { showPath } from '../../../paths'
import { Toast } from '../../../ui/Toast'
import { type RegisteredOrder, saidOf, UndoButton, type Undone } from '../../registering'

interface RegisteredToastProps {
  order: RegisteredOrder
  text: string
  /** Address of the orders. */
  list: string
  onCancelled: () => void
}

/** With the way to the order and, as long as no device has it, the way back. */
export function RegisteredToast({ order: registered, text, list, onCancelled }: RegisteredToastProps) {
  const { id, total } = registered
  const translate = useTranslate()
  const notify = useNotify()
  const close = useCloseNotification()

  const undone = (result: Undone) => {
    close()
    const { tone, text: sentence } = saidOf(result, translate)
    notify(<Toast tone={tone} text={sentence} />, { type: tone })
    if (result.kind === 'cancelled') onCancelled()
  }
  return (
    <Toast
      tone="success"
      stays
      text={text}
      detail={
        total === undefined ? undefined : translate('compose.count', { count: total.toLocaleString('ko-KR') })
      }
    >
      <UndoButton order={registered} onUndone={undone} />
      {id !== undefined && (
        <Link to={showPath(list, id)} color="inherit" underline="always" onClick={close}>
          {translate('compose.toOrder')}
        </Link>
      )}
    </Toast>
  )
}

export function ClearedToast({ onBringBack }: { onBringBack: () => void }) {
  const translate = useTranslate()
  const close = useCloseNotification()
  return (
    <Toast tone="info" text={translate('compose.cleared')}>
      <Button
        color="inherit"
        size="small"
        variant="outlined"
        onClick={() => {
          onBringBack()
          close()
        }}
      >
        {translate('compose.bringBack')}
      </Button>
    </Toast>
  )
}
