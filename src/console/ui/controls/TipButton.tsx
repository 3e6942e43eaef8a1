/**
 * An icon button whose name is shown in a tooltip.
 *
 * Instead of `IconButtonWithTooltip`: its tooltip renders the button a second time before the first paint.
 */
import { IconButton, type IconButtonProps } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { MouseEvent } from 'react'
import { useTip } from '../text/useTip'

interface TipButtonProps extends IconButtonProps {
  /** An i18n key, or the name itself. */
  label: string
}

export function TipButton({ label, onClick, ...button }: TipButtonProps) {
  // `_` is the text for a label that is no i18n key.
  const name = useTranslate()(label, { _: label })
  const { props, tip, close } = useTip(name)
  return (
    <>
      <IconButton
        aria-label={name}
        {...props}
        {...button}
        onClick={(event: MouseEvent<HTMLButtonElement>) => {
          // The button may open something or move: the tooltip would stay behind.
          close()
          onClick?.(event)
        }}
      />
      {tip}
    </>
  )
}
