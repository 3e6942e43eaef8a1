/** The toolbar of the mailbox (§2): Select, Actions, "Search Orders"; on a phone the actions have a bar of their own at the thumb. */
import ArrowDropDown from '@mui/icons-material/ArrowDropDown'
import KeyboardOutlined from '@mui/icons-material/KeyboardOutlined'
import { Box, Button, IconButton, Menu, MenuItem, Tooltip, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { createElement, type MouseEvent, type ReactNode, useId, useState } from 'react'
import { ABOVE_BAR, LOW } from '../../../ui/low'
import { Sentence } from '../../../ui/Sentence'
import { MAIL_ACTIONS, MailActionButton } from './useMailActions'
import { CHOICES, type Mailbox } from './useMailbox'

interface ToolbarProps {
  mailbox: Mailbox
  onHelp: () => void
  /** At its end. */
  children: ReactNode
}

export function Toolbar({ mailbox, onHelp, children }: ToolbarProps) {
  const translate = useTranslate()
  const { actions, chosen, choose, isPossible, run } = mailbox
  return (
    <Box
      role="group"
      aria-label={translate('orders.toolbar')}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 1, mb: 1 }}
    >
      <ToolbarMenu name={translate('orders.select.open')}>
        {(Object.keys(CHOICES) as (keyof typeof CHOICES)[]).map(which => (
          <MenuItem key={which} onClick={() => choose(which)}>
            <Sentence text={translate(`orders.select.${which}`)} />
          </MenuItem>
        ))}
      </ToolbarMenu>
      <ToolbarMenu name={translate('orders.action.open')}>
        {actions.map(action => (
          <MenuItem
            key={action}
            disabled={!isPossible(action, chosen)}
            onClick={() => run(action, chosen)}
            sx={{ gap: 1.5 }}
          >
            {createElement(MAIL_ACTIONS[action].Icon, { fontSize: 'small', 'aria-hidden': true })}
            <Sentence text={translate(`orders.action.${action}`)} />
          </MenuItem>
        ))}
      </ToolbarMenu>
      <Typography role="status" variant="body2" color="text.secondary" sx={{ minWidth: 64 }}>
        {chosen.length > 0 && translate('orders.chosen', { count: chosen.length })}
      </Typography>
      <Box sx={{ flex: 1 }} />
      {children}
      <Tooltip title={translate('orders.keys.title')}>
        <IconButton
          aria-label={translate('orders.keys.title')}
          aria-haspopup="dialog"
          onClick={onHelp}
          // A phone has no keys.
          sx={{ display: { xs: 'none', sm: 'inline-flex' } }}
        >
          <KeyboardOutlined fontSize="small" />
        </IconButton>
      </Tooltip>
    </Box>
  )
}

/** A button with its name that opens a menu; any entry closes it. */
function ToolbarMenu({ name, children }: { name: string; children: ReactNode }) {
  // The anchor stays when the menu closes: the menu fades where it was.
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [open, setOpen] = useState(false)
  const id = useId()
  const close = () => setOpen(false)
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
        onClose={close}
        slotProps={{
          list: {
            'aria-labelledby': `${id}button`,
            // A click on a disabled entry arrives at the list itself.
            onClick: (event: MouseEvent) => event.target !== event.currentTarget && close(),
          },
        }}
      >
        {children}
      </Menu>
    </>
  )
}

/** On a phone: what can be done with the chosen orders, above the bottom bar, as long as there are any. */
export function ThumbBar({ mailbox }: { mailbox: Mailbox }) {
  const translate = useTranslate()
  const { actions, chosen, isPossible, run } = mailbox
  if (chosen.length === 0) return null
  return (
    <Box
      role="toolbar"
      aria-label={translate('orders.action.open')}
      sx={{
        position: 'sticky',
        bottom: ABOVE_BAR,
        zIndex: 2,
        mx: -2,
        [LOW]: { position: 'static' },
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
        {actions
          .filter(action => isPossible(action, chosen))
          .map(action => (
            <MailActionButton key={action} action={action} onClick={() => run(action, chosen)} />
          ))}
      </Box>
    </Box>
  )
}
