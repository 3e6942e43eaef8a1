/** The notice that an order was registered, with a link to it and, during its hold time, an undo button. */
import { useCloseNotification, useNotify, useTranslate } from 'ra-core'
import { Link } from 'react-admin'
import { showPath } from '../../../paths'
import { Toast } from '../../../ui/notices/Toast'
import { type RegisteredOrder, UndoButton } from '../../registering'

interface RegisteredToastProps {
  order: RegisteredOrder
  text: string
  /** Path of the order list. */
  list: string
  onCancelled: () => void
}

export function RegisteredToast({ order, text, list, onCancelled }: RegisteredToastProps) {
  const { id, total } = order
  const translate = useTranslate()
  const notify = useNotify()
  const close = useCloseNotification()
  return (
    <Toast
      tone="success"
      isPersistent
      text={text}
      detail={
        total === undefined ? undefined : translate('compose.count', { count: total.toLocaleString('ko-KR') })
      }
    >
      <UndoButton
        order={order}
        onEnded={(notice, cancelled) => {
          close()
          notify(<Toast {...notice} />, { type: notice.tone })
          if (cancelled) onCancelled()
        }}
      />
      {id !== undefined && (
        <Link to={showPath(list, id)} color="inherit" underline="always" onClick={close}>
          {translate('compose.toOrder')}
        </Link>
      )}
    </Toast>
  )
}
