/**
 * The actions on orders (§2, the toolbar's Actions). To add one, add an entry here and `orders.action.{name}` in
 * `i18n/ko` and `i18n/en`; toolbar and phone bar then show it.
 */
import ArchiveOutlined from '@mui/icons-material/ArchiveOutlined'
import DeleteOutline from '@mui/icons-material/DeleteOutline'
import DraftsOutlined from '@mui/icons-material/DraftsOutlined'
import Forward from '@mui/icons-material/Forward'
import MarkEmailUnreadOutlined from '@mui/icons-material/MarkEmailUnreadOutlined'
import Reply from '@mui/icons-material/Reply'
import UnarchiveOutlined from '@mui/icons-material/UnarchiveOutlined'
import type { SvgIcon } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useNavigate } from 'react-router'
import type { Order } from '../../../../contract/orders'
import { useMayAccess } from '../../../auth/access'
import { TipButton } from '../../../ui/controls/TipButton'
import { useLangOf } from '../../../ui/text/Sentence'
import { TOUCHABLE } from '../OrderFields'
import { useMarks } from '../useMarks'
import { type ComposeFrom, useOrderPaths } from '../useOrderPaths'

interface MailCommands extends ReturnType<typeof useMarks> {
  /** Opens compose, prefilled from the order `id`. */
  compose: (from: ComposeFrom, id?: number) => void
}

interface MailAction {
  Icon: typeof SvgIcon
  /** Opens compose: needs exactly one order, and the permission to send orders. */
  composes?: true
  /** Removes the orders from the current list. */
  removes?: true
  run: (commands: MailCommands, ids: number[]) => void
}

/** In the toolbar's order. `unreaded` is the API's field, true for unread orders. */
const ACTIONS = {
  reply: { Icon: Reply, composes: true, run: ({ compose }, [id]) => compose('reply', id) },
  forward: { Icon: Forward, composes: true, run: ({ compose }, [id]) => compose('forward', id) },
  archive: { Icon: ArchiveOutlined, removes: true, run: ({ archive }, ids) => archive(ids, true) },
  unarchive: { Icon: UnarchiveOutlined, removes: true, run: ({ archive }, ids) => archive(ids, false) },
  read: { Icon: DraftsOutlined, run: ({ mark }, ids) => mark(ids, { unreaded: false }) },
  unread: { Icon: MarkEmailUnreadOutlined, run: ({ mark }, ids) => mark(ids, { unreaded: true }) },
  delete: { Icon: DeleteOutline, removes: true, run: ({ remove }, ids) => remove(ids) },
} satisfies Record<string, MailAction>

export type MailActionName = keyof typeof ACTIONS
export const MAIL_ACTIONS: Readonly<Record<MailActionName, MailAction>> = ACTIONS

export function useMailActions() {
  const paths = useOrderPaths()
  const navigate = useNavigate()
  const mayCompose = useMayAccess()('orders', 'create')
  const marks = useMarks()
  const commands: MailCommands = {
    ...marks,
    compose: (from, id) => void navigate(paths.compose(from, id)),
  }
  const isPossible = (name: MailActionName, orders: readonly Order[]) =>
    MAIL_ACTIONS[name].composes ? mayCompose && orders.length === 1 : orders.length > 0
  /** Returns false if the action is not possible. */
  const run = (name: MailActionName, orders: readonly Order[]): boolean => {
    const possible = isPossible(name, orders)
    const ids = orders.map(({ id }) => id)
    if (possible) MAIL_ACTIONS[name].run(commands, ids)
    return possible
  }
  return { mayCompose, isPossible, run, toggleStar: marks.toggleStar }
}

/** An action as an icon button, large enough for a finger. */
export function MailActionButton({ action, onClick }: { action: MailActionName; onClick: () => void }) {
  const translate = useTranslate()
  const langOf = useLangOf()
  const { Icon } = MAIL_ACTIONS[action]
  const label = translate(`orders.action.${action}`)
  return (
    <TipButton label={label} lang={langOf(label)} onClick={onClick} sx={TOUCHABLE}>
      <Icon fontSize="small" />
    </TipButton>
  )
}
