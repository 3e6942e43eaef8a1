/** Asks when the secret of a device ends, before the save that moves the device to another vendor. */
import { Button } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import type { FormerSecrets } from '../../../contract/deviceSecrets'
import { DialogFrame } from '../../ui/dialogs/DialogFrame'
import FormerSecretsChoice from './FormerSecretsChoice'

export interface MoveDialogProps {
  afterDays: number
  /** @param choice undefined if the user does not save */
  onAnswer: (choice?: FormerSecrets) => void
}

export default function MoveDialog({ afterDays, onAnswer }: MoveDialogProps) {
  const translate = useTranslate()
  const [choice, setChoice] = useState<FormerSecrets>('firstUse')
  return (
    <DialogFrame
      small
      maxWidth="xs"
      title={translate('secrets.move.title')}
      onClose={() => onAnswer()}
      closeLabel={translate('ra.action.cancel')}
      actions={
        <Button variant="contained" onClick={() => onAnswer(choice)}>
          {translate('secrets.move.yes')}
        </Button>
      }
    >
      <FormerSecretsChoice devices={1} afterDays={afterDays} value={choice} onChange={setChoice} />
    </DialogFrame>
  )
}
