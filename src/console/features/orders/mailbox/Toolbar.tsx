/**
 * The toolbar of the mailbox (§2): Select, Actions, "Search Orders"; and the bottom bar with the actions on a phone.
 */
import KeyboardOutlined from '@mui/icons-material/KeyboardOutlined'
import { Box, MenuItem, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { createElement, type ReactNode } from 'react'
import { MenuButton } from '../../../ui/controls/MenuButton'
import { TipButton } from '../../../ui/controls/TipButton'
import { ThumbBar } from '../../../ui/ThumbBar'
import { Sentence } from '../../../ui/text/Sentence'
import { MAIL_ACTIONS, MailActionButton } from './useMailActions'
import { CHOICES, type Mailbox } from './useMailbox'

interface ToolbarProps {
  mailbox: Mailbox
  onHelp: () => void
  /** Placed at the end of the toolbar. */
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
      <MenuButton name={translate('orders.select.open')}>
        {(Object.keys(CHOICES) as (keyof typeof CHOICES)[]).map(which => (
          <MenuItem key={which} onClick={() => choose(which)}>
            <Sentence text={translate(`orders.select.${which}`)} />
          </MenuItem>
        ))}
      </MenuButton>
      <MenuButton name={translate('orders.action.open')}>
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
      </MenuButton>
      <Typography role="status" variant="body2" color="text.secondary" sx={{ minWidth: 64 }}>
        {chosen.length > 0 && translate('orders.chosen', { count: chosen.length })}
      </Typography>
      <Box sx={{ flex: 1 }} />
      {children}
      <TipButton
        label="orders.keys.title"
        aria-haspopup="dialog"
        onClick={onHelp}
        // Phones have no keyboard.
        sx={{ display: { xs: 'none', sm: 'inline-flex' } }}
      >
        <KeyboardOutlined fontSize="small" />
      </TipButton>
    </Box>
  )
}

/** Numbers of orders per page that the user can choose besides the number of §9. */
const MORE_ROWS = [10, 20, 50]

interface RowsMenuProps {
  rows: number
  /** The number in config, which is the smallest choice. */
  fewest: number
  onChange: (rows: number) => void
}

/** A menu to choose the number of orders per page. */
export function RowsMenu({ rows, fewest, onChange }: RowsMenuProps) {
  const translate = useTranslate()
  return (
    <MenuButton name={translate('orders.rows', { count: rows })}>
      {[fewest, ...MORE_ROWS.filter(count => count > fewest)].map(count => (
        <MenuItem
          key={count}
          role="menuitemradio"
          aria-checked={count === rows}
          selected={count === rows}
          onClick={() => onChange(count)}
        >
          <span>{translate('orders.rows', { count })}</span>
        </MenuItem>
      ))}
    </MenuButton>
  )
}

/** On a phone, a bar above the bottom bar with the actions on the selected orders. */
export function ChosenBar({ mailbox }: { mailbox: Mailbox }) {
  const translate = useTranslate()
  const { actions, chosen, isPossible, run } = mailbox
  if (chosen.length === 0) return null
  return (
    <ThumbBar
      role="toolbar"
      aria-label={translate('orders.action.open')}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'space-between',
        py: 0.5,
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
    </ThumbBar>
  )
}
