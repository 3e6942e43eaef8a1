/** A button that opens a menu. A click on an entry closes it. */
import ArrowDropDown from '@mui/icons-material/ArrowDropDown'
import { Box, Button, ButtonBase, Menu } from '@mui/material'
import { type MouseEvent, type ReactNode, useId, useState } from 'react'
import { BAR_HEIGHT } from '../screenHeights'
import { Sentence } from '../text/Sentence'
import { TipButton } from './TipButton'

export interface MenuButtonProps {
  name: string
  /** If absent, the button shows its name as text. */
  icon?: ReactNode
  /** Shows the name below the icon, as in the bottom bar of a phone. */
  stacked?: boolean
  /** `MenuItem`s. */
  children: ReactNode
}

export function MenuButton({ name, icon, stacked = false, children }: MenuButtonProps) {
  // The anchor is kept when the menu closes. Without it the menu would change its container, and the closing
  // transition would restart there, never end, and cover the page.
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [open, setOpen] = useState(false)
  const id = useId()
  const close = () => setOpen(false)
  const button = {
    id: `${id}button`,
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    'aria-controls': open ? `${id}menu` : undefined,
    onClick: (event: MouseEvent<HTMLElement>) => {
      setAnchor(event.currentTarget)
      setOpen(true)
    },
  } as const
  const horizontal = icon ? 'right' : 'left'
  return (
    <>
      {!icon && (
        <Button
          {...button}
          variant="outlined"
          color="inherit"
          endIcon={<ArrowDropDown />}
          sx={{ borderColor: 'divider' }}
        >
          <Sentence text={name} />
        </Button>
      )}
      {icon && stacked && (
        <ButtonBase {...button} sx={STACKED_BUTTON}>
          {icon}
          <Box component="span">{name}</Box>
        </ButtonBase>
      )}
      {icon && !stacked && (
        <TipButton {...button} label={name}>
          {icon}
        </TipButton>
      )}
      <Menu
        id={`${id}menu`}
        anchorEl={anchor}
        open={open}
        onClose={close}
        // Rendered within the bar of the button, so that screen readers find the menu in the same landmark.
        container={anchor?.closest<HTMLElement>('header, nav')}
        anchorOrigin={{ vertical: stacked ? 'top' : 'bottom', horizontal }}
        transformOrigin={{ vertical: stacked ? 'bottom' : 'top', horizontal }}
        slotProps={{
          list: {
            'aria-labelledby': `${id}button`,
            // The target of a click on a disabled entry is the list itself: the menu stays open.
            onClick: (event: MouseEvent) => event.target !== event.currentTarget && close(),
          },
        }}
      >
        {children}
      </Menu>
    </>
  )
}

/** The styles of an entry in the bottom bar of a phone: an icon above a name. */
export const STACKED = {
  flex: '1 1 0',
  minWidth: 0,
  flexDirection: 'column',
  gap: 0.5,
  minHeight: BAR_HEIGHT,
  fontSize: 12,
  '& svg': { fontSize: 22 },
} as const

const STACKED_BUTTON = {
  ...STACKED,
  fontFamily: 'inherit',
  lineHeight: 'inherit',
  fontWeight: 500,
  color: 'text.secondary',
  '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
} as const
