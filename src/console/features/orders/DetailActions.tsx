/** What is done with the order that is open: Reply first, the others beside it (§2); the keys of the mailbox do it too. */
import ArchiveOutlined from '@mui/icons-material/ArchiveOutlined'
import DeleteOutline from '@mui/icons-material/DeleteOutline'
import Forward from '@mui/icons-material/Forward'
import MarkEmailUnreadOutlined from '@mui/icons-material/MarkEmailUnreadOutlined'
import Reply from '@mui/icons-material/Reply'
import { Box, Button, IconButton, Tooltip } from '@mui/material'
import { useTranslate } from 'ra-core'
import { Link, useNavigate } from 'react-router'
import type { Order } from '../../../contract/orders'
import { useMayAccess } from '../../auth/access'
import { useConfig } from '../../config'
import { Sentence, useLangOf } from '../../ui/Sentence'
import { toggledStar } from './marks'
import { composePath } from './paths'
import { useMarks } from './useMarks'
import { type KeyAction, useShortcuts } from './useShortcuts'

const QUIET = [
  ['unread', MarkEmailUnreadOutlined],
  ['archive', ArchiveOutlined],
  ['delete', DeleteOutline],
] as const

export function DetailActions({ order }: { order: Order }) {
  const translate = useTranslate()
  const langOf = useLangOf()
  const navigate = useNavigate()
  const { path = '' } = useConfig().resources.orders ?? {}
  const mayCompose = useMayAccess()('orders', 'create')
  const { mark, archive, remove } = useMarks()
  const { id } = order

  /** What puts the order away leads back to the list. */
  const away = (act: () => void) => () => {
    act()
    navigate(path)
  }
  const acts = {
    unread: away(() => mark([id], { unreaded: true })),
    archive: away(() => archive([id], true)),
    delete: away(() => remove([id])),
    star: () => mark([id], toggledStar(order)),
    reply: () => navigate(composePath(path, 'reply', id)),
    forward: () => navigate(composePath(path, 'forward', id)),
  }
  useShortcuts((action: KeyAction) => {
    if ((action === 'reply' || action === 'forward') && !mayCompose) return false
    const act = (acts as Partial<Record<KeyAction, () => void>>)[action]
    act?.()
    return act !== undefined
  })

  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      {QUIET.map(([action, Icon]) => (
        <Tooltip key={action} title={translate(`orders.action.${action}`)} disableInteractive>
          <IconButton
            aria-label={translate(`orders.action.${action}`)}
            lang={langOf(translate(`orders.action.${action}`))}
            onClick={acts[action]}
            sx={{ '@media (pointer: coarse)': { width: 44, height: 44 } }}
          >
            <Icon fontSize="small" />
          </IconButton>
        </Tooltip>
      ))}
      {mayCompose && (
        <>
          <Button
            component={Link}
            to={composePath(path, 'forward', id)}
            variant="outlined"
            color="inherit"
            startIcon={<Forward />}
            sx={{ borderColor: 'divider' }}
          >
            <Sentence text={translate('orders.action.forward')} />
          </Button>
          <Button
            component={Link}
            to={composePath(path, 'reply', id)}
            variant="contained"
            startIcon={<Reply />}
          >
            <Sentence text={translate('orders.action.reply')} />
          </Button>
        </>
      )}
    </Box>
  )
}
