/** The words of a bound: "종료일시 11-27 10:00:00 UTC 이후", "오프라인: 24시간 이상 지남", "신호 -101 이하". */
import { formatTime, SHORT_FORM } from '../../../domain/dates'
import type { CompiledField, Words } from '../../../engine/compiled'
import { fill } from '../../../engine/i18n'
import { useTranslate } from '../../config'
import { useZone } from '../../ui/time/zones'

export type Unit = 'h' | 'd' | 'w' | 'm' | 'y'

/** A bound relative to now: `now-24h`, `today`. */
export interface Relative {
  add: number
  unit: Unit
}

/** Parses a relative bound. Smaller than `domain/dateBounds`, so that the first page need not load that. */
export function relativeOf(value: string): Relative | undefined {
  const [match, add = '0', unit = 'd'] = /^(?:today|now)(?:([+-]\d{1,4})([hdwmy]))?$/.exec(value) ?? []
  return match === undefined ? undefined : { add: Number(add), unit: unit as Unit }
}

/** @param label of the range filter of the field, for relative bounds */
export function useBoundText() {
  const translate = useTranslate()
  const deviceZone = useZone({ utcFirst: true })
  const otherZone = useZone({ utcFirst: false })
  return (
    field: CompiledField,
    side: 'gte' | 'lte',
    value: string,
    label: Words | string = field.label,
  ): string => {
    const relative = field.type === 'number' ? undefined : relativeOf(value)
    if (relative) {
      const { add, unit } = relative
      const when = add === 0 ? 'now' : add < 0 ? 'past' : 'future'
      const time = fill(translate(`forms.filters.units.${unit}`), { count: Math.abs(add) })
      return translate(`forms.filters.${when}.${side}`, { name: translate(label), time })
    }
    const isTime = field.type === 'datetime' && value.includes('T')
    const zone = field.format === 'deviceTime' ? deviceZone : otherZone
    return translate(`forms.filters.${field.type === 'number' ? 'number' : 'time'}.${side}`, {
      name: translate(field.label),
      value: isTime ? `${formatTime(value, SHORT_FORM, zone)} ${zone}` : value,
    })
  }
}
