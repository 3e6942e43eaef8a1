/** A tile for each kind of problem. A tile without problems stays, so that nothing moves. */
import { Box } from '@mui/material'
import { useTranslate } from '../../../config'
import { RetryAlert } from '../../../ui/states/RetryAlert'
import { COLUMN_WIDTH, INSET, TILE_COLUMN, TILES } from '../layout/styles'
import { WidgetFrame, type WidgetProps } from '../layout/WidgetFrame'
import { useAttention } from '../queries'
import { Tile } from './Tile'
import { useTiles } from './useTiles'

export function AttentionWidget(props: WidgetProps) {
  const { data } = useAttention()
  if (data === null) return null
  const isColumn = props.widget.width <= COLUMN_WIDTH
  return <WidgetFrame {...props}>{full => <Tiles isColumn={isColumn && !full} />}</WidgetFrame>
}

export function Tiles({ isColumn = false }: { isColumn?: boolean }) {
  const translate = useTranslate()
  const { data, error, refetch } = useAttention()
  const tiles = useTiles({ asList: isColumn })
  if (error && !data)
    return (
      <Box sx={{ px: INSET, pb: 2 }}>
        <RetryAlert severity="error" onRetry={() => void refetch()}>
          {translate('dashboard.attention.failedLoad')}
        </RetryAlert>
      </Box>
    )
  return (
    <Box component="ul" sx={{ ...(isColumn ? TILE_COLUMN : TILES), px: INSET, pb: 2 }}>
      {tiles.map(({ name, ...tile }) => (
        <Tile key={name} {...tile} asList={isColumn} />
      ))}
    </Box>
  )
}
