/** The last message of a device that the server did not understand, with reason and time. */
import { Typography } from '@mui/material'
import type { Misunderstood } from '../../../contract/deviceMessages'
import { useTranslate } from '../../config'
import { TimeText } from '../../ui/time/TimeText'

export function LastMisunderstood({ message: { kind, reason, fields, at } }: { message: Misunderstood }) {
  const translate = useTranslate()
  const why = [
    translate(`device.misunderstood.kind.${kind}`),
    translate(`device.misunderstood.reason.${reason}`),
    fields.join(', '),
  ]
  return (
    <Typography
      variant="body2"
      color="text.secondary"
      sx={{ mb: 1, overflowWrap: 'anywhere', textWrap: 'pretty' }}
    >
      <span>{translate('device.misunderstood.label')}</span>
      {' · '}
      <span>{why.filter(Boolean).join(' – ')}</span>
      {' · '}
      <TimeText time={at} utcFirst />
    </Typography>
  )
}
