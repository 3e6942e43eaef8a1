/** An icon of the bar that opens a menu. */
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import Tooltip from '@mui/material/Tooltip'
import { type ReactNode, useId, useState } from 'react'

interface Props {
  name: string
  icon: ReactNode
  /** The entries; `close` shuts the menu. */
  children: (close: () => void) => ReactNode
}

export function MenuButton({ name, icon, children }: Props) {
  // The anchor stays when the menu shuts: with it would go its container, and what is about to fade would be drawn anew
  // elsewhere, never end, and cover the page.
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [open, setOpen] = useState(false)
  const id = useId()
  const close = () => setOpen(false)
  return (
    <>
      <Tooltip title={name}>
        <IconButton
          id={`${id}button`}
          aria-label={name}
          aria-haspopup="menu"
          aria-expanded={open}
          aria-controls={open ? `${id}menu` : undefined}
          onClick={event => {
            setAnchor(event.currentTarget)
            setOpen(true)
          }}
        >
          {icon}
        </IconButton>
      </Tooltip>
      <Menu
        id={`${id}menu`}
        anchorEl={anchor}
        open={open}
        onClose={close}
        // In the bar it belongs to, so that it is found in that landmark.
        container={anchor?.closest('header')}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ list: { 'aria-labelledby': `${id}button` } }}
      >
        {children(close)}
      </Menu>
    </>
  )
}
