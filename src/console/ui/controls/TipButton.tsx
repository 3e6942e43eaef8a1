/**
 * A button with an icon and a name that a tooltip shows: react-admin's `IconButtonWithTooltip` with a tooltip mounted
 * when it is used.
 *
 * Instead of `IconButtonWithTooltip`: its tooltip renders the button a second time before the first paint.
 */
import { IconButton, type IconButtonProps } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { MouseEvent } from 'react'
import { useTip } from '../text/useTip'

interface TipButtonProps extends IconButtonProps {
  /** A key of the sentences, or the name itself. */
  label: string
}

export function TipButton({ label, onClick, ...button }: TipButtonProps) {
  const name = useTranslate()(label, { _: label })
  const { props, tip, close } = useTip(name)
  return (
    <>
      <IconButton
        aria-label={name}
        {...props}
        {...button}
        onClick={(event: MouseEvent<HTMLButtonElement>) => {
          // What it opens or moves would leave the tip behind.
          close()
          onClick?.(event)
        }}
      />
      {tip}
    </>
  )
}
