/** What the map's colours stand for. */
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useTranslate } from 'ra-core'
import type { View } from './regions'

interface Props {
  views: readonly View[]
  view: View
  onChange: (view: View) => void
}

export function ViewSwitch({ views, view, onChange }: Props) {
  const translate = useTranslate()
  return (
    <ToggleButtonGroup
      size="small"
      exclusive
      value={view}
      aria-label={translate('dashboard.view.title')}
      onChange={(_, chosen: View | null) => chosen && onChange(chosen)}
      sx={{
        '& .MuiToggleButton-root': {
          textTransform: 'none',
          px: 1.5,
          py: 0.5,
          minHeight: 32,
          color: 'text.secondary',
        },
        '& .Mui-selected': { color: 'text.primary' },
      }}
    >
      {views.map(one => (
        <ToggleButton key={one} value={one}>
          {translate(`dashboard.view.${one}`)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
