/** A button that opens a menu; a click on any of its entries closes it. */
import ArrowDropDown from '@mui/icons-material/ArrowDropDown'
import { Box, Button, ButtonBase, Menu } from '@mui/material'
import { type MouseEvent, type ReactNode, useId, useState } from 'react'
import { BAR_HEIGHT } from '../screenHeights'
import { Sentence } from '../text/Sentence'
import { TipButton } from './TipButton'

export interface MenuButtonProps {
  name: string
  /** Absent for a button that shows its name. */
  icon?: ReactNode
  /** With its name beneath the icon, as the links of a phone's bottom bar. */
  stacked?: boolean
  /** The entries. */
  children: ReactNode
}

export function MenuButton({ name, icon, stacked = false, children }: MenuButtonProps) {
  // The anchor is kept when the menu closes: without it the menu would lose its container, and its closing transition
  // would start again elsewhere, never end, and cover the page.
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
        // In the bar it belongs to, so that it is found in that landmark.
        container={anchor?.closest<HTMLElement>('header, nav')}
        anchorOrigin={{ vertical: stacked ? 'top' : 'bottom', horizontal }}
        transformOrigin={{ vertical: stacked ? 'bottom' : 'top', horizontal }}
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

/** An entry of the bottom bar of a phone. */
export const STACKED = {
  flex: '1 1 0',
  minWidth: 0,
  flexDirection: 'column',
  gap: 0.25,
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
