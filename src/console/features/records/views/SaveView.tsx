/** Asks for the name of a new view. */
import { Box, Button, Popover, TextField, Typography } from '@mui/material'
import { type FormEvent, useId, useState } from 'react'
import { useTranslate } from '../../../config'

interface SaveViewProps {
  anchor: HTMLElement
  onSave: (name: string) => void
  onClose: () => void
}

export default function SaveView({ anchor, onSave, onClose }: SaveViewProps) {
  const translate = useTranslate()
  const [name, setName] = useState('')
  const titleId = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return
    onSave(name.trim())
    onClose()
  }
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ paper: { role: 'dialog', 'aria-labelledby': titleId, sx: { width: 288 } } }}
    >
      <Box component="form" onSubmit={submit} sx={{ display: 'grid', gap: 1.5, p: 2 }}>
        <Typography id={titleId} variant="h3">
          {translate('forms.views.save')}
        </Typography>
        <TextField
          autoFocus
          size="small"
          label={translate('forms.views.name')}
          value={name}
          onChange={event => setName(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 60 }, inputLabel: { shrink: true } }}
        />
        <Button type="submit" size="small" variant="contained" sx={{ justifySelf: 'end' }}>
          {translate('forms.views.confirm')}
        </Button>
      </Box>
    </Popover>
  )
}
