/** What the deletion of a record does to others (`onDelete` of config), which the server counts before anybody agrees to it. */
import { Alert } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import type { AgreedRemoval, RemovalEffects } from '../../../contract/records'
import { own } from '../../../domain/own'
import { leadsFurther } from '../../../engine/referring'
import { useFleet } from '../../api/fleet'
import { useConfig, useWords } from '../../config'
import { reasonOf } from '../../failure'
import { RetryAlert } from '../../ui/states/RetryAlert'

interface Further {
  /** Whether it is known; where config says of nothing that it goes too or is emptied, it is. */
  isKnown: boolean
  further: ReactNode
  /** What is said of it, so that the server does nothing else; nothing where the server does not say. */
  agreed?: AgreedRemoval | undefined
  /** Counts once more. */
  again: () => void
}

export function useFurther(resource = '', id: string | number = ''): Further {
  const config = useConfig()
  const fleet = useFleet()
  const words = useWords()
  const translate = useTranslate()
  const enabled = leadsFurther(config, resource)
  const { data, error, isFetching, isSuccess, refetch } = useQuery({
    queryKey: [resource, 'removal', String(id)],
    queryFn: async ({ signal }) => {
      const found = (await fleet.removalEffects(resource, String(id), signal)) ?? NOTHING
      if (Array.isArray(found.deleted) && Array.isArray(found.cleared)) return found
      throw new Error('shell.failure.unreadable')
    },
    enabled,
    // Counted anew for each question.
    gcTime: 0,
    staleTime: 0,
  })
  const again = () => void refetch()
  if (!enabled) return { isKnown: true, further: null, again }
  if (error) {
    const why = (
      <RetryAlert severity="error" sx={{ mt: 2 }} onRetry={again}>
        {translate(reasonOf(error))}
      </RetryAlert>
    )
    return { isKnown: false, further: why, again }
  }
  const say = (key: string, counts: NonNullable<typeof data>['deleted']) => {
    const records = counts.map(({ resource: name, count }) =>
      translate('records.delete.counted', {
        resource: words(own(config.resources, name)?.label) || name,
        count: count.toLocaleString('ko-KR'),
      }),
    )
    return records.length > 0 ? [translate(key, { records: records.join(', ') })] : []
  }
  const lines = data
    ? [...say('records.delete.deletedToo', data.deleted), ...say('records.delete.emptied', data.cleared)]
    : []
  return {
    isKnown: isSuccess && !isFetching,
    agreed:
      data && data !== NOTHING ? { deleted: sumOf(data.deleted), cleared: sumOf(data.cleared) } : undefined,
    again,
    further: lines.length > 0 && (
      <Alert severity="warning" role="status" sx={{ mt: 2, whiteSpace: 'pre-line' }}>
        {lines.join('\n')}
      </Alert>
    ),
  }
}

const sumOf = (counts: RemovalEffects['deleted']) => counts.reduce((sum, { count }) => sum + count, 0)

/** Of a server that has no such call. */
const NOTHING: RemovalEffects = { deleted: [], cleared: [] }
