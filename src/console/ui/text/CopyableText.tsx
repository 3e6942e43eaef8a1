/**
 * An identifier that never wraps and is copied with one click. If it is a link, a button next to it copies the value.
 */
import { useNotify, useTranslate } from 'ra-core'
import { type MouseEvent, type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { FROM_HERE } from '../../recordPage'

interface Props {
  /** The copied text. */
  value: string
  /** The name of the value, for the button's label: "IMEI 복사". */
  label?: string
  /** The address, if it is a link. */
  to?: string | undefined
  /** How the value is shown. Default: the value itself. */
  children?: ReactNode
}

/** How long the button says that the value was copied. */
const SHOWN_MS = 1_500

/** SVG paths of Material's icons `ContentCopy` and `Check`: a list has forty of them, too many for MUI's components. */
const COPY_PATH =
  'M16 1H4c-1.1 0-2 .9-2 2v14h2V3h12zm3 4H8c-1.1 0-2 .9-2 2v14c0 1.1.9 2 2 2h11c1.1 0 2-.9 2-2V7c0-1.1-.9-2-2-2m0 16H8V7h11z'
const CHECK_PATH = 'M9 16.17 4.83 12l-1.42 1.41L9 19 21 7l-1.41-1.41z'

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

  const button = (
    <button
      type="button"
      className={copied ? 'copy copied' : 'copy'}
      onClick={copy}
      title={translate(copied ? 'shell.copy.done' : 'shell.copy.hint')}
      aria-label={`${label} ${value} ${translate(copied ? 'shell.copy.done' : 'shell.copy.action')}`.trim()}
    >
      {!to && <span>{children ?? value}</span>}
      <svg aria-hidden viewBox="0 0 24 24">
        <path d={copied ? CHECK_PATH : COPY_PATH} />
      </svg>
    </button>
  )
  if (!to) return button
  return (
    <span className="linked">
      <Link to={to} state={FROM_HERE} className="page-link">
        {children ?? value}
      </Link>
      {button}
    </span>
  )
}
