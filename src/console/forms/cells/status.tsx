/** Formats that show a state as a coloured dot with a word. */
import { useLocale, useTranslate } from 'ra-core'
import { memo } from 'react'
import { connectivity } from '../../../domain/connectivity'
import { isAbsent } from '../../../domain/dates'
import { type SignalGrade, signalGrade } from '../../../domain/signal'
import { useConfig } from '../../config'
import { OnlineDot, StatusDot, type Tone } from '../../ui/StatusDot'
import { elapsedTime } from '../../ui/time/TimeText'
import { useNow } from '../../ui/time/useNow'
import { type CellProps, numberOf, textOf } from './cell'

export const STATUS_CELLS = {
  /** §2: the quality of the signal, graded by its rsrp in dBm; blank without a signal. */
  signal: memo(({ value }: CellProps) => {
    const translate = useTranslate()
    const { signal } = useConfig().app.limits
    const rsrp = numberOf(value)
    const grade = signalGrade(rsrp, signal)
    if (!grade || rsrp === undefined) return null
    // A real minus sign (U+2212), which screen readers read out.
    const dbm = `${String(rsrp).replace('-', '\u2212')} dBm`
    return (
      <StatusDot
        tone={grade satisfies SignalGrade & Tone}
        label={translate(`forms.signal.${grade}`)}
        description={translate('forms.signal.name', { grade: translate(`forms.signal.${grade}`), dbm })}
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
    const linked = textOf(record.linked)
    const closed = textOf(record.closed)
    const state = connectivity({ linked, closed })
    const since = state === 'linked' || isAbsent(closed) ? linked : closed
    if (isAbsent(since)) return <StatusDot tone="neutral" label={translate('forms.connection.never')} />
    return (
      <span className="connection">
        <OnlineDot online={state === 'linked'} />
        <span className="since">
          {translate('forms.connection.for', { time: elapsedTime(since, now, locale) })}
        </span>
      </span>
    )
  }),
}
