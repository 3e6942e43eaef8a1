/** Bounds of a number or time: from and to, or for a time a duration before or after now. */
import { Box, MenuItem, TextField } from '@mui/material'
import { useResourceContext } from 'ra-core'
import { type ReactNode, useState } from 'react'
import { formatTime, KOREA_OFFSET_MS, type Zone } from '../../../domain/dates'
import type { CompiledField } from '../../../engine/compiled'
import { useConfig, useTranslate } from '../../config'
import { useZone } from '../../ui/time/zones'
import { relativeOf, type Unit } from './boundText'
import type { Bounds, FilterProps } from './filterValues'

export default function RangeInput({ filter, value, onChange }: FilterProps) {
  const translate = useTranslate()
  const resource = useConfig().resources[useResourceContext() ?? '']
  const field = resource?.fields[filter.field ?? filter.name]
  if (!field) return null
  const bounds = (value ?? {}) as Bounds
  const Inputs = field.type === 'number' ? NumberInputs : TimeInputs
  return (
    <Box
      component="fieldset"
      sx={{ border: 0, p: 0, m: 0, display: 'flex', flexWrap: 'wrap', gap: 1, minWidth: 0 }}
    >
      <Box component="legend" sx={{ p: 0, mb: 0.5, fontSize: 12, color: 'text.secondary' }}>
        {translate(filter.label)}
      </Box>
      <Inputs field={field} bounds={bounds} onChange={onChange} />
    </Box>
  )
}

interface InputsProps {
  field: CompiledField
  bounds: Bounds
  /** `undefined` without bounds. */
  onChange: (bounds: Bounds | undefined) => void
}

const WIDTH = { flex: '1 1 72px', minWidth: 72 }

function NumberInputs({ bounds, onChange }: InputsProps) {
  return (['gte', 'lte'] as const).map(side => (
    <TypedNumber
      key={side}
      label={`forms.filters.range.${side}`}
      value={bounds[side] === undefined ? '' : String(bounds[side])}
      onCommit={text => {
        const { [side]: _, ...others } = bounds
        const next = text === '' ? others : { ...others, [side]: Number(text) }
        onChange(Object.keys(next).length > 0 ? next : undefined)
      }}
    />
  ))
}

/** A number that is reported when it is complete: on Enter, or when the user leaves the field. */
function TypedNumber(props: {
  label: string
  value: string
  onCommit: (text: string) => void
  min?: number
}) {
  const { label, value, onCommit, min } = props
  const [typed, setTyped] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  // A bound that was changed elsewhere, such as by a reset, replaces what is typed.
  if (value !== lastValue) {
    setLastValue(value)
    setTyped(value)
  }
  const commit = () => typed.trim() !== value && Number.isFinite(Number(typed)) && onCommit(typed.trim())
  return (
    <TextField
      type="number"
      size="small"
      label={useTranslate()(label)}
      value={typed}
      onChange={event => setTyped(event.target.value)}
      onBlur={commit}
      onKeyDown={event => event.key === 'Enter' && commit()}
      sx={WIDTH}
      slotProps={{ htmlInput: { min, step: 'any' }, inputLabel: { shrink: true } }}
    />
  )
}

/**
 * Bounds relative to now: `past` within the last period, `over` longer ago, `next` within the coming period. `days`: a
 * first and a last day.
 */
const MODES = ['past', 'over', 'next', 'days'] as const
type Mode = (typeof MODES)[number]

const TIME_UNITS: readonly Unit[] = ['h', 'd', 'w', 'm']
const DAY_UNITS: readonly Unit[] = ['d', 'w', 'm', 'y']

