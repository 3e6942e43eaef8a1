/**
 * What the deletion of a record does to other records (`onDelete` of config): the server counts it before the user
 * confirms.
 */
import { Alert } from '@mui/material'
import { useQuery } from '@tanstack/react-query'

import type { ReactNode } from 'react'
import type { AgreedRemoval, RemovalEffects } from '../../../contract/records'
import { own } from '../../../domain/own'
import { removalAffectsOthers } from '../../../engine/fields/referring'
import { useFleet } from '../../api/fleet'
import { useConfig, useTranslate } from '../../config'
import { reasonOf } from '../../failure'
import { RetryAlert } from '../../ui/states/RetryAlert'

interface Removal {
  /** False while the server counts; true at once where config deletes and empties nothing with the record. */
  isLoaded: boolean
  warning: ReactNode
  /** The counts that the user has seen: the server refuses to do anything else. Absent where the server gives none. */
  agreed?: AgreedRemoval | undefined
  recount: () => void
}

export function useRemovalEffects(resource = '', id: string | number = ''): Removal {
  const config = useConfig()
  const fleet = useFleet()
  const translate = useTranslate()
  const enabled = removalAffectsOthers(config, resource)
  const { data, error, isFetching, isSuccess, refetch } = useQuery({
    queryKey: [resource, 'removal', String(id)],
    queryFn: async ({ signal }) => {
      const found = (await fleet.removalEffects(resource, String(id), signal)) ?? NOTHING
      if (Array.isArray(found.deleted) && Array.isArray(found.cleared)) return found
      throw new Error('shell.failure.unreadable')
    },
    enabled,
    // Counted again for each question.
    gcTime: 0,
    staleTime: 0,
  })
  const recount = () => void refetch()
  if (!enabled) return { isLoaded: true, warning: null, recount }
  if (error) {
    const why = (
      <RetryAlert severity="error" onRetry={recount}>
        {translate(reasonOf(error))}
      </RetryAlert>
    )
    return { isLoaded: false, warning: why, recount }
  }
  const summary = (key: string, counts: NonNullable<typeof data>['deleted']) => {
    const records = counts.map(({ resource: name, count }) =>
      translate('records.delete.counted', {
        resource: translate(own(config.resources, name)?.label) || name,
        count: count.toLocaleString('ko-KR'),
      }),
    )
    return records.length > 0 ? [translate(key, { records: records.join(', ') })] : []
  }
  const lines = data
    ? [
        ...summary('records.delete.deletedToo', data.deleted),
        ...summary('records.delete.emptied', data.cleared),
      ]
    : []
  return {
    isLoaded: isSuccess && !isFetching,
    agreed:
      data && data !== NOTHING ? { deleted: sumOf(data.deleted), cleared: sumOf(data.cleared) } : undefined,
    recount,
    warning: lines.length > 0 && (
      <Alert severity="warning" role="status" sx={{ whiteSpace: 'pre-line' }}>
        {lines.join('\n')}
      </Alert>
    ),
  }
}

const sumOf = (counts: RemovalEffects['deleted']) => counts.reduce((sum, { count }) => sum + count, 0)

/** Stands for the answer of a server that does not have the call. */
const NOTHING: RemovalEffects = { deleted: [], cleared: [] }
