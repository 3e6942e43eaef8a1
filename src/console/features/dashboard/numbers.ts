/** Computes percentages, and formats counts and percentages. */
import { useLocale, useTranslate } from 'ra-core'
import { useMemo } from 'react'
import type { DeviceCounts } from './regions'

/** `percentOf(1, 3)` is 33.3. At least 0.1 for a part above 0, and at most 99.9 for a part below the whole. */
export function percentOf(part: number, whole: number): number {
  if (whole <= 0 || part <= 0) return 0
  if (part >= whole) return 100
  const tenthsOfPercent = Math.round((part / whole) * 1000)
  return Math.min(999, Math.max(1, tenthsOfPercent)) / 10
}

/** The percentages of two parts; they add up to 100 when the parts add up to the whole. */
export function percentPair(first: number, second: number, whole: number): [number, number] {
  const [firstPercent, secondPercent] = [percentOf(first, whole), percentOf(second, whole)]
  if (whole <= 0 || first + second !== whole) return [firstPercent, secondPercent]
  // The smaller part is rounded as elsewhere; the larger part gets the difference to 100.
  return first <= second ? [firstPercent, 100 - firstPercent] : [100 - secondPercent, secondPercent]
}

/** Formats numbers in the user's language. */
export function useNumbers() {
  const locale = useLocale()
  const translate = useTranslate()
  return useMemo(() => {
    const integer = new Intl.NumberFormat(locale)
    const oneDecimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
    const count = (value: number) => integer.format(value)
    const percent = (value: number) => `${oneDecimal.format(value)}%`
    return {
      count,
      percent,
      /** `['12,345대', '온라인 84.2%', '오프라인 15.8%']` in Korean; without percentages if they are unknown. */
      summary({ count: devices, linked, closed }: DeviceCounts): string[] {
        const total = translate('dashboard.devices', { count: count(devices) })
        if (linked === undefined || closed === undefined) return [total]
        const [online, offline] = percentPair(linked, closed, devices)
        return [
          total,
          `${translate('dashboard.figure.linked.name')} ${percent(online)}`,
          `${translate('dashboard.figure.closed.name')} ${percent(offline)}`,
        ]
      },
    }
  }, [locale, translate])
}
