/** The profile of the signed-in user: details, figures of their devices, ways to sign in, and changes (§2 Profile). */
import { Stack } from '@mui/material'
import { useTranslate } from 'ra-core'
import { Screen } from '../../ui/Screen'
import { ErrorState } from '../../ui/states/ErrorState'
import { SkeletonCards } from '../../ui/states/SkeletonRows'
import { StaleNotice } from '../../ui/states/StaleNotice'
import { Changes } from './Changes'
import { Figures } from './Figures'
import { Identity } from './Identity'
import { Logins } from './Logins'
import { Preferences } from './Preferences'
import { useProfile } from './useProfile'

export default function ProfilePage() {
  const translate = useTranslate()
  const { data, error, dataUpdatedAt, refetch } = useProfile()
  const content = () => {
    if (data) {
      return (
        <Stack sx={{ gap: 2 }}>
          {error && <StaleNotice error={error} since={dataUpdatedAt} onRetry={() => refetch()} />}
          <Identity profile={data} />
          <Figures profile={data} />
          <Preferences />
          <Changes profile={data} />
          {/* Last: whether it is shown is known only after its call. */}
          <Logins />
        </Stack>
      )
    }
    if (error) return <ErrorState error={error} onRetry={() => refetch()} />
    return <SkeletonCards cards={3} />
  }
  return (
    <Screen title={translate('profile.title')} width="narrow">
      {content()}
    </Screen>
  )
}
