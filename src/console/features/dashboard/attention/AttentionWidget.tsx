/** What needs attention: one tile for each kind of trouble, also without trouble, so that nothing moves. */
import { Box } from '@mui/material'
import { useTranslate } from '../../../config'
import { RetryAlert } from '../../../ui/states/RetryAlert'
import { INSET, TILES } from '../layout/styles'
import { WidgetFrame, type WidgetProps } from '../layout/WidgetFrame'
import { useAttention } from '../queries'
import { Tile } from './Tile'
import { useTiles } from './useTiles'

export function AttentionWidget(props: WidgetProps) {
  const { data } = useAttention()
  if (data === null) return null
  return <WidgetFrame {...props}>{() => <Tiles />}</WidgetFrame>
}

export function Tiles() {
  const translate = useTranslate()
  const { data, error, refetch } = useAttention()
  const tiles = useTiles()
  if (error && !data)
    return (
      <Box sx={{ px: INSET, pb: 2 }}>
        <RetryAlert severity="error" onRetry={() => void refetch()}>
          {translate('dashboard.attention.failedLoad')}
        </RetryAlert>
      </Box>
    )
  return (
    <Box component="ul" sx={{ ...TILES, px: INSET, pb: 2 }}>
      {tiles.map(({ name, ...tile }) => (
        <Tile key={name} {...tile} />
      ))}
    </Box>
  )
}
