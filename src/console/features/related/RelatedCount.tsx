/** The number of records in the user's scope that refer to this record. */
import { Box } from '@mui/material'
import { type RaRecord, useGetList } from 'ra-core'
import type { CompiledRelated } from '../../../engine/compiled'
import type { LiveMeta } from '../../live'

interface RelatedCountProps {
  related: CompiledRelated
  id: RaRecord['id']
}

export function RelatedCount({ related: { resource, by }, id }: RelatedCountProps) {
  const { total } = useGetList(
    resource,
    {
      pagination: { page: 1, perPage: 1 },
      sort: { field: 'id', order: 'ASC' },
      filter: { [by]: id },
      meta: { live: [resource] } satisfies LiveMeta,
    },
    { retry: false, placeholderData: previous => previous },
  )
  // No number after an error: the tab itself shows the error.
  if (total === undefined) return null
  return (
    <Box component="span" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
      {total.toLocaleString('ko-KR')}
    </Box>
  )
}
