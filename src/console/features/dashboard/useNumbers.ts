/** Counts and shares as the user's language writes them. */
import { useLocale, useTranslate } from 'ra-core'
import { useMemo } from 'react'

export interface Numbers {
  count: (value: number) => string
  /** `84.2%` */
  percent: (value: number) => string
  /** `12,345대` */
  devices: (value: number) => string
}

export function useNumbers(): Numbers {
  const locale = useLocale()
  const translate = useTranslate()
  return useMemo(() => {
    const whole = new Intl.NumberFormat(locale)
    const share = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
    return {
      count: value => whole.format(value),
      percent: value => `${share.format(value)}%`,
      devices: value => translate('dashboard.devices', { count: whole.format(value) }),
    }
  }, [locale, translate])
}
