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
import { type ReactNode, useId, useState } from 'react'
import { OutsideTimeGroup } from '../time/TimeGroup'
import { useIsPhone } from '../useIsPhone'
import { UnsavedChecksProvider, useUnsavedChecks } from './unsavedInput'

interface DialogFrameProps extends Pick<DialogProps, 'maxWidth' | 'fullWidth'> {
  title: string
  /** A question or warning. It makes the dialog an alertdialog: screen readers read it when the dialog opens. */
  text?: string
  /** Whether it does not fill the screen of a phone: for dialogs of a few lines. */
  small?: boolean
  /** The content is loading (`aria-busy`). */
  busy?: boolean
  /** Between title and content; does not scroll. */
  top?: ReactNode
  /** The label of a first button that closes the dialog. */
  closeLabel?: string
  /** The other buttons. */
  actions?: ReactNode
  /**
   * Called on Escape and on a click outside, after a question if there is unsaved input. Absent while the dialog must
   * stay open.
   */
  onClose?: () => void
  /** Called by a close button in the corner. Without it there is no such button. */
  onCross?: () => void
  children?: ReactNode
}

export function DialogFrame(props: DialogFrameProps) {
  const { title, text, small = false, busy, top, closeLabel, actions, onCross, children, ...dialog } = props
  const close = onCross ?? props.onClose
  const translate = useTranslate()
  const id = useId()
  const phone = useIsPhone()
  const { checks, hasInput } = useUnsavedChecks()
  /** Closes the dialog if the user agrees to lose unsaved input; undefined unless the question is open. */
  const [pendingClose, setPendingClose] = useState<() => void>()
  const askBefore = (leave: (() => void) | undefined) =>
    leave && (() => (hasInput() ? setPendingClose(() => leave) : leave()))
  return (
    <Dialog
      fullWidth
      {...dialog}
      onClose={askBefore(props.onClose)}
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
          onClick={askBefore(onCross)}
          sx={{ position: 'absolute', top: 12, right: 12 }}
        >
          <CloseIcon />
        </IconButton>
      )}
      <UnsavedChecksProvider checks={checks}>
        <OutsideTimeGroup>
          {top}
          <DialogContent aria-busy={busy} sx={{ pt: 0 }}>
            {text && <DialogContentText id={`${id}text`}>{text}</DialogContentText>}
            {children}
          </DialogContent>
        </OutsideTimeGroup>
      </UnsavedChecksProvider>
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
      {pendingClose && (
        <LeaveQuestion
          onLeave={() => {
            setPendingClose(undefined)
            pendingClose()
          }}
          onStay={() => setPendingClose(undefined)}
        />
      )}
    </Dialog>
  )
}

/** Asks whether to close a dialog with unsaved input. Not `ConfirmDialog`, which imports this file. */
function LeaveQuestion({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  const translate = useTranslate()
  return (
    <DialogFrame
      small
      maxWidth="xs"
      title={translate('records.leave.title')}
      text={translate('records.leave.text')}
      onClose={onStay}
      actions={
        <>
          <Button autoFocus color="inherit" onClick={onStay}>
            {translate('records.leave.stay')}
          </Button>
          <Button variant="contained" color="error" onClick={onLeave}>
            {translate('records.leave.leave')}
          </Button>
        </>
      }
    />
  )
}
