/** A short tour of the console for first-time users, one step after the other. */
import { Button, MobileStepper, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { useMayAccess } from '../../../auth/access'
import { DialogFrame } from '../../../ui/dialogs/DialogFrame'
import { useIsPhone } from '../../../ui/useIsPhone'

interface TourProps {
  onClose: () => void
}

export default function Tour({ onClose }: TourProps) {
  const translate = useTranslate()
  const phone = useIsPhone()
  const may = useMayAccess()
  const [step, setStep] = useState(0)
  const steps = ['trouble', !phone && 'keys', 'search', may('orders', 'create') && 'orders'].filter(
    name => name !== false,
  )
  const isLast = step === steps.length - 1
  return (
    <DialogFrame
      small
      maxWidth="xs"
      title={translate(`dashboard.tour.${steps[step]}.title`)}
      onClose={onClose}
      actions={
        <MobileStepper
          variant="dots"
          position="static"
          steps={steps.length}
          activeStep={step}
          sx={{ flex: 1, p: 0, bgcolor: 'transparent' }}
          backButton={
            step === 0 ? (
              <Button color="inherit" onClick={onClose}>
                {translate('dashboard.tour.skip')}
              </Button>
            ) : (
              <Button color="inherit" onClick={() => setStep(step - 1)}>
                {translate('dashboard.tour.back')}
              </Button>
            )
          }
          nextButton={
            <Button variant="contained" autoFocus onClick={isLast ? onClose : () => setStep(step + 1)}>
              <span>{translate(isLast ? 'dashboard.tour.end' : 'dashboard.tour.next')}</span>
            </Button>
          }
        />
      }
    >
      <Typography aria-live="polite">{translate(`dashboard.tour.${steps[step]}.text`)}</Typography>
    </DialogFrame>
  )
}
