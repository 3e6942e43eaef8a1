/**
 * Shows the whole of a text that is cut (`Cut`), to the mouse, the keyboard and the finger; once for all texts of the
 * page.
 */
import { Tooltip } from '@mui/material'
import { useEffect, useState } from 'react'
import { isCut } from './Cut'

interface Shown {
  element: HTMLElement
  text: string
}

export function CutTip() {
  const [shown, setShown] = useState<Shown>()
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const show = ({ target }: Event) => {
      const element = cutAt(target)
      if (element) setShown({ element, text: element.textContent ?? '' })
      setOpen(element !== undefined)
    }
    const hide = () => setOpen(false)
    const listening = new AbortController()
    const { signal } = listening
    for (const name of ['pointerover', 'focusin', 'click']) document.addEventListener(name, show, { signal })
    document.addEventListener('focusout', hide, { signal })
    // What scrolls takes its text along.
    document.addEventListener('scroll', hide, { signal, capture: true })
    return () => listening.abort()
  }, [])
  if (!shown) return null
  return (
    <Tooltip
      open={open}
      title={shown.text}
      onClose={() => setOpen(false)}
      slotProps={{
        popper: { anchorEl: shown.element, 'aria-hidden': true, 'data-cut-tip': '' } as object,
        tooltip: { sx: { maxWidth: 'min(480px, 90vw)', overflowWrap: 'anywhere', whiteSpace: 'pre-line' } },
      }}
    >
      <span hidden />
    </Tooltip>
  )
}

/** The cut text that is meant: around what was pointed at, or within the control that has the focus. */
function cutAt(target: EventTarget | null): HTMLElement | undefined {
  if (!(target instanceof Element)) return undefined
  const around = target.closest<HTMLElement>('[data-cut]')
  const within = target.matches('a, button') ? target.querySelectorAll<HTMLElement>('[data-cut]') : []
  return [around, ...within].find(element => element && isCut(element)) ?? undefined
}
