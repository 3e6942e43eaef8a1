/**
 * Formats that show a value as text or as a time.
 *
 * Instead of `BooleanField`: its only name is on an icon that is aria-hidden (WCAG 1.1.1).
 * Instead of `DateField`: it formats in the time zone of the browser and does not name the zone (decision 36).
 */
import { Box } from '@mui/material'
import { memo } from 'react'
import { levelName } from '../../../domain/authority'
import { formatBrn } from '../../../domain/brn'
import { formatTime, LONG_FORM, SHORT_FORM } from '../../../domain/dates'
import { grouped } from '../../../domain/grouped'
import { formatPhone } from '../../../domain/phone'
import { padSerial } from '../../../domain/serial'
import { useConfig, useTranslate } from '../../config'
import { CopyableText } from '../../ui/text/CopyableText'
import { TimeText } from '../../ui/time/TimeText'
import { useZone } from '../../ui/time/zones'
import { type CellProps, numberOf, textOf } from './cell'

/** A text that never wraps and is copied with one click. @param format how it is shown; the raw text is copied */
const copyable = (format: (text: string) => string) =>
  memo(({ value, field, to }: CellProps) => {
    const translate = useTranslate()
    const text = textOf(value)
    return text ? (
      <CopyableText value={text} label={translate(field?.label)} to={to}>
        {format(text)}
      </CopyableText>
    ) : null
  })

/** The label of a choice; the raw value if config has no such choice. */
const Choice = memo(({ value, field }: CellProps) => {
  const translate = useTranslate()
  const values = Array.isArray(value) ? value : [value]
  const labels = values.map(item => {
    const choice = field?.choices?.find(other => String(other.value) === textOf(item))
    return choice ? translate(choice.label) : textOf(item)
  })
  return <>{labels.filter(Boolean).join(', ')}</>
})

export const PLAIN_CELLS = {
  text: memo(({ value }: CellProps) => <>{textOf(value)}</>),
  identifier: copyable(text => text),
  /** §2: shown in groups of 3-4-4; the bare digits are copied, which every form accepts. */
  phone: copyable(formatPhone),

  brn: memo(({ value }: CellProps) => <div className="figures">{formatBrn(textOf(value))}</div>),

  /** §2: 8 digits, padded with zeros. */
  serial: memo(({ value }: CellProps) => {
    const { limits } = useConfig().app
    return <div className="figures">{padSerial(textOf(value), limits.serialWidth)}</div>
  }),

  /** §2: shown only above 0. */
  positive: memo(({ value }: CellProps) => {
    const number = numberOf(value)
    return number !== undefined && number > 0 ? <div className="figures">{number}</div> : null
  }),

  /** A number with thousands separators; 0 in the secondary colour. */
  count: memo(({ value }: CellProps) => {
    const number = numberOf(value)
    if (number === undefined) return null
    return <div className={number === 0 ? 'figures quiet' : 'figures'}>{grouped(number)}</div>
  }),

  yesNo: memo(({ value }: CellProps) => {
    const translate = useTranslate()
    return <>{value === undefined || value === null ? '' : translate(value ? 'forms.yes' : 'forms.no')}</>
  }),

  choice: Choice,

  /** The name of the level with this number (§6), or the label of a choice that is not a number. */
  level: memo((props: CellProps) => {
    const translate = useTranslate()
    const { levels } = useConfig()
    const number = numberOf(props.value)
    if (number === undefined) return <Choice {...props} />
    return <>{translate(levels.labels[levelName(number, levels.numbers)])}</>
  }),

  json: memo(({ value }: CellProps) => (
    <Box component="code" sx={{ fontSize: 12 }}>
      {value === undefined || value === null ? '' : JSON.stringify(value)}
    </Box>
  )),
}

const DAY = 'YYYY-MM-DD'

/** Formats of a time with its zone (decision 36); blank without a time. */
export const TIME_CELLS = {
  deviceTime: memo(({ value }: CellProps) => <TimeText time={textOf(value)} form={SHORT_FORM} utcFirst />),

  time: memo(({ value }: CellProps) => <TimeText time={textOf(value)} form={LONG_FORM} />),

  /** A calendar day has no zone, so it is read in UTC. */
  date: memo(({ value, field }: CellProps) => {
    const zone = useZone({ utcFirst: false })
    const time = textOf(value)
    if (field?.type !== 'datetime') return formatTime(time, DAY, 'UTC')
    const day = formatTime(time, DAY, zone)
    return day && `${day} ${zone}`
  }),
}
