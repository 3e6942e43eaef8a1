/** Lists the keyboard shortcuts of a screen, with a switch to turn them off. */
import { Box, Button, Chip, FormControlLabel, Switch } from '@mui/material'
import { useTranslate } from 'ra-core'
import { type Key, secondKeyOf, useKeysOn } from '../controls/useKeys'
import { Facts } from '../text/Facts'
import { DialogFrame } from './DialogFrame'

interface KeysDialogProps {
  keys: readonly Key[]
  /** The i18n key that contains the descriptions of the shortcuts, by their names. */
  sentences: string
  onClose: () => void
}

export default function KeysDialog({ keys, sentences, onClose }: KeysDialogProps) {
  const translate = useTranslate()
  const [isOn, setOn] = useKeysOn()
  const close = (
    <Button onClick={onClose} autoFocus>
      {translate('ra.action.close')}
    </Button>
  )
  return (
    <DialogFrame title={translate('orders.keys.title')} maxWidth="xs" onClose={onClose} actions={close}>
      <Facts
        stacked
        facts={keys.map(({ key, name }) => ({
          name,
          label: (
            <Box sx={{ display: 'flex', gap: 0.5 }}>
              <KeyCap name={key} />
              {secondKeyOf(name) && <KeyCap name={secondKeyOf(name)!} />}
            </Box>
          ),
          value: translate(`${sentences}.${name}`),
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

const KeyCap = ({ name }: { name: string }) => (
  <Chip component="kbd" lang="en" size="small" variant="outlined" label={name} sx={{ borderRadius: 0.5 }} />
)
