/** Which widgets stand on the dashboard, and in which order: a list that the keyboard can use as well as the mouse. */
import ArrowDownward from '@mui/icons-material/ArrowDownward'
import ArrowUpward from '@mui/icons-material/ArrowUpward'
import DashboardCustomize from '@mui/icons-material/DashboardCustomizeOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import Popover from '@mui/material/Popover'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'ra-core'
import { type Ref, useId, useState } from 'react'
import type { CompiledWidget } from '../../../engine/compiled'
import { useWords } from '../../config'
import { inert } from '../../forms/inert'
import { type Arrangement, arranged, close, isClosed, move, NO_ARRANGEMENT, restore } from './arrangement'

interface Props {
  widgets: readonly CompiledWidget[]
  arrangement: Arrangement
  onChange: (arrangement: Arrangement) => void
  ref: Ref<HTMLButtonElement>
}

export function WidgetChooser({ widgets, arrangement, onChange, ref }: Props) {
  const translate = useTranslate()
  const words = useWords()
  const title = useId()
  const [opener, setOpener] = useState<HTMLElement | null>(null)
  const all = arranged(widgets, arrangement)
  const hidden = all.filter(({ name }) => isClosed(arrangement, name)).length

  return (
    <>
      <Button
        ref={ref}
        color="inherit"
        startIcon={<DashboardCustomize fontSize="small" />}
        aria-haspopup="dialog"
        aria-expanded={opener !== null}
        onClick={event => setOpener(event.currentTarget)}
      >
        {hidden > 0
          ? translate('dashboard.widget.arrangeHidden', { count: hidden })
          : translate('dashboard.widget.arrange')}
      </Button>
      <Popover
        open={opener !== null}
        anchorEl={opener}
        onClose={() => setOpener(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-labelledby': title, sx: { p: 2, minWidth: 280 } } }}
      >
        <Typography id={title} variant="h3" sx={{ mb: 1 }}>
          {translate('dashboard.widget.arrange')}
        </Typography>
        <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0 }}>
          {all.map(({ name, title: named }, at) => {
            const label = words(named)
            const closed = isClosed(arrangement, name)
            return (
              <Box
                key={name}
                component="li"
                sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 2 }}
              >
                <FormControlLabel
                  control={
                    <Checkbox
                      size="small"
                      checked={!closed}
                      onChange={() =>
                        onChange(closed ? restore(arrangement, name) : close(arrangement, name))
                      }
                    />
                  }
                  label={label}
                />
                <Box sx={{ whiteSpace: 'nowrap' }}>
                  {([-1, 1] as const).map(by => (
                    <IconButton
                      key={by}
                      size="small"
                      aria-label={translate(by < 0 ? 'dashboard.widget.up' : 'dashboard.widget.down', {
                        name: label,
                      })}
                      onClick={() => onChange(move(widgets, arrangement, name, by))}
                      {...inert(at + by < 0 || at + by >= all.length)}
                    >
                      {by < 0 ? <ArrowUpward fontSize="inherit" /> : <ArrowDownward fontSize="inherit" />}
                    </IconButton>
                  ))}
                </Box>
              </Box>
            )
          })}
        </Box>
        <Button size="small" onClick={() => onChange(NO_ARRANGEMENT)} sx={{ mt: 1 }}>
          {translate('dashboard.widget.reset')}
        </Button>
      </Popover>
    </>
  )
}
