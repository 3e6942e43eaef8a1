/** The placeholder of a widget's body. Part of the first load, so it must not import the widgets. */
import { Box, Skeleton, Stack } from '@mui/material'
import type { ReactNode } from 'react'
import type { WidgetName } from '../../../../engine/compiled'
import {
  CHART_HEAD,
  CHART_HEIGHT,
  COLUMN_WIDTH,
  COLUMNS,
  INSET,
  MAP_HEIGHT,
  RING,
  ROW_HEIGHT,
  TILE_COLUMN,
  TILE_HEIGHT,
  TILES,
} from './styles'

const ROWS = ['one', 'two', 'three', 'four'].map(row => <Skeleton key={row} height={ROW_HEIGHT} />)

const TILE_SHAPES = ['lost', 'below', 'failed', 'weak'].map(tile => (
  <Skeleton key={tile} variant="rounded" sx={{ height: 'auto', minHeight: TILE_HEIGHT, opacity: 0.4 }} />
))

const SHAPES: Record<Exclude<WidgetName, 'attention'>, ReactNode> = {
  map: <Skeleton variant="rounded" sx={{ flex: 1, mt: 2, opacity: 0.4 }} />,
  stats: (
    <>
      <Skeleton width={220} height={60} />
      <Skeleton variant="circular" width={RING} height={RING} sx={{ alignSelf: 'center' }} />
      <Skeleton height={72} />
      <Skeleton height={72} />
    </>
  ),
  history: <Skeleton variant="rounded" height={CHART_HEIGHT + CHART_HEAD} sx={{ opacity: 0.4 }} />,
  vendors: ROWS,
  models: ROWS,
  clients: ROWS,
}

/** Widgets that begin with a line of text. */
const HAS_TEXT: readonly WidgetName[] = ['map', 'stats', 'vendors', 'models', 'clients']

/** About the height of the loaded map. */
const BESIDE_MAP = `calc(100px + ${MAP_HEIGHT})`
const MIN_HEIGHT: Partial<Record<WidgetName, Record<string, number | string>>> = {
  map: { xs: 950, sm: BESIDE_MAP },
  stats: { xs: 510, lg: BESIDE_MAP },
}

interface WidgetSkeletonProps {
  name: WidgetName
  /** The width of the widget in columns of the grid. Only the tiles of the attention widget depend on it. */
  width?: number
}

export const WidgetSkeleton = ({ name, width = COLUMNS }: WidgetSkeletonProps) => (
  <Stack
    aria-hidden
    sx={{ flex: 1, justifyContent: 'space-between', minHeight: MIN_HEIGHT[name], px: INSET, pb: 2 }}
  >
    {HAS_TEXT.includes(name) && <Skeleton width="35%" />}
    {name === 'attention' ? (
      <Box sx={width <= COLUMN_WIDTH ? TILE_COLUMN : TILES}>{TILE_SHAPES}</Box>
    ) : (
      SHAPES[name]
    )}
  </Stack>
)
