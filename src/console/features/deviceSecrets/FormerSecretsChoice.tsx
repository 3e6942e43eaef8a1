/** Asks when the secrets of devices that move to another vendor end (security 61). */
import { Alert, FormControlLabel, Radio, RadioGroup, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useId } from 'react'
import type { FormerSecrets } from '../../../contract/deviceSecrets'

export interface FormerSecretsChoiceProps {
  /** The number of devices that have a secret. */
  devices: number
  afterDays: number
  value: FormerSecrets
  onChange: (value: FormerSecrets) => void
}

export default function FormerSecretsChoice({
  devices,
  afterDays,
  value,
  onChange,
}: FormerSecretsChoiceProps) {
  const translate = useTranslate()
  const id = useId()
  return (
    <Alert severity="warning" variant="outlined" sx={{ '& .MuiAlert-message': { minWidth: 0 } }}>
      <Typography id={id} sx={{ fontWeight: 600 }}>
        {translate('secrets.move.question', { devices: devices.toLocaleString('ko-KR') })}
      </Typography>
      <RadioGroup
        aria-labelledby={id}
        value={value}
        onChange={(_, chosen) => onChange(chosen as FormerSecrets)}
      >
        {(['firstUse', 'now'] as const).map(name => (
          <FormControlLabel
            key={name}
            value={name}
            control={<Radio size="small" />}
            label={translate(`secrets.move.${name}`, { days: afterDays })}
          />
        ))}
      </RadioGroup>
    </Alert>
  )
}
