/** An identifier that is copied with one click: tabular figures, never wrapped; where it leads somewhere, by the button beside it. */
import Check from '@mui/icons-material/Check'
import ContentCopy from '@mui/icons-material/ContentCopy'
import { Box, ButtonBase } from '@mui/material'
import { useNotify, useTranslate } from 'ra-core'
import { type MouseEvent, type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { FROM_HERE } from '../../recordPage'

interface Props {
  /** What is copied. */
  value: string
  /** What it is, for the button's name: "IMEI 복사". */
  label?: string
  /** Where it leads to. */
  to?: string | undefined
  /** How it is shown; the value itself when absent. */
  children?: ReactNode
}

const SHOWN_MS = 1_500

export function CopyableText({ value, label = '', to, children }: Props) {
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
  const button = (
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
      {!to && (children ?? value)}
      <Icon aria-hidden />
    </ButtonBase>
  )
  if (!to) return button
  return (
    <Box component="span" sx={LINKED}>
      <Link to={to} state={FROM_HERE}>
        {children ?? value}
      </Link>
      {button}
    </Box>
  )
}

const LINKED = {
  display: 'inline-flex',
  alignItems: 'center',
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
  '& > a': {
    color: 'inherit',
    textDecorationColor: 'color-mix(in srgb, currentcolor 45%, transparent)',
    textUnderlineOffset: 3,
    py: 0.5,
  },
  '& > a:hover': { color: 'primary.main' },
  // Room for a finger (WCAG 2.5.8).
  '& > button': { minWidth: 24, minHeight: 24 },
  '&:hover svg': { opacity: 1 },
} as const
