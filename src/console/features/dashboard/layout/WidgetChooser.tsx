/** Which widgets are on the dashboard, and in which order: a list for the keyboard as well as the mouse. */
import ArrowDownward from '@mui/icons-material/ArrowDownward'
import ArrowUpward from '@mui/icons-material/ArrowUpward'
import DashboardCustomize from '@mui/icons-material/DashboardCustomizeOutlined'
import { Box, Button, Checkbox, FormControlLabel, IconButton, Popover, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { type Ref, useId, useState } from 'react'
import { useWords } from '../../../config'
import { inert } from '../../../forms/inert'
import { arranged, isClosed, move, NO_ARRANGEMENT, setClosed, useArrangement } from './arrangement'

const MOVES = [
  { by: -1, label: 'dashboard.widget.up', Icon: ArrowUpward },
  { by: 1, label: 'dashboard.widget.down', Icon: ArrowDownward },
] as const

export function WidgetChooser({ ref }: { ref: Ref<HTMLButtonElement> }) {
  const translate = useTranslate()
  const words = useWords()
  const titleId = useId()
  const { widgets, arrangement, setArrangement } = useArrangement()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const all = arranged(widgets, arrangement)
  const hidden = all.filter(({ name }) => isClosed(arrangement, name)).length

  return (
    <>
      <Button
        ref={ref}
        color="inherit"
        startIcon={<DashboardCustomize fontSize="small" />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={event => setAnchor(event.currentTarget)}
      >
        {hidden > 0
          ? translate('dashboard.widget.arrangeHidden', { count: hidden })
          : translate('dashboard.widget.arrange')}
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-labelledby': titleId, sx: { p: 2, minWidth: 280 } } }}
      >
        <Typography id={titleId} variant="h3" sx={{ mb: 1 }}>
          {translate('dashboard.widget.arrange')}
        </Typography>
        <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0 }}>
          {all.map(({ name, title }, at) => (
            <Box key={name} component="li" sx={{ display: 'flex', alignItems: 'center' }}>
              <FormControlLabel
                sx={{ flex: 1 }}
                control={<Checkbox size="small" checked={!isClosed(arrangement, name)} />}
                onChange={(_, checked) => setArrangement(setClosed(arrangement, name, !checked))}
                label={words(title)}
              />
              {MOVES.map(({ by, label, Icon }) => (
                <IconButton
                  key={by}
                  size="small"
                  aria-label={translate(label, { name: words(title) })}
                  onClick={() => setArrangement(move(widgets, arrangement, name, by))}
                  {...inert(at + by < 0 || at + by >= all.length)}
                >
                  <Icon fontSize="inherit" />
                </IconButton>
              ))}
            </Box>
          ))}
        </Box>
        <Button size="small" onClick={() => setArrangement(NO_ARRANGEMENT)} sx={{ mt: 1 }}>
          {translate('dashboard.widget.reset')}
        </Button>
      </Popover>
    </>
  )
}
