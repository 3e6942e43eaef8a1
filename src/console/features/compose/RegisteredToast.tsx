/** "Registered", with the way to the order and, as long as it is held, the way back. */
import { useCloseNotification, useNotify, useTranslate } from 'ra-core'
import { Link } from 'react-admin'
import { showPath } from '../../paths'
import { Toast } from '../../ui/Toast'
import { type RegisteredOrder, saidOf, UndoButton, type Undone } from '../registering'

interface RegisteredToastProps {
  order: RegisteredOrder
  text: string
  /** Address of the orders. */
  list: string
  onCancelled: () => void
}

export function RegisteredToast({ order, text, list, onCancelled }: RegisteredToastProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const close = useCloseNotification()

  const undone = (result: Undone) => {
    close()
    const { tone, text: said } = saidOf(result, translate)
    notify(<Toast tone={tone} text={said} />, { type: tone })
    if (result.kind === 'cancelled') onCancelled()
  }
  return (
    <Toast
      tone="success"
      stays
      text={text}
      detail={
        order.total === undefined
          ? undefined
          : translate('compose.count', { count: order.total.toLocaleString('ko-KR') })
      }
    >
      <UndoButton order={order} onUndone={undone} />
      {order.id !== undefined && (
        <Link to={showPath(list, order.id)} color="inherit" underline="always" onClick={close}>
          {translate('compose.toOrder')}
        </Link>
      )}
    </Toast>
  )
}
