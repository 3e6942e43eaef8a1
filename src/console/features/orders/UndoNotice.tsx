/** A notice that can take back what it tells. */
import { Button } from '@mui/material'
import { useCloseNotification, useTranslate } from 'ra-core'
import { Toast } from '../../ui/Toast'

export function UndoNotice({ text, onUndo }: { text: string; onUndo: () => void }) {
  const translate = useTranslate()
  const close = useCloseNotification()
  return (
    <Toast tone="info" text={text}>
      <Button
        size="small"
        onClick={() => {
          onUndo()
          close()
        }}
      >
        {translate('ra.action.undo')}
      </Button>
    </Toast>
  )
}
