/** The placeholder of a device's page while it loads, with the same height. */
import { Box, Card, Skeleton } from '@mui/material'
import type { CompiledPage } from '../../../engine/compiled'
import { LoadingStatus } from '../../ui/states/LoadingStatus'

/** The layout of sections and tabs: one column, on a wide screen two. */
export const PAGE_LAYOUT = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(320px, 4fr) minmax(0, 11fr)' },
} as const

/** The height of the tabs with the content of the first one. */
export const TABS_HEIGHT = 520

export function DeviceSkeleton({ page }: { page: CompiledPage }) {
  return (
    <Box sx={PAGE_LAYOUT} aria-busy>
      <LoadingStatus />
      <Box aria-hidden sx={{ display: 'grid', gap: 2 }}>
        {page.sections.map(({ fields }) => (
          <Card key={fields[0]} sx={{ p: 2 }}>
            <Skeleton variant="text" width="30%" height={32} />
            {fields.map(name => (
              <Skeleton key={name} variant="text" width="80%" height={26} />
            ))}
          </Card>
        ))}
      </Box>
      <Skeleton aria-hidden variant="rounded" height={TABS_HEIGHT} />
    </Box>
  )
}
