/** A button that opens a list of parts, to choose which are shown and in which order, with the keyboard as well as the mouse. */
import ArrowDownward from '@mui/icons-material/ArrowDownward'
import ArrowUpward from '@mui/icons-material/ArrowUpward'
import {
  Box,
  Button,
  type ButtonProps,
  Checkbox,
  FormControlLabel,
  IconButton,
  Popover,
  Typography,
} from '@mui/material'
import { useTranslate } from 'ra-core'
import { useId, useState } from 'react'
import { focusableWhenDisabled } from './focusableWhenDisabled'

interface ArrangeButtonProps extends Pick<ButtonProps, 'ref' | 'size' | 'startIcon' | 'children'> {
  /** Of the list. */
  title: string
  /** In the order in which they are shown. */
  parts: readonly { name: string; label: string; shown: boolean }[]
  onShow: (name: string, shown: boolean) => void
  onMove: (name: string, by: -1 | 1) => void
  /** The button that brings back what config says. */
  reset: string
  /** Absent where nothing was changed. */
  onReset: (() => void) | undefined
}

const MOVES = [
  { by: -1, label: 'shell.arrange.up', Icon: ArrowUpward },
  { by: 1, label: 'shell.arrange.down', Icon: ArrowDownward },
] as const

export function ArrangeButton(props: ArrangeButtonProps) {
  const { title, parts, onShow, onMove, reset, onReset, ...button } = props
  const translate = useTranslate()
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Button
        {...button}
        color="inherit"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={event => setAnchor(event.currentTarget)}
      />
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-labelledby': id, sx: { p: 2, minWidth: 260 } } }}
      >
        <Typography id={id} variant="h3" sx={{ mb: 1 }}>
          {title}
        </Typography>
        <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0 }}>
          {parts.map(({ name, label, shown }, at) => (
            <Box key={name} component="li" sx={{ display: 'flex', alignItems: 'center' }}>
              <FormControlLabel
                sx={{ flex: 1 }}
                control={<Checkbox size="small" checked={shown} />}
                onChange={(_, checked) => onShow(name, checked)}
                label={label}
              />
              {MOVES.map(move => (
                <IconButton
                  key={move.by}
                  size="small"
                  aria-label={translate(move.label, { name: label })}
                  onClick={() => onMove(name, move.by)}
                  {...focusableWhenDisabled(at + move.by < 0 || at + move.by >= parts.length)}
                >
                  <move.Icon fontSize="inherit" />
                </IconButton>
              ))}
            </Box>
          ))}
        </Box>
        <Button size="small" sx={{ mt: 1 }} onClick={onReset} {...focusableWhenDisabled(!onReset)}>
          {reset}
        </Button>
      </Popover>
    </>
  )
}
