/** Formats that show a value as text. */
import { Box } from '@mui/material'
import { useTranslate } from 'ra-core'
import { memo } from 'react'
import { levelName } from '../../../domain/authority'
import { formatBrn } from '../../../domain/brn'
import { formatPhone } from '../../../domain/phone'
import { padSerial } from '../../../domain/serial'
import { useConfig, useWords } from '../../config'
import { CopyableText } from '../../ui/text/CopyableText'
import { type CellProps, numberOf, textOf } from './cell'

const FIGURES = { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } as const

/** Never wrapped, and copied with one click. */
const copyable = (shown: (text: string) => string) =>
  memo(({ value, field, to }: CellProps) => {
    const words = useWords()
    const text = textOf(value)
    return text ? (
      <CopyableText value={text} label={words(field?.label)} to={to}>
        {shown(text)}
      </CopyableText>
    ) : null
  })

export const PLAIN_CELLS = {
  text: memo(({ value }: CellProps) => <>{textOf(value)}</>),
  identifier: copyable(text => text),
  /** §2: 3-4-4 groups; what is copied are the digits, which every other form takes. */
  phone: copyable(formatPhone),

  brn: memo(({ value }: CellProps) => <Box sx={FIGURES}>{formatBrn(textOf(value))}</Box>),

  /** §2: zeros in front, 8 digits. */
  serial: memo(({ value }: CellProps) => {
    const { limits } = useConfig().app
    return <Box sx={FIGURES}>{padSerial(textOf(value), limits.serialWidth)}</Box>
  }),

  /** §2: shown only above 0. */
  positive: memo(({ value }: CellProps) => {
    const number = numberOf(value)
    return number !== undefined && number > 0 ? <Box sx={FIGURES}>{number}</Box> : null
  }),

  /** A number with thousands separators; 0 in the secondary colour. */
  count: memo(({ value }: CellProps) => {
    const number = numberOf(value)
    if (number === undefined) return null
    return (
      <Box sx={FIGURES} color={number === 0 ? 'text.secondary' : undefined}>
        {number.toLocaleString('ko-KR')}
      </Box>
    )
  }),

  yesNo: memo(({ value }: CellProps) => {
    const translate = useTranslate()
    return <>{value === undefined || value === null ? '' : translate(value ? 'forms.yes' : 'forms.no')}</>
  }),

  /** The label of a choice; the value itself where config does not name it. */
  choice: memo(({ value, field }: CellProps) => {
    const words = useWords()
    const values = Array.isArray(value) ? value : [value]
    const labels = values.map(one => {
      const choice = field?.choices?.find(other => String(other.value) === textOf(one))
      return choice ? words(choice.label) : textOf(one)
    })
    return <>{labels.filter(Boolean).join(', ')}</>
  }),

  /** The name of a level from its number (§6). */
  level: memo(({ value }: CellProps) => {
    const { levels } = useConfig()
    const words = useWords()
    const number = numberOf(value)
    return <>{number === undefined ? '' : words(levels.labels[levelName(number, levels.numbers)])}</>
  }),

  json: memo(({ value }: CellProps) => (
    <Box component="code" sx={{ fontSize: 12 }}>
      {value === undefined || value === null ? '' : JSON.stringify(value)}
    </Box>
  )),
}
