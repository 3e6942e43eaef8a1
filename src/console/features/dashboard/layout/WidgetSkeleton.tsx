/** The placeholder of a widget's body. Part of the first load, so it must not import the widgets. */
import { Skeleton, Stack } from '@mui/material'
import type { ReactNode } from 'react'
import type { WidgetName } from '../../../../engine/compiled'
import { INSET, RING, ROW_HEIGHT } from './styles'

const ROWS = ['one', 'two', 'three', 'four'].map(row => <Skeleton key={row} height={ROW_HEIGHT} />)

const SHAPES: Record<WidgetName, ReactNode> = {
  map: <Skeleton variant="rounded" sx={{ flex: 1, mt: 2, opacity: 0.4 }} />,
  stats: (
    <>
      <Skeleton width={220} height={60} />
      <Skeleton variant="circular" width={RING} height={RING} sx={{ alignSelf: 'center' }} />
      <Skeleton height={72} />
      <Skeleton height={72} />
    </>
  ),
  vendors: ROWS,
  models: ROWS,
  clients: ROWS,
}

/** The minimum height in px, about that of the loaded widget. */
const MIN_HEIGHT: Partial<Record<WidgetName, Record<string, number>>> = {
  map: { xs: 950, sm: 474 },
  stats: { xs: 510, lg: 474 },
}

export const WidgetSkeleton = ({ name }: { name: WidgetName }) => (
  <Stack
    aria-hidden
    sx={{ flex: 1, justifyContent: 'space-between', minHeight: MIN_HEIGHT[name], px: INSET, pb: 2 }}
  >
    <Skeleton width="35%" />
    {SHAPES[name]}
  </Stack>
)
