/** Before a large order is sent, the user must type the number of devices: no order goes to thousands by mistake. */
import { Alert, Box, Button, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { type FormEvent, useId } from 'react'
import { TypedCount, useTypedCount } from '../../../ui/controls/TypedCount'
import { DialogFrame } from '../../../ui/dialogs/DialogFrame'
import type { KnownCount } from '../targets/useTargetCount'

interface CountDialogProps {
  /** The caption of the command. */
  caption: string
  isDangerous?: boolean | undefined
  count: KnownCount
  onAnswer: (confirmed: boolean) => void
}

export function CountDialog({
  caption,
  isDangerous = false,
  count: { devices, offline = 0, atMost },
  onAnswer,
}: CountDialogProps) {
  const translate = useTranslate()
  const formId = useId()
  const typedCount = useTypedCount(devices)
  const number = devices.toLocaleString('ko-KR')
  const count = atMost ? translate('compose.confirm.atMost', { count: number }) : number
  const close = () => onAnswer(false)

  const confirm = (event: FormEvent) => {
    event.preventDefault()
    if (typedCount.validate()) onAnswer(true)
  }
  return (
    <DialogFrame
      title={translate('compose.confirm.title', { count })}
      small
      maxWidth="xs"
      onClose={close}
      closeLabel={translate('ra.action.cancel')}
      actions={
        <Button type="submit" form={formId} variant="contained">
          <span>{translate('compose.confirm.send', { count })}</span>
        </Button>
      }
    >
      <Box component="form" id={formId} noValidate onSubmit={confirm} sx={{ display: 'grid', gap: 2 }}>
        {isDangerous && <Alert severity="warning">{translate('orders.danger.many')}</Alert>}
        <Typography>
          <span>{translate('compose.confirm.text', { caption, count })}</span>{' '}
          {offline > 0 && (
            <span>{translate('compose.confirm.offline', { count: offline.toLocaleString('ko-KR') })}</span>
          )}
        </Typography>
        <TypedCount
          typedCount={typedCount}
          autoFocus
          label={translate('compose.confirm.label')}
          wrong={translate('compose.confirm.wrong', { count: number })}
        />
      </Box>
    </DialogFrame>
  )
}
