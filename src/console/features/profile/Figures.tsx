/** The figures 소유 단말, 연결 단말 and 연결 갯수: devices, share of linked devices, linked devices (§2 Profile). */
import { Box, Card, LinearProgress, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { type ReactNode, useId } from 'react'
import type { ProfileClient } from '../../../contract/clients'
import { levelName } from '../../../domain/authority'
import { profileFigures } from '../../../domain/clients'
import { useConfig } from '../../config'
import { CountUp } from '../../ui/text/CountUp'

export function Figures({ profile }: { profile: ProfileClient }) {
  const translate = useTranslate()
  const { numbers } = useConfig().levels
  const isClient = levelName(profile.level, numbers) === 'client'
  const { devices, linked, percent } = profileFigures(profile, isClient)
  // Hidden if the server sends no figures.
  if (!Number.isFinite(devices)) return null
  return (
    <Box
      component="section"
      aria-label={translate('profile.figures.title')}
      sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(3, 1fr)' }, gap: 2 }}
    >
      <Figure name={translate('profile.figures.devices')} first>
        <CountUp value={devices} />
      </Figure>
      <Figure name={translate('profile.figures.share')} share={percent}>
        <CountUp value={percent} decimals={1} format={value => `${value}%`} />
      </Figure>
      <Figure name={translate('profile.figures.linked')}>
        <CountUp value={linked} />
      </Figure>
    </Box>
  )
}

interface FigureProps {
  name: string
  /** A percentage, shown as a bar. */
  share?: number
  /** Spans the full width on a phone. */
  first?: boolean
  children: ReactNode
}

function Figure({ name, share, first, children }: FigureProps) {
  const id = useId()
  return (
    <Card
      role="group"
      aria-labelledby={id}
      sx={{ p: { xs: 2, sm: 3 }, gridColumn: first ? { xs: '1 / -1', sm: 'auto' } : undefined }}
    >
      <Typography id={id} variant="body2" color="text.secondary">
        {name}
      </Typography>
      <Typography
        component="p"
        sx={{ fontSize: 32, fontWeight: 600, lineHeight: 1.3, fontVariantNumeric: 'tabular-nums' }}
      >
        {children}
      </Typography>
      {share !== undefined && (
        <LinearProgress
          variant="determinate"
          color="success"
          value={Math.min(100, share)}
          aria-hidden
          sx={{ mt: 1, height: 4, borderRadius: 2 }}
        />
      )}
    </Card>
  )
}
