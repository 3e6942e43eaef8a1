/** Lists the keyboard shortcuts of the mailbox, with a switch to turn them off. */
import { Box, Button, Chip, FormControlLabel, Switch } from '@mui/material'
import { useTranslate } from 'ra-core'
import { DialogFrame } from '../../../ui/dialogs/DialogFrame'
import { Facts } from '../../../ui/text/Facts'
import { KEYS, useShortcutsOn } from '../useShortcuts'

export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const [isOn, setOn] = useShortcutsOn()
  const close = (
    <Button onClick={onClose} autoFocus>
      {translate('ra.action.close')}
    </Button>
  )
  return (
    <DialogFrame title={translate('orders.keys.title')} maxWidth="xs" onClose={onClose} actions={close}>
      <Facts
        stacked
        facts={KEYS.map(({ key, name }) => ({
          name,
          label: (
            <Box sx={{ display: 'flex', gap: 0.5 }}>
              <Key name={key} />
              {name === 'next' && <Key name="↓" />}
              {name === 'previous' && <Key name="↑" />}
            </Box>
          ),
          value: translate(`orders.keys.${name}`),
        }))}
      />
      <FormControlLabel
        sx={{ mt: 2 }}
        control={<Switch checked={isOn} onChange={(_, next) => setOn(next)} />}
        label={translate('orders.keys.on')}
      />
    </DialogFrame>
  )
}

const Key = ({ name }: { name: string }) => (
  <Chip component="kbd" lang="en" size="small" variant="outlined" label={name} sx={{ borderRadius: 0.5 }} />
)
