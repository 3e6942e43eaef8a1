/** The toolbar of the mailbox (§2): Select, Actions, "Search Orders"; on a phone what is chosen has its own bar at the thumb. */
import ArchiveOutlined from '@mui/icons-material/ArchiveOutlined'
import ArrowDropDown from '@mui/icons-material/ArrowDropDown'
import DeleteOutline from '@mui/icons-material/DeleteOutline'
import DraftsOutlined from '@mui/icons-material/DraftsOutlined'
import Forward from '@mui/icons-material/Forward'
import KeyboardOutlined from '@mui/icons-material/KeyboardOutlined'
import MarkEmailUnreadOutlined from '@mui/icons-material/MarkEmailUnreadOutlined'
import Reply from '@mui/icons-material/Reply'
import UnarchiveOutlined from '@mui/icons-material/UnarchiveOutlined'
import { Box, Button, IconButton, Menu, MenuItem, Tooltip, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { type ReactNode, useId, useState } from 'react'
import { Sentence, useLangOf } from '../../ui/Sentence'
import { ZoneSwitch } from '../../ui/ZoneSwitch'
import { CHOICES, isCompose, MAIL_ACTIONS, type MailAction, type Mailbox } from './useMailbox'

const ICONS = {
  reply: Reply,
  forward: Forward,
  archive: ArchiveOutlined,
  read: DraftsOutlined,
  unread: MarkEmailUnreadOutlined,
  delete: DeleteOutline,
}

/** The Archive of the archive is the way back. */
const labelOf = (action: MailAction, { archive }: Mailbox) =>
  action === 'archive' && archive ? 'orders.action.unarchive' : `orders.action.${action}`

const iconOf = (action: MailAction, { archive }: Mailbox) =>
  action === 'archive' && archive ? UnarchiveOutlined : ICONS[action]

const isPossible = (action: MailAction, { chosen, mayCompose }: Mailbox) =>
  isCompose(action) ? mayCompose && chosen.length === 1 : chosen.length > 0

interface ToolbarProps {
  mailbox: Mailbox
  /** The search field. */
  search: ReactNode
  /** How many there are. */
  result: ReactNode
  onHelp: () => void
}

export function Toolbar({ mailbox, search, result, onHelp }: ToolbarProps) {
  const translate = useTranslate()
  const { chosen, choose, run } = mailbox
  return (
    <Box
      role="group"
      aria-label={translate('orders.toolbar')}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 1, mb: 1 }}
    >
      <ToolbarMenu name={translate('orders.select.open')}>
        {close =>
          CHOICES.map(which => (
            <MenuItem
              key={which}
              onClick={() => {
                choose(which)
                close()
              }}
            >
              <Sentence text={translate(`orders.select.${which}`)} />
            </MenuItem>
          ))
        }
      </ToolbarMenu>
      <ToolbarMenu name={translate('orders.action.open')}>
        {close =>
          MAIL_ACTIONS.map(action => {
            const Icon = iconOf(action, mailbox)
            return (
              <MenuItem
                key={action}
                disabled={!isPossible(action, mailbox)}
                onClick={() => {
                  close()
                  run(action, chosen)
                }}
                sx={{ gap: 1.5 }}
              >
                <Icon fontSize="small" aria-hidden />
                <Sentence text={translate(labelOf(action, mailbox))} />
              </MenuItem>
            )
          })
        }
      </ToolbarMenu>
      <Typography role="status" variant="body2" color="text.secondary" sx={{ minWidth: 64 }}>
        {chosen.length > 0 && translate('orders.chosen', { count: chosen.length })}
      </Typography>
      <Box sx={{ flex: 1 }} />
      {result}
      <ZoneSwitch />
      <Box sx={{ width: { xs: 1, sm: 'auto' } }}>{search}</Box>
      <Tooltip title={translate('orders.keys.title')}>
        <IconButton
          aria-label={translate('orders.keys.title')}
          aria-haspopup="dialog"
          onClick={onHelp}
          // Whoever has no keys needs none of them.
          sx={{ display: { xs: 'none', sm: 'inline-flex' } }}
        >
          <KeyboardOutlined fontSize="small" />
        </IconButton>
      </Tooltip>
    </Box>
  )
}

/** A button with its name that opens a menu. */
function ToolbarMenu({ name, children }: { name: string; children: (close: () => void) => ReactNode }) {
  // The anchor stays when the menu shuts: it fades where it was.
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <Button
        id={`${id}button`}
        variant="outlined"
        color="inherit"
        endIcon={<ArrowDropDown />}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? `${id}menu` : undefined}
        onClick={event => {
          setAnchor(event.currentTarget)
          setOpen(true)
        }}
        sx={{ borderColor: 'divider' }}
      >
        <Sentence text={name} />
      </Button>
      <Menu
        id={`${id}menu`}
        anchorEl={anchor}
        open={open}
        onClose={() => setOpen(false)}
        slotProps={{ list: { 'aria-labelledby': `${id}button` } }}
      >
        {children(() => setOpen(false))}
      </Menu>
    </>
  )
}

/** On a phone: what can be done with the chosen ones, above the bottom bar, as long as something is chosen. */
export function ThumbBar({ mailbox }: { mailbox: Mailbox }) {
  const translate = useTranslate()
  const langOf = useLangOf()
  const { chosen, run } = mailbox
  if (chosen.length === 0) return null
  return (
    <Box
      role="toolbar"
      aria-label={translate('orders.action.open')}
      sx={{
        position: 'fixed',
        inset: 'auto 0 calc(56px + env(safe-area-inset-bottom)) 0',
        zIndex: 'appBar',
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'space-between',
        px: 2,
        py: 0.5,
        bgcolor: 'background.paper',
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Typography variant="body2">{translate('orders.chosen', { count: chosen.length })}</Typography>
      <Box>
        {MAIL_ACTIONS.filter(action => isPossible(action, mailbox)).map(action => {
          const Icon = iconOf(action, mailbox)
          const name = translate(labelOf(action, mailbox))
          return (
            <IconButton
              key={action}
              aria-label={name}
              lang={langOf(name)}
              onClick={() => run(action, chosen)}
              sx={{ width: 44, height: 44 }}
            >
              <Icon />
            </IconButton>
          )
        })}
      </Box>
    </Box>
  )
}
