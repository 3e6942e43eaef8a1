/** A button that shows a spinner and keeps the focus while its action runs (decision 465). */
import { Button, type ButtonProps, CircularProgress } from '@mui/material'
import type { MouseEvent } from 'react'

interface BusyButtonProps extends Omit<ButtonProps, 'loading' | 'loadingIndicator' | 'loadingPosition'> {
  busy: boolean
}

/**
 * MUI's `loading` disables the button, which moves the focus to the page: Escape and Tab then no longer reach the
 * dialog. This button only looks disabled (`aria-disabled`), and ignores clicks.
 */
export function BusyButton({ busy, disabled = false, children, onClick, ...props }: BusyButtonProps) {
  const isDisabled = busy || disabled
  const press = isDisabled ? (event: MouseEvent) => event.preventDefault() : onClick
  const spinner = <CircularProgress aria-hidden color="inherit" size={16} />
  return (
    <Button
      {...props}
      aria-disabled={isDisabled || undefined}
      aria-busy={busy || undefined}
      className={[props.className, isDisabled && 'Mui-disabled'].filter(Boolean).join(' ')}
      startIcon={busy && props.startIcon ? spinner : props.startIcon}
      onClick={press}
    >
      {busy && !props.startIcon ? (
        <>
          {/* The invisible text keeps the button's width and accessible name. */}
          <span style={{ opacity: 0 }}>{children}</span>
          <span style={{ position: 'absolute', display: 'inline-flex' }}>{spinner}</span>
        </>
      ) : (
        // In an element: a translator replaces the text itself, and React could not remove it any more.
        <span>{children}</span>
      )}
    </Button>
  )
}
