/** A wire time in UTC as §9 shows it; the Korean time and how long ago that is in the tooltip. Blank when absent. */
import Tooltip from '@mui/material/Tooltip'
import { useLocale, useTranslate } from 'ra-core'
import { formatKorean, formatUtc, isAbsent, LONG_FORM } from '../../domain/dates'

interface Props {
  /** ISO 8601 in UTC (decision 18). */
  time: string | null | undefined
  /** `SHORT_FORM` or `LONG_FORM` of domain/dates. */
  form?: string
}

export function TimeText({ time, form = LONG_FORM }: Props) {
  const translate = useTranslate()
  const locale = useLocale()
  if (!time || isAbsent(time)) return null
  const korean = translate('shell.time.korean', { time: formatKorean(time, LONG_FORM) })
  return (
    <Tooltip
      disableInteractive
      describeChild
      title={
        <>
          {korean}
          <br />
          {relativeTime(time, Date.now(), locale)}
        </>
      }
    >
      <time dateTime={time} style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
        {formatUtc(time, form)}
      </time>
    </Tooltip>
  )
}

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
]

/** "3분 전", "in 2 days": the largest unit that fits. */
export function relativeTime(time: string, now: number, locale: string): string {
  const seconds = Math.round((Date.parse(time) - now) / 1000)
  const [unit, size] = STEPS.find(([, length]) => Math.abs(seconds) >= length) ?? STEPS.at(-1)!
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(Math.trunc(seconds / size), unit)
}
