/** Labels with their values, a line each. */
import { Box, Typography } from '@mui/material'
import type { ReactNode } from 'react'

interface FactsProps {
  facts: readonly { name: string; label: ReactNode; value: ReactNode }[]
  /** Wider, and on a phone with the value below its label. */
  stacked?: boolean
}

const WIDE = { columnGap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '128px minmax(0, 1fr)' } }
const NARROW = { gridTemplateColumns: '84px minmax(0, 1fr)' }

export const Facts = ({ facts, stacked = false }: FactsProps) => (
  <Box component="dl" sx={{ m: 0, display: 'grid', gap: stacked ? 1 : 0 }}>
    {facts.map(({ name, label, value }) => (
      <Box key={name} sx={{ display: 'grid', minHeight: 24, ...(stacked ? WIDE : NARROW) }}>
        <Typography component="dt" variant="body2" color="text.secondary">
          {label}
        </Typography>
        <Box component="dd" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere' }}>
          {value}
        </Box>
      </Box>
    ))}
  </Box>
)
