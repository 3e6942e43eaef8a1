/** The keys of the mailbox, and the switch that turns them off. */
import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
  Switch,
} from '@mui/material'
import { useTranslate } from 'ra-core'
import { useId } from 'react'
import { KEYS, useKeysOn } from './useShortcuts'

export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const title = useId()
  const [on, setOn] = useKeysOn()
  return (
    <Dialog open fullWidth maxWidth="xs" onClose={onClose} aria-labelledby={title}>
      <DialogTitle id={title}>{translate('orders.keys.title')}</DialogTitle>
      <DialogContent>
        <Box
          component="dl"
          sx={{ m: 0, display: 'grid', gridTemplateColumns: 'auto 1fr', gap: 1, columnGap: 2 }}
        >
          {KEYS.map(([key, action]) => (
            <Box key={key} sx={{ display: 'contents' }}>
              <Box component="dt" sx={{ display: 'flex', gap: 0.5 }}>
                <Key name={key} />
                {action === 'next' && <Key name="↓" />}
                {action === 'previous' && <Key name="↑" />}
              </Box>
              <Box component="dd" sx={{ m: 0 }}>
                {translate(`orders.keys.${action}`)}
              </Box>
            </Box>
          ))}
        </Box>
        <FormControlLabel
          sx={{ mt: 2 }}
          control={<Switch checked={on} onChange={(_, next) => setOn(next)} />}
          label={translate('orders.keys.on')}
        />
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button onClick={onClose} autoFocus>
          {translate('ra.action.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function Key({ name }: { name: string }) {
  return (
    <Box
      component="kbd"
      sx={{
        px: 0.75,
        minWidth: 26,
        textAlign: 'center',
        border: 1,
        borderColor: 'divider',
        borderRadius: 0.5,
        fontFamily: 'inherit',
        fontSize: 13,
      }}
    >
      {name}
    </Box>
  )
}
