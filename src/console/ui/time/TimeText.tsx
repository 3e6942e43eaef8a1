/**
 * A time of the wire with its zone (§9, decision 36); blank when absent. It is a button that shows the time in the
 * other zone and how long ago that is: to the mouse, at keyboard focus and at a tap.
 */
import { ClickAwayListener } from '@mui/material'
import { useLocale } from 'ra-core'
import { useRef } from 'react'
import { formatTime, isAbsent, LONG_FORM, type Zone } from '../../../domain/dates'
import { useTip } from '../text/useTip'
import { useTimeGroup } from './TimeGroup'
import { useNow } from './useNow'
import { useZone } from './zones'

interface TimeTextProps {
  /** ISO 8601 in UTC (decision 18). */
  time: string | null | undefined
  /** `SHORT_FORM` or `LONG_FORM` of domain/dates. */
  form?: string
  /** The user's switch decides about the zone: device tables and orders. */
  switched?: boolean
}

export const TimeText = ({ time, ...props }: TimeTextProps) =>
  !time || isAbsent(time) ? null : <Shown time={time} {...props} />

function Shown({ time, form = LONG_FORM, switched = false }: TimeTextProps & { time: string }) {
  const zone = useZone(switched)
  const { zoneInHead, props } = useTimeGroup()
  const other = <OtherTime time={time} zone={zone === 'UTC' ? 'KST' : 'UTC'} />
  // A finger that begins to scroll here opens nothing; a tap is a click.
  const shown = useRef<HTMLButtonElement>(null)
  const { props: tipProps, tip, open, close } = useTip(other, { describes: true, withoutTouch: true })
  const button = (
    <button
      ref={shown}
      type="button"
      className="time"
      {...props}
      {...tipProps}
      onFocus={event => {
        props.onFocus?.()
        tipProps.onFocus(event)
      }}
      onClick={event => open(event.currentTarget)}
    >
      <time dateTime={time}>{formatTime(time, form, zone)}</time>
      {!zoneInHead && ` ${zone}`}
    </button>
  )
  return (
    <>
      {button}
      {/* Not every browser takes the focus away from a button when something else is tapped. */}
      {tip && (
        <ClickAwayListener
          onClickAway={({ target }) => !shown.current?.contains(target as Node) && close()}
          mouseEvent="onPointerDown"
          touchEvent={false}
        >
          {tip}
        </ClickAwayListener>
      )}
    </>
  )
}

function OtherTime({ time, zone }: { time: string; zone: Zone }) {
  const locale = useLocale()
  const now = useNow()
  return (
    <>
      {`${formatTime(time, LONG_FORM, zone)} ${zone}`}
      <br />
      {relativeTime(time, now, locale)}
    </>
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
  return relativeFormat(locale).format(Math.trunc(seconds / size), unit)
}

/** Made once for a language: a list has dozens of times. */
const relativeFormats = new Map<string, Intl.RelativeTimeFormat>()

function relativeFormat(locale: string): Intl.RelativeTimeFormat {
  const format = relativeFormats.get(locale) ?? new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  relativeFormats.set(locale, format)
  return format
}
