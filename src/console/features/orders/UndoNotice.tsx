/** A notice that can take back what it tells. */
import { Button } from '@mui/material'
import { useCloseNotification, useTranslate } from 'ra-core'

export function UndoNotice({ text, onUndo }: { text: string; onUndo: () => void }) {
  const translate = useTranslate()
  const close = useCloseNotification()
  return (
    <>
      {text}
      <Button
        size="small"
        sx={{ ml: 1.5 }}
        onClick={() => {
          onUndo()
          close()
        }}
      >
        {translate('ra.action.undo')}
      </Button>
    </>
  )
}
