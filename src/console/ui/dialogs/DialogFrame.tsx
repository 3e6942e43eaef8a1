/** Every dialog: its title, what stays in sight above what scrolls, and its buttons. On a phone it fills the screen. */
import CloseIcon from '@mui/icons-material/Close'
import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  type DialogProps,
  DialogTitle,
  IconButton,
} from '@mui/material'
import { useTranslate } from 'ra-core'
import { type ReactNode, useId } from 'react'
import { OutsideTimeGroup } from '../time/TimeGroup'
import { useIsPhone } from '../useIsPhone'

interface DialogFrameProps extends Pick<DialogProps, 'maxWidth' | 'fullWidth'> {
  title: string
  /** The text of a question or warning, which a screen reader reads with the title when it opens. */
  text?: string
  /** A few lines, which stay a small window on a phone as well. */
  small?: boolean
  /** What it shows is on its way. */
  busy?: boolean
  /** In sight above what scrolls. */
  top?: ReactNode
  /** The label of a first button, which also closes it. */
  closeLabel?: string
  /** The other buttons. */
  actions?: ReactNode
  /** By Escape and a click outside; absent while it must not be closed. */
  onClose?: () => void
  /** By a cross in the corner, where there is to be one. */
  onCross?: () => void
  children?: ReactNode
}

export function DialogFrame(props: DialogFrameProps) {
  const { title, text, small = false, busy, top, closeLabel, actions, onCross, children, ...dialog } = props
  const close = onCross ?? props.onClose
  const translate = useTranslate()
  const id = useId()
  const phone = useIsPhone()
  return (
    <Dialog
      fullWidth
      {...dialog}
      open
      fullScreen={phone && !small}
      role={text ? 'alertdialog' : undefined}
      aria-labelledby={`${id}title`}
      aria-describedby={text && `${id}text`}
    >
      <DialogTitle id={`${id}title`} sx={onCross && { pr: 7 }}>
        {title}
      </DialogTitle>
      {onCross && (
        <IconButton
          aria-label={translate('ra.action.close')}
          onClick={onCross}
          sx={{ position: 'absolute', top: 12, right: 12 }}
        >
          <CloseIcon />
        </IconButton>
      )}
      <OutsideTimeGroup>
        {top}
        <DialogContent aria-busy={busy} sx={{ pt: 0 }}>
          {text && <DialogContentText id={`${id}text`}>{text}</DialogContentText>}
          {children}
        </DialogContent>
      </OutsideTimeGroup>
      {(closeLabel || actions) && (
        <DialogActions>
          {closeLabel && (
            <Button color="inherit" onClick={close} disabled={!close}>
              {closeLabel}
            </Button>
          )}
          {actions}
        </DialogActions>
      )}
    </Dialog>
  )
}
