/** Language, theme and time zone of the user. On a phone the bar has no buttons for them. */
import { Box, Card, FormControlLabel, Radio, RadioGroup, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useId } from 'react'
import { type Preference, usePreferences } from '../../ui/controls/usePreferences'

export function Preferences() {
  const translate = useTranslate()
  const id = useId()
  const { language, theme, clock } = usePreferences()
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: { xs: 2, sm: 3 } }}>
      <Typography id={id} variant="h2" sx={{ mb: 2 }}>
        {translate('profile.preferences')}
      </Typography>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: 'auto auto auto' } }}>
        {[language, theme, clock].map(preference => (
          <Choice key={preference.name} preference={preference} />
        ))}
      </Box>
    </Card>
  )
}

function Choice({ preference: { title, options } }: { preference: Preference }) {
  const id = useId()
  return (
    <div>
      <Typography id={id} variant="caption" color="text.secondary">
        {title}
      </Typography>
      <RadioGroup aria-labelledby={id} value={options.find(({ isChosen }) => isChosen)?.value ?? ''}>
        {options.map(({ value, label, lang, choose }) => (
          <FormControlLabel
            key={value}
            value={value}
            lang={lang}
            label={label}
            control={<Radio size="small" onChange={choose} />}
          />
        ))}
      </RadioGroup>
    </div>
  )
}
