/** Who is signed in: what the service knows of them, their devices in figures, and what they may change (§2 Profile). */
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import { useTranslate } from 'ra-core'
import { ErrorState } from '../../ui/ErrorState'
import { Screen } from '../../ui/Screen'
import { StaleNotice } from '../../ui/StaleNotice'
import { Changes } from './Changes'
import { Figures } from './Figures'
import { Identity } from './Identity'
import { useProfile } from './useProfile'

export default function ProfilePage() {
  const translate = useTranslate()
  const { data, error, dataUpdatedAt, refetch } = useProfile()
  return (
    <Screen title={translate('profile.title')} width="narrow">
      {data ? (
        <Stack sx={{ gap: 2 }}>
          {error && <StaleNotice error={error} since={dataUpdatedAt} onRetry={() => refetch()} />}
          <Identity profile={data} />
          <Figures profile={data} />
          <Changes profile={data} />
        </Stack>
      ) : error ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : (
        <Coming />
      )}
    </Screen>
  )
}

function Coming() {
  return (
    <Stack aria-busy sx={{ gap: 2 }}>
      <Card sx={{ p: 3 }}>
        <Stack direction="row" sx={{ gap: 2, alignItems: 'center' }}>
          <Skeleton variant="circular" width={56} height={56} />
          <Skeleton variant="text" width="40%" height={32} />
        </Stack>
        <Skeleton variant="text" width="70%" sx={{ mt: 2 }} />
        <Skeleton variant="text" width="60%" />
      </Card>
      <Skeleton variant="rounded" height={104} />
      <Skeleton variant="rounded" height={220} />
    </Stack>
  )
}
