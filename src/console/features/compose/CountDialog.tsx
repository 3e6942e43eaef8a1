/** So many devices that the user types their number: nobody reaches thousands by a slip of the finger. */
import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  TextField,
  Typography,
} from '@mui/material'
import { useTranslate } from 'ra-core'
import { type FormEvent, useId, useState } from 'react'
import { digitsOf } from '../../../domain/phone'

interface CountDialogProps {
  caption: string
  devices: number
  offline?: number
  atMost?: boolean
  onConfirm: () => void
  onClose: () => void
}

export function CountDialog({
  caption,
  devices,
  offline = 0,
  atMost = false,
  onConfirm,
  onClose,
}: CountDialogProps) {
  const translate = useTranslate()
  const title = useId()
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState(false)
  const number = devices.toLocaleString('ko-KR')
  const count = atMost ? translate('compose.confirm.atMost', { count: number }) : number

  const confirm = (event: FormEvent) => {
    event.preventDefault()
    if (digitsOf(typed) === String(devices)) onConfirm()
    else setWrong(true)
  }
  return (
    <Dialog open fullWidth maxWidth="xs" onClose={onClose} aria-labelledby={title}>
      <form noValidate onSubmit={confirm}>
        <DialogTitle id={title}>{translate('compose.confirm.title', { count })}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <Typography>
            {translate('compose.confirm.text', { caption, count })}{' '}
            {offline > 0 && translate('compose.confirm.offline', { count: offline.toLocaleString('ko-KR') })}
          </Typography>
          <TextField
            autoFocus
            fullWidth
            label={translate('compose.confirm.label')}
            placeholder={number}
            value={typed}
            error={wrong}
            helperText={wrong ? translate('compose.confirm.wrong', { count: number }) : undefined}
            onChange={event => {
              setTyped(event.target.value)
              setWrong(false)
            }}
            slotProps={{
              inputLabel: { shrink: true },
              htmlInput: { inputMode: 'numeric', autoComplete: 'off' },
              formHelperText: { role: wrong ? 'alert' : undefined },
            }}
          />
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button color="inherit" onClick={onClose}>
            {translate('ra.action.cancel')}
          </Button>
          <Button type="submit" variant="contained">
            {translate('compose.confirm.send', { count })}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
