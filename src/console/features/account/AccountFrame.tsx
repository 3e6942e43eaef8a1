/** The layout of the pages to sign in and sign up: the name of the service beside the form, on a phone above it. */
import { Box, Typography } from '@mui/material'

import type { ReactNode } from 'react'
import { useConfig, useTranslate } from '../../config'
import { PreferencesMenu } from '../../ui/controls/PreferencesMenu'
import { Mark } from '../../ui/Mark'
import { ConnectionNotice } from '../../ui/notices/ConnectionNotice'
import { Constellation } from './Constellation'

export function AccountFrame({ title, children }: { title: string; children: ReactNode }) {
  const translate = useTranslate()
  const service = translate(useConfig().app.service)
  return (
    <Box
      sx={{
        minHeight: '100dvh',
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', md: 'minmax(360px, 44%) 1fr' },
      }}
    >
      <title>{`${title} · ${service}`}</title>
      <Box
        component="aside"
        sx={{
          display: { xs: 'none', md: 'flex' },
          flexDirection: 'column',
          justifyContent: 'flex-end',
          position: 'relative',
          overflow: 'hidden',
          bgcolor: 'background.paper',
          borderRight: 1,
          borderColor: 'divider',
          p: 4,
        }}
      >
        <Constellation />
        <Mark size={40} />
        <Typography component="p" sx={{ fontSize: 32, fontWeight: 600, lineHeight: 1.35, mt: 2 }}>
          {service}
        </Typography>
        <Typography color="text.secondary" sx={{ mt: 1, maxWidth: 400 }}>
          {translate('account.about')}
        </Typography>
      </Box>
      <Box sx={{ display: 'flex', flexDirection: 'column', minWidth: 0 }}>
        <ConnectionNotice />
        <Box component="header" sx={{ display: 'flex', justifyContent: 'flex-end', p: 1.5 }}>
          <PreferencesMenu />
        </Box>
        <Box
          component="main"
          sx={{
            flex: 1,
            display: 'flex',
            alignItems: { xs: 'flex-start', sm: 'center' },
            px: 3,
            pb: 4,
            pt: 2,
          }}
        >
          <Box sx={{ width: '100%', maxWidth: 376, mx: 'auto' }}>
            <Box sx={{ display: { xs: 'flex', md: 'none' }, alignItems: 'center', gap: 1, mb: 4 }}>
              <Mark size={28} />
              <Typography component="p" sx={{ fontWeight: 600 }}>
                {service}
              </Typography>
            </Box>
            <Typography variant="h1" sx={{ mb: 3 }}>
              {title}
            </Typography>
            {children}
          </Box>
        </Box>
        <Box
          component="footer"
          sx={{ px: 3, py: 2, color: 'text.secondary', fontSize: 12, textAlign: 'center' }}
        >
          {service}
        </Box>
      </Box>
    </Box>
  )
}
