/** Chooses what a sheet does, such as to add records or to change them. */
import { ToggleButton, ToggleButtonGroup } from '@mui/material'
import { useTranslate } from 'ra-core'

interface PurposeChoiceProps<Purpose extends string> {
  purposes: readonly Purpose[]
  value: Purpose
  /** i18n key of a purpose. */
  label: (purpose: Purpose) => string
  onChange: (purpose: Purpose) => void
}

export function PurposeChoice<Purpose extends string>({
  purposes,
  value,
  label,
  onChange,
}: PurposeChoiceProps<Purpose>) {
  const translate = useTranslate()
  return (
    <ToggleButtonGroup
      exclusive
      fullWidth
      size="small"
      value={value}
      aria-label={translate('roster.purpose.title')}
      onChange={(_, chosen: Purpose | null) => chosen && onChange(chosen)}
    >
      {purposes.map(name => (
        <ToggleButton key={name} value={name}>
          {translate(label(name))}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
