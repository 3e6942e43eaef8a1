/** Formats that show a state as a coloured dot with a word. */
import { useLocale, useTranslate } from 'ra-core'
import { memo } from 'react'
import { signalGrade } from '../../../domain/signal'
import { useConfig } from '../../config'
import { SignalBars } from '../../ui/SignalBars'
import { StatusDot } from '../../ui/StatusDot'
import { elapsedTime } from '../../ui/time/TimeText'
import { useNow } from '../../ui/time/useNow'
import { type CellProps, numberOf } from './cell'
import { connectionOf } from './connection'

export const STATUS_CELLS = {
  /** §2: the signal in dBm, with bars in the colour of its grade; blank without a signal. */
  signal: memo(({ value }: CellProps) => {
    const translate = useTranslate()
    const { signal } = useConfig().app.limits
    const rsrp = numberOf(value)
    const grade = signalGrade(rsrp, signal)
    if (!grade || rsrp === undefined) return null
    // A real minus sign (U+2212), which screen readers read out.
    const figure = String(rsrp).replace('-', '\u2212')
    return (
      <SignalBars
        grade={grade}
        figure={figure}
        description={translate('forms.signal.name', {
          grade: translate(`forms.signal.${grade}`),
          dbm: `${figure} dBm`,
        })}
      />
    )
  }),

  /** A boolean as a green or red dot; the words `forms.dot.{field}.on` and `.off`, else yes and no (§2). */
  dot: memo(({ value, name }: CellProps) => {
    const translate = useTranslate()
    if (value === undefined || value === null) return null
    const word = translate(value ? `forms.dot.${name}.on` : `forms.dot.${name}.off`, {
      _: translate(value ? 'forms.yes' : 'forms.no'),
    })
    return <StatusDot tone={value ? 'success' : 'danger'} label={word} />
  }),

  /** Whether a device is online, and for how long (§4). */
  connection: memo(({ value, record }: CellProps) => {
    const translate = useTranslate()
    const locale = useLocale()
    const now = useNow()
    if (value === undefined) return null
    const { isOnline, since, tone } = connectionOf(record, now)
    if (tone === 'hollow') return <StatusDot tone={tone} label={translate('forms.connection.never')} />
    return (
      <span className="connection">
        <StatusDot tone={tone} label={translate(`orders.connectivity.${isOnline ? 'linked' : 'closed'}`)} />
        <span className="since">
          {translate('forms.connection.for', { time: elapsedTime(since, now, locale) })}
        </span>
      </span>
    )
  }),
}
