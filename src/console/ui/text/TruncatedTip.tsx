/** The one tooltip of the page that shows a truncated text (`Truncated`) in full: on hover, on focus, or on tap. */
import { Tooltip } from '@mui/material'
import { useEffect, useState } from 'react'
import { isTruncated } from './Truncated'

interface TruncatedText {
  element: HTMLElement
  text: string
}

export function TruncatedTip() {
  const [shownText, setShownText] = useState<TruncatedText>()
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const show = ({ target }: Event) => {
      const element = truncatedTextAt(target)
      if (element) setShownText({ element, text: element.textContent ?? '' })
      setOpen(element !== undefined)
    }
    const hide = () => setOpen(false)
    const listeners = new AbortController()
    const { signal } = listeners
    for (const name of ['pointerover', 'focusin', 'click']) document.addEventListener(name, show, { signal })
    document.addEventListener('focusout', hide, { signal })
    // On scroll the text moves away from its tooltip.
    document.addEventListener('scroll', hide, { signal, capture: true })
    return () => listeners.abort()
  }, [])
  if (!shownText) return null
  return (
    <Tooltip
      open={open}
      title={shownText.text}
      onClose={() => setOpen(false)}
      slotProps={{
        popper: { anchorEl: shownText.element, 'aria-hidden': true, 'data-truncated-tip': '' } as object,
        tooltip: { sx: { maxWidth: 'min(480px, 90vw)', overflowWrap: 'anywhere', whiteSpace: 'pre-line' } },
      }}
    >
      <span hidden />
    </Tooltip>
  )
}

/** The truncated text around the target of an event, or within the target if that is a link or button. */
function truncatedTextAt(target: EventTarget | null): HTMLElement | undefined {
  if (!(target instanceof Element)) return undefined
  const around = target.closest<HTMLElement>('[data-truncated]')
  const within = target.matches('a, button') ? target.querySelectorAll<HTMLElement>('[data-truncated]') : []
  return [around, ...within].find(element => element && isTruncated(element)) ?? undefined
}
