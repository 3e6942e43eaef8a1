/** Whether a device is online, as dot and word, and how long it has been so (§4). */
import Box from '@mui/material/Box'
import { useLocale, useTranslate } from 'ra-core'
import { memo } from 'react'
import { connectivity } from '../../../domain/connectivity'
import { isAbsent } from '../../../domain/dates'
import { StatusDot } from '../../ui/StatusDot'
import { relativeTime } from '../../ui/TimeText'
import { useNow } from '../../ui/useNow'
import { type CellProps, textOf } from './cell'

export const ConnectionCell = memo(({ value, record }: CellProps) => {
  const translate = useTranslate()
  const locale = useLocale()
  const now = useNow()
  if (value === undefined) return null
  const linked = textOf(record.linked)
  const closed = textOf(record.closed)
  const state = connectivity({ linked, closed })
  const since = state === 'linked' || isAbsent(closed) ? linked : closed
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'baseline', gap: 1, whiteSpace: 'nowrap' }}
    >
      <StatusDot
        tone={state === 'linked' ? 'success' : 'neutral'}
        label={translate(`orders.connectivity.${state}`)}
      />
      {!isAbsent(since) && (
        <Box component="span" sx={{ color: 'text.secondary', fontSize: 12 }}>
          {relativeTime(since, now, locale)}
        </Box>
      )}
    </Box>
  )
})
