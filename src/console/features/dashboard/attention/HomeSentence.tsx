/** The sentence with which the dashboard begins: how many devices are online, and what went wrong. */
import { Box } from '@mui/material'
import { useTranslate } from '../../../config'
import { SENTENCE } from '../layout/styles'
import { useNumbers } from '../numbers'
import { useAttention, useStats } from '../queries'

export function HomeSentence() {
  const translate = useTranslate()
  const numbers = useNumbers()
  const amount = useStats().data?.amount
  const { lost, failed } = useAttention().data ?? {}
  const parts: { name: 'online' | 'lost' | 'failed'; params: Record<string, string>; isTrouble?: boolean }[] =
    []
  if (amount)
    parts.push({
      name: 'online',
      params: { total: numbers.count(amount.device), online: numbers.count(amount.linked) },
    })
  if (amount && lost)
    parts.push({ name: 'lost', params: { count: numbers.count(lost.count) }, isTrouble: lost.count > 0 })
  if (amount && failed)
    parts.push({
      name: 'failed',
      params: { count: numbers.count(failed.count) },
      isTrouble: failed.count > 0,
    })
  return (
    <Box component="p" className="tabular" sx={SENTENCE}>
      {parts.map(({ name, params, isTrouble }, index) => (
        <span key={name}>
          {index > 0 && <span>{' · '}</span>}
          <Box component="span" sx={isTrouble ? { color: 'text.primary', fontWeight: 600 } : undefined}>
            {translate(`dashboard.summary.${name}`, params)}
          </Box>
        </span>
      ))}
    </Box>
  )
}
