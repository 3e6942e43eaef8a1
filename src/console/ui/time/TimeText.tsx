/**
 * A time of the wire with its zone (§9, decision 36); blank when absent. It is a button that shows the time in the other zone and
 * how long ago that is: to the mouse, at keyboard focus and at a tap.
 */
import { ClickAwayListener, styled, Tooltip } from '@mui/material'
import { useLocale } from 'ra-core'
import { useState } from 'react'
import { formatTime, isAbsent, LONG_FORM, type Zone } from '../../../domain/dates'
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
  const [open, setOpen] = useState(false)
  const show = () => setOpen(true)
  const close = () => setOpen(false)
  return (
    // Not every browser takes the focus away from a button when something else is tapped.
    <ClickAwayListener onClickAway={close} mouseEvent={open && 'onPointerDown'} touchEvent={false}>
      <Tooltip
        describeChild
        // A finger that begins to scroll here opens nothing; a tap is a click.
        disableTouchListener
        open={open}
        onOpen={show}
        onClose={close}
        title={<OtherTime time={time} zone={zone === 'UTC' ? 'KST' : 'UTC'} />}
      >
        <TimeButton type="button" {...props} onClick={show}>
          <time dateTime={time}>{formatTime(time, form, zone)}</time>
          {!zoneInHead && ` ${zone}`}
        </TimeButton>
      </Tooltip>
    </ClickAwayListener>
  )
}

const TimeButton = styled('button')(({ theme }) => ({
  // Room for a finger, even where two times stand one above the other (WCAG 2.5.8).
  minHeight: 24,
  padding: 0,
  border: 0,
  borderRadius: 2,
  background: 'none',
  color: 'inherit',
  font: 'inherit',
  textAlign: 'inherit',
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
  cursor: 'help',
  '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: 2 },
}))

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
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(Math.trunc(seconds / size), unit)
}