function TimeInputs({ field, bounds, onChange }: InputsProps) {
  const isDay = field.type === 'date'
  const units = isDay ? DAY_UNITS : TIME_UNITS
  const chosenPeriod = readBounds(bounds)
  // What the user has chosen so far: a unit and a mode without a number make no bounds yet.
  const [draft, setDraft] = useState<Period>({ mode: 'over', count: '', unit: units[0]! })
  const { mode, count, unit } = chosenPeriod && draft.mode !== 'days' ? chosenPeriod : draft
  const now = isDay ? 'today' : 'now'
  const apply = (change: Partial<Period>) => {
    const next = { mode, count, unit, ...change }
    setDraft(next)
    const length = Math.min(Math.floor(Math.abs(Number(next.count))), 9999)
    if (next.mode === 'days') return
    if (!length) onChange(undefined)
    else if (next.mode === 'past') onChange({ gte: `${now}-${length}${next.unit}` })
    else if (next.mode === 'over') onChange({ lte: `${now}-${length}${next.unit}` })
    else onChange({ gte: now, lte: `${now}+${length}${next.unit}` })
  }
  return (
    <>
      {mode !== 'days' && (
        <>
          <TypedNumber
            label="forms.filters.range.count"
            value={count}
            min={1}
            onCommit={text => apply({ count: text })}
          />
          <Choice
            label="forms.filters.range.unit"
            value={unit}
            values={units}
            text={name => `forms.filters.range.units.${name}`}
            onChange={next => apply({ unit: next })}
          />
        </>
      )}
      <Choice
        label="forms.filters.range.mode"
        width="2 1 112px"
        value={mode}
        values={MODES}
        text={name => `forms.filters.range.${name}`}
        onChange={next => apply({ mode: next })}
      />
      {mode === 'days' && <DayInputs field={field} bounds={bounds} onChange={onChange} />}
    </>
  )
}

interface Period {
  mode: Mode
  count: string
  unit: Unit
}

function readBounds({ gte, lte }: Bounds): Period | undefined {
  if (gte === undefined && lte === undefined) return undefined
  const [from, to] = [relativeOf(String(gte ?? '')), relativeOf(String(lte ?? ''))]
  const bound = to ?? from
  if (!bound || (gte !== undefined && !from) || (lte !== undefined && !to))
    return { mode: 'days', count: '', unit: 'd' }
  const mode = !to ? 'past' : to.add < 0 ? 'over' : 'next'
  return { mode, count: String(Math.abs(bound.add)), unit: bound.unit }
}

/** The first and the last day, in the zone in which the list shows the field. */
function DayInputs({ field, bounds, onChange }: InputsProps) {
  const translate = useTranslate()
  const zone = useZone({ utcFirst: field.format === 'deviceTime' })
  const isDay = field.type === 'date'
  return (['gte', 'lte'] as const).map(side => (
    <TextField
      key={side}
      type="date"
      size="small"
      label={`${translate(`forms.filters.range.${side === 'gte' ? 'from' : 'to'}`)}${isDay ? '' : ` (${zone})`}`}
      defaultValue={isDay ? (bounds[side] ?? '') : formatTime(String(bounds[side] ?? ''), 'YYYY-MM-DD', zone)}
      onChange={event => {
        const day = event.target.value
        const { [side]: _, ...others } = bounds
        const next = day ? { ...others, [side]: isDay ? day : boundOfDay(day, side, zone) } : others
        onChange(Object.keys(next).length > 0 ? next : undefined)
      }}
      sx={WIDTH}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  ))
}

/** The first or last millisecond of a day in a zone. */
function boundOfDay(day: string, side: 'gte' | 'lte', zone: Zone): string {
  const start = Date.parse(`${day}T00:00:00Z`) - (zone === 'KST' ? KOREA_OFFSET_MS : 0)
  return new Date(side === 'gte' ? start : start + 86_400_000 - 1).toISOString()
}

interface ChoiceProps<Value extends string> {
  label: string
  width?: string
  value: Value
  values: readonly Value[]
  text: (value: Value) => string
  onChange: (value: Value) => void
}

function Choice<Value extends string>({
  label,
  width,
  value,
  values,
  text,
  onChange,
}: ChoiceProps<Value>): ReactNode {
  const translate = useTranslate()
  return (
    <TextField
      select
      size="small"
      label={translate(label)}
      value={value}
      onChange={event => onChange(event.target.value as Value)}
      sx={{ ...WIDTH, ...(width && { flex: width }) }}
      slotProps={{ inputLabel: { shrink: true } }}
    >
      {values.map(choice => (
        <MenuItem key={choice} value={choice}>
          {translate(text(choice))}
        </MenuItem>
      ))}
    </TextField>
  )
}
