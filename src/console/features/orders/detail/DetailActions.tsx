/** What is done with the order that is open: Reply first, the others beside it (§2); the keys of the mailbox do it too. */
import { Box, Button } from '@mui/material'
import { useTranslate } from 'ra-core'
import { createElement } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Order } from '../../../../contract/orders'
import { Sentence } from '../../../ui/Sentence'
import {
  MAIL_ACTIONS,
  MailActionButton,
  type MailActionName,
  useMailActions,
} from '../mailbox/useMailActions'
import { toggledStar } from '../order'
import { useMarks } from '../useMarks'
import { useOrderPaths } from '../useOrderPaths'
import { useShortcuts } from '../useShortcuts'

export function DetailActions({ order }: { order: Order }) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const paths = useOrderPaths()
  const { mark } = useMarks()
  const { mayCompose, run } = useMailActions()

  /** What puts the order away leads back to the list. */
  const act = (name: MailActionName): boolean => {
    const done = run(name, [order])
    if (done && !MAIL_ACTIONS[name].composes) navigate(paths.list)
    return done
  }
  useShortcuts(shortcut => {
    if (shortcut === 'star') mark([order.id], toggledStar(order))
    return shortcut === 'star' || (shortcut in MAIL_ACTIONS && act(shortcut as MailActionName))
  })

  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      {(['unread', 'archive', 'delete'] as const).map(name => (
        <MailActionButton key={name} action={name} onClick={() => act(name)} />
      ))}
      {mayCompose &&
        (['forward', 'reply'] as const).map(name => (
          <Button
            key={name}
            component={Link}
            to={paths.compose(name, order.id)}
            variant={name === 'reply' ? 'contained' : 'outlined'}
            color={name === 'reply' ? 'primary' : 'inherit'}
            startIcon={createElement(MAIL_ACTIONS[name].Icon)}
            sx={{ borderColor: 'divider' }}
          >
            <Sentence text={translate(`orders.action.${name}`)} />
          </Button>
        ))}
    </Box>
  )
}
