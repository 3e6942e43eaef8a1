/** On a phone the statistics are out of sight of the map: one line of them stands where the finger is. */
import Typography from '@mui/material/Typography'
import { useTranslate } from 'ra-core'
import { pairOf } from './figures'
import { useNumbers } from './useNumbers'
import { useScope } from './useScope'

export function ScopeLine() {
  const translate = useTranslate()
  const { devices, percent } = useNumbers()
  const { scope } = useScope()
  const { count = 0, linked, closed = 0 } = scope.figures ?? {}
  return (
    <Typography role="status" variant="body2" sx={{ mt: 1, minHeight: 20, width: '100%' }}>
      <strong>{scope.name}</strong> {scope.figures && devices(count)}
      {linked !== undefined &&
        ` · ${translate('dashboard.figure.linked.name')} ${percent(pairOf(linked, closed, count)[0])}`}
    </Typography>
  )
}
