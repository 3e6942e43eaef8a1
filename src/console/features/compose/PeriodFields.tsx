/** Start and end of an order, in Korean time (decision 14). Until the user sets them, the fields show proposals. */
import { Box } from '@mui/material'
import { useTranslate } from 'ra-core'
import { memo, useState } from 'react'
import { MomentPicker } from '../../forms/kinds/date/pickers'
import { useFormInput } from '../../forms/kinds/input'
import { usePeriod } from './draft/useDraft'

/** `memo`: pickers are slow to render, and do not depend on the other fields. */
export default memo(function PeriodFields() {
  const { started, expired } = usePeriod()
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
      <PeriodInput name="started" proposal={started} />
      <PeriodInput name="expired" proposal={expired} earliest={started} />
    </Box>
  )
})

interface PeriodInputProps {
  name: 'started' | 'expired'
  /** Shown until the user sets a time. */
  proposal: Date
  earliest?: Date
}

function PeriodInput({ name, proposal, earliest }: PeriodInputProps) {
  const translate = useTranslate()
  const input = useFormInput(name, { label: translate(`compose.period.${name}`) })
  const isChosen = input.value !== ''
  // The proposal as it was when the field got the focus: it must not change while the user edits.
  const [frozenProposal, setFrozenProposal] = useState<string>()
  const help = {
    started: isChosen ? '' : translate('compose.period.atOnce'),
    expired: translate('compose.period.until'),
  }
  return (
    <Box
      onFocus={() => setFrozenProposal(proposal.toISOString())}
      onBlur={() => setFrozenProposal(undefined)}
    >
      <MomentPicker
        input={{
          ...input,
          value: isChosen ? input.value : (frozenProposal ?? proposal.toISOString()),
          // When emptied, the field shows the proposal again.
          change: (value: unknown) => input.change(value ?? ''),
          help: help[name],
        }}
        earliest={earliest}
        clearable={isChosen}
      />
    </Box>
  )
}
