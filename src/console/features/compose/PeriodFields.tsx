/** Start and end of an order, in Korean time (decision 14); both are proposed until they are chosen. */
import { Box } from '@mui/material'
import { useTranslate } from 'ra-core'
import { memo, useState } from 'react'
import { MomentPicker } from '../../forms/kinds/date/pickers'
import { useFormInput } from '../../forms/kinds/input'
import { usePeriod } from './draft/useDraft'

/** Pickers are heavy, and nothing that is typed elsewhere in the form concerns them: hence `memo`. */
export default memo(function PeriodFields() {
  const { started, expired } = usePeriod()
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
      <Moment name="started" proposal={started} />
      <Moment name="expired" proposal={expired} earliest={started} />
    </Box>
  )
})

interface MomentProps {
  name: 'started' | 'expired'
  /** Shown until another time is chosen. */
  proposal: Date
  earliest?: Date
}

function Moment({ name, proposal, earliest }: MomentProps) {
  const translate = useTranslate()
  const input = useFormInput(name, { label: translate(`compose.period.${name}`) })
  const isChosen = input.value !== ''
  // While the field has the focus, the proposed time does not change.
  const [still, setStill] = useState<string>()
  const help = {
    started: isChosen ? '' : translate('compose.period.atOnce'),
    expired: translate('compose.period.until'),
  }
  return (
    <Box onFocus={() => setStill(proposal.toISOString())} onBlur={() => setStill(undefined)}>
      <MomentPicker
        input={{
          ...input,
          value: isChosen ? input.value : (still ?? proposal.toISOString()),
          // Emptied: back to what is proposed.
          change: (value: unknown) => input.change(value ?? ''),
          help: help[name],
        }}
        earliest={earliest}
        clearable={isChosen}
      />
    </Box>
  )
}
