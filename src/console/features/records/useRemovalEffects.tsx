/**
 * The effects of a deletion on other records (`onDelete` of config): before the user confirms, the server counts the
 * records that it would delete or change.
 */
import { Alert } from '@mui/material'
import { useQuery } from '@tanstack/react-query'

import type { ReactNode } from 'react'
import type { ExpectedRemoval, RemovalEffects } from '../../../contract/records'
import { ownValue } from '../../../domain/own'
import { removalAffectsOthers } from '../../../engine/fields/referrers'
import { useFleet } from '../../api/fleet'
import { useConfig, useTranslate } from '../../config'
import { reasonOf } from '../../failure'
import { RetryAlert } from '../../ui/states/RetryAlert'

interface Removal {
  /** False while the server counts. Always true if a deletion cannot affect other records. */
  isLoaded: boolean
  warning: ReactNode
  /** The counts shown to the user: the server refuses the deletion if they have changed. Absent on a basic server. */
  agreed?: ExpectedRemoval | undefined
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
      const effects = (await fleet.removalEffects(resource, String(id), signal)) ?? NO_EFFECTS
      if (Array.isArray(effects.deleted) && Array.isArray(effects.cleared)) return effects
      throw new Error('shell.failure.unreadable')
    },
    enabled,
    // Counted again each time the dialog opens.
    gcTime: 0,
    staleTime: 0,
  })
  const recount = () => void refetch()
  if (!enabled) return { isLoaded: true, warning: null, recount }
  if (error) {
    const retry = (
      <RetryAlert severity="error" onRetry={recount}>
        {translate(reasonOf(error))}
      </RetryAlert>
    )
    return { isLoaded: false, warning: retry, recount }
  }
  const summary = (key: string, counts: NonNullable<typeof data>['deleted']) => {
    const records = counts.map(({ resource: name, count }) =>
      translate('records.delete.counted', {
        resource: translate(ownValue(config.resources, name)?.label) || name,
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
      data && data !== NO_EFFECTS
        ? { deleted: sumOf(data.deleted), cleared: sumOf(data.cleared) }
        : undefined,
    recount,
    warning: lines.length > 0 && (
      <Alert severity="warning" role="status" sx={{ whiteSpace: 'pre-line' }}>
        {lines.join('\n')}
      </Alert>
    ),
  }
}

const sumOf = (counts: RemovalEffects['deleted']) => counts.reduce((sum, { count }) => sum + count, 0)

/** Used when a basic server (§7 only) does not have the call. */
const NO_EFFECTS: RemovalEffects = { deleted: [], cleared: [] }
