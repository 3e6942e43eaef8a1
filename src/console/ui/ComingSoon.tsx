/** A screen that a later issue brings, saying so and what it will hold. Listed in ARCHITECTURE.md. */
import HourglassEmpty from '@mui/icons-material/HourglassEmpty'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { EmptyState } from './EmptyState'
import { Screen } from './Screen'

/** `what` is a key under `shell.coming`, such as `dashboard`. */
interface Props {
  what: string
  /** Where the screen has a name of its own. */
  title?: string
  /** What can be done meanwhile. */
  action?: ReactNode
}

export function ComingSoon({ what, title, action }: Props) {
  const translate = useTranslate()
  return (
    <Screen title={title ?? translate(`shell.coming.${what}.title`)}>
      <EmptyState
        icon={HourglassEmpty}
        title={translate('shell.coming.title')}
        text={translate(`shell.coming.${what}.text`)}
        action={action}
      />
    </Screen>
  )
}
