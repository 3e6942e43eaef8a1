/** The legend of the map: the buttons that choose the view, and the classes of values with their colours. */
import { styled, ToggleButton, ToggleButtonGroup } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { MapModel } from './useMapModel'
import type { MapView } from './views'

export function ViewSwitch({ model: { views, view, setView } }: { model: MapModel }) {
  const translate = useTranslate()
  return (
    <ToggleButtonGroup
      size="small"
      exclusive
      value={view}
      aria-label={translate('dashboard.view.title')}
      onChange={(_, chosen: MapView | null) => chosen && setView(chosen)}
    >
      {views.map(name => (
        <ToggleButton
          key={name}
          value={name}
          sx={{
            px: 1.5,
            py: 0.5,
            minHeight: 32,
            color: 'text.secondary',
            '&.Mui-selected': { color: 'text.primary' },
          }}
        >
          {translate(`dashboard.view.${name}`)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}

const List = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'flex',
  flexWrap: 'wrap',
  gap: theme.spacing(0.5, 1.5),
  minHeight: 18,
  fontSize: 12,
  color: theme.palette.text.secondary,
  fontVariantNumeric: 'tabular-nums',
  '& li': { display: 'flex', alignItems: 'center', gap: 4, whiteSpace: 'nowrap' },
}))

export function Legend({ model: { view, classStarts, colours, format, mean } }: { model: MapModel }) {
  const translate = useTranslate()
  const classes = classStarts.map((start, index) => ({
    label: `${format(start)}~`,
    colour: colours.of(index, classStarts.length),
  }))
  return (
    <List aria-label={translate(`dashboard.legend.${view}`)}>
      {mean !== undefined && (
        <li>
          <strong>{translate(`dashboard.legend.mean.${view}`, { value: format(meanOf(view, mean)) })}</strong>
        </li>
      )}
      {[{ label: translate('dashboard.legend.none'), colour: colours.none }, ...classes].map(
        ({ label, colour }) => (
          <li key={label}>
            <Swatch
              aria-hidden
              data-colour
              sx={{ width: 14, height: 14, border: 1, borderColor: 'divider' }}
              style={{ backgroundColor: colour }}
            />
            <span>{label}</span>
          </li>
        ),
      )}
    </List>
  )
}

/** A mean number of devices is shown as an integer. */
const meanOf = (view: MapView, mean: number) => (view === 'count' ? Math.round(mean) : mean)

/** A colour sample beside a label; callers set `aria-hidden` and `data-colour`. */
export const Swatch = styled('span')({ width: 10, height: 10, flex: 'none', borderRadius: 2 })
