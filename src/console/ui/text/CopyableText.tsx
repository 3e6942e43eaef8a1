/** An identifier that is copied with one click: tabular figures, never wrapped. */
import Check from '@mui/icons-material/Check'
import ContentCopy from '@mui/icons-material/ContentCopy'
import { ButtonBase } from '@mui/material'
import { useNotify, useTranslate } from 'ra-core'
import { type MouseEvent, type ReactNode, useEffect, useState } from 'react'

interface Props {
  /** What is copied. */
  value: string
  /** What it is, for the button's name: "IMEI 복사". */
  label?: string
  /** How it is shown; the value itself when absent. */
  children?: ReactNode
}

const SHOWN_MS = 1_500

export function CopyableText({ value, label = '', children }: Props) {
  const translate = useTranslate()
  const notify = useNotify()
  const [copied, setCopied] = useState(false)

  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])

  const copy = async (event: MouseEvent) => {
    event.stopPropagation()
    try {
      await navigator.clipboard.writeText(value)
      setCopied(true)
    } catch {
      notify('shell.copy.failed', { type: 'warning' })
    }
  }

  const Icon = copied ? Check : ContentCopy
  return (
    <ButtonBase
      onClick={copy}
      disableRipple
      title={translate(copied ? 'shell.copy.done' : 'shell.copy.hint')}
      aria-label={`${label} ${value} ${translate(copied ? 'shell.copy.done' : 'shell.copy.action')}`.trim()}
      sx={{
        font: 'inherit',
        fontVariantNumeric: 'tabular-nums',
        whiteSpace: 'nowrap',
        borderRadius: 0.5,
        gap: 0.5,
        '& svg': { fontSize: 14, color: copied ? 'success.main' : 'text.secondary', opacity: copied ? 1 : 0 },
        '&:hover svg, &:focus-visible svg': { opacity: 1 },
      }}
    >
      {children ?? value}
      <Icon aria-hidden />
    </ButtonBase>
  )
}
