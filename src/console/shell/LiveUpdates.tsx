/** Runs live updates. Shows an icon in the top bar while the stream is interrupted, and nothing otherwise. */
import SyncProblem from '@mui/icons-material/SyncProblem'
import { Box, Typography } from '@mui/material'
import { visuallyHidden } from '@mui/utils'
import { useQueryClient } from '@tanstack/react-query'
import { useDataProvider, useI18nProvider, useTranslate } from 'ra-core'
import { useEffect } from 'react'
import { startLive } from '../api/live/startLive'
import { useUser } from '../auth/useSession'
import { useConfig } from '../config'
import { liveState } from '../live'
import { useObservable } from '../observable'
import { session } from '../session'

export default function LiveUpdates() {
  const queries = useQueryClient()
  const provider = useDataProvider()
  const i18n = useI18nProvider()
  const { liveMs } = useConfig().app.timing
  const { email } = useUser()
  const translate = useTranslate()
  const isLost = useObservable(liveState) === 'lost'

  useEffect(
    () =>
      startLive({
        queries,
        provider,
        minIntervalMs: liveMs,
        user: email,
        token: () => session.current()?.token,
        locale: () => i18n.getLocale(),
        // If the token was renewed in the meantime, the next attempt uses the new one.
        onUnauthorised: token => {
          if (session.current()?.token === token) session.end('refused')
        },
      }),
    [queries, provider, i18n, liveMs, email],
  )

  const text = translate('shell.live.lost')
  return (
    <Box role="status" sx={{ display: 'flex', flex: 'none' }}>
      {isLost && (
        <Box
          title={text}
          sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 0.5, color: 'warning.main' }}
        >
          <SyncProblem fontSize="small" aria-hidden />
          <Typography
            component="span"
            sx={{
              fontSize: 12,
              whiteSpace: 'nowrap',
              // In a narrow bar only the icon is visible; screen readers still read the text.
              '@media (max-width: 1199.95px)': visuallyHidden,
            }}
          >
            {text}
          </Typography>
        </Box>
      )}
    </Box>
  )
}
