/** Offers the tour until the user has seen or skipped it. */
import HelpOutline from '@mui/icons-material/HelpOutline'
import { Button } from '@mui/material'
import { useStore, useTranslate } from 'ra-core'
import { useState } from 'react'
import { LazyDialog } from '../../../ui/lazy/LazyDialog'
import { lazyComponent } from '../../../ui/lazy/lazyComponent'

const Tour = lazyComponent(() => import('./Tour'))

export function TourButton() {
  const translate = useTranslate()
  const [isSeen, setSeen] = useStore('tour.seen', false)
  const [isOpen, setOpen] = useState(false)
  const label = translate('dashboard.tour.open')
  const close = () => {
    setOpen(false)
    setSeen(true)
  }
  if (isSeen) return null
  return (
    <>
      <Button
        color="inherit"
        startIcon={<HelpOutline fontSize="small" />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {isOpen && (
        <LazyDialog label={label} component={Tour} onClose={close}>
          <Tour onClose={close} />
        </LazyDialog>
      )}
    </>
  )
}
