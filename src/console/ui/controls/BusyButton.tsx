/** A button that keeps the keyboard's focus while its work runs (decision 465). */
import { Button, type ButtonProps, CircularProgress } from '@mui/material'
import type { MouseEvent } from 'react'

interface BusyButtonProps extends Omit<ButtonProps, 'loading' | 'loadingIndicator' | 'loadingPosition'> {
  busy: boolean
}

/**
 * The library's `loading` disables the button: the focus falls to the page, where Escape and Tab no longer reach the
 * dialog. This one looks disabled, says so, does nothing when pressed, and stays where the keyboard is.
 */
export function BusyButton({ busy, disabled = false, children, onClick, ...props }: BusyButtonProps) {
  const isOff = busy || disabled
  const press = isOff ? (event: MouseEvent) => event.preventDefault() : onClick
  const spinner = <CircularProgress aria-hidden color="inherit" size={16} />
  return (
    <Button
      {...props}
      aria-disabled={isOff || undefined}
      aria-busy={busy || undefined}
      className={[props.className, isOff && 'Mui-disabled'].filter(Boolean).join(' ')}
      startIcon={busy && props.startIcon ? spinner : props.startIcon}
      onClick={press}
    >
      {busy && !props.startIcon ? (
        <>
          {/* The words keep their place and stay the button's name. */}
          <span style={{ opacity: 0 }}>{children}</span>
          <span style={{ position: 'absolute', display: 'inline-flex' }}>{spinner}</span>
        </>
      ) : (
        children
      )}
    </Button>
  )
}
