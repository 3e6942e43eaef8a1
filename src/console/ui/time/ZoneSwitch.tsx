/** Switches the times of device tables and orders between UTC and Korean time; stored for the user (decision 36). */
import { ToggleButton, ToggleButtonGroup } from '@mui/material'
import { useTranslate } from 'ra-core'
import { ZONES, type Zone } from '../../../domain/dates'
import { useZone, useZoneSwitch } from './zones'

export function ZoneSwitch() {
  const translate = useTranslate()
  const zone = useZone({ followsSwitch: true })
  const [, choose] = useZoneSwitch()
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={zone}
      aria-label={translate('shell.time.zone')}
      onChange={(_, chosen: Zone | null) => chosen && choose(chosen)}
    >
      {ZONES.map(option => (
        <ToggleButton
          key={option}
          value={option}
          sx={{ px: 1, py: 0.25, fontSize: 13, '@media (pointer: coarse)': { minWidth: 44, minHeight: 44 } }}
        >
          {option}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
