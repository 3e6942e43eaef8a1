/**
 * A time of the API with its zone (§9, decision 36); blank if absent. On hover, keyboard focus or tap, a tooltip shows
 * the time in the other zone and how long ago it is.
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
  /** Whether the time is in UTC until the user chooses a zone: in device tables and orders. */
  utcFirst?: boolean
}

export const TimeText = ({ time, ...props }: TimeTextProps) =>
  !time || isAbsent(time) ? null : <Shown time={time} {...props} />

function Shown({ time, form = LONG_FORM, utcFirst = false }: TimeTextProps & { time: string }) {
  const zone = useZone({ utcFirst })
  const { zoneInHead, props } = useTimeGroup()
  const timeInOtherZone = <OtherTime time={time} zone={zone === 'UTC' ? 'KST' : 'UTC'} />
  const buttonRef = useRef<HTMLButtonElement>(null)
  // `withoutTouch`, so that scrolling with a finger does not open the tooltip; a tap opens it as a click.
  const {
    props: tipProps,
    tip,
    open,
    close,
  } = useTip(timeInOtherZone, { describes: true, withoutTouch: true })
  const button = (
    <button
      ref={buttonRef}
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
      {!zoneInHead && <span>{` ${zone}`}</span>}
    </button>
  )
  return (
    <>
      {button}
      {/* Needed because not every browser blurs a button when the user taps somewhere else. */}
      {tip && (
        <ClickAwayListener
          onClickAway={({ target }) => !buttonRef.current?.contains(target as Node) && close()}
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
      <span>{`${formatTime(time, LONG_FORM, zone)} ${zone}`}</span>
      <br />
      <span>{relativeTime(time, now, locale)}</span>
    </>
  )
}

const UNITS = [
  { unit: 'year', seconds: 365 * 86_400 },
  { unit: 'month', seconds: 30 * 86_400 },
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
  { unit: 'second', seconds: 1 },
] as const satisfies { unit: Intl.RelativeTimeFormatUnit; seconds: number }[]

/** The largest unit that fits, and how many of it. */
function inLargestUnit(distance: number) {
  const { unit, seconds } = UNITS.find(step => Math.abs(distance) >= step.seconds) ?? UNITS.at(-1)!
  return { unit, count: Math.trunc(distance / seconds) }
}

/** "3분 전", "in 2 days": the largest unit that fits. */
export function relativeTime(time: string, now: number, locale: string): string {
  const { unit, count } = inLargestUnit(Math.round((Date.parse(time) - now) / 1000))
  return relativeFormat(locale).format(count, unit)
}

/** "3분", "2 days": how long it has been since then, in the largest unit that fits; never negative. */
export function elapsedTime(time: string, now: number, locale: string): string {
  const { unit, count } = inLargestUnit(Math.max(0, Math.round((now - Date.parse(time)) / 1000)))
  return unitFormat(locale, unit).format(count)
}

/** Formats are cached by locale and unit, since a list has dozens of times. */
const unitFormats = new Map<string, Intl.NumberFormat>()
const relativeFormats = new Map<string, Intl.RelativeTimeFormat>()

function relativeFormat(locale: string): Intl.RelativeTimeFormat {
  const format = relativeFormats.get(locale) ?? new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  relativeFormats.set(locale, format)
  return format
}

function unitFormat(locale: string, unit: string): Intl.NumberFormat {
  const key = `${locale} ${unit}`
  const format =
    unitFormats.get(key) ?? new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' })
  unitFormats.set(key, format)
  return format
}
