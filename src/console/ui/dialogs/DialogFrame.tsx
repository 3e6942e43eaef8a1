/** The frame of all dialogs: title, fixed top, scrolling content, and buttons. On a phone it fills the screen. */
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
  /** A question or warning. It makes the dialog an alertdialog: screen readers read it when the dialog opens. */
  text?: string
  /** Stays a small window on a phone, too: for dialogs of a few lines. */
  small?: boolean
  /** The content is loading (`aria-busy`). */
  busy?: boolean
  /** Between title and content; does not scroll. */
  top?: ReactNode
  /** The label of a first button that closes the dialog. */
  closeLabel?: string
  /** The other buttons. */
  actions?: ReactNode
  /** Called on Escape and on a click outside. Absent while the dialog must stay open. */
  onClose?: () => void
  /** Adds a close button in the corner, and is called by it. */
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
