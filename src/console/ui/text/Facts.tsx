/** Two layouts for a list of labels with values: each on one line, or the value below its label. */
import { Box, type SxProps, Typography } from '@mui/material'
import type { ReactNode } from 'react'

interface FactsProps {
  /** `isWide` facts take a whole line of a grid. */
  facts: readonly { name: string; label: ReactNode; value: ReactNode; isWide?: boolean }[]
  /** Whether the labels have a wider column and, on a phone, stand above their values. */
  stacked?: boolean
}

const WIDE = { columnGap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '128px minmax(0, 1fr)' } }
const NARROW = { alignItems: 'baseline', gridTemplateColumns: 'clamp(84px, 38%, 116px) minmax(0, 1fr)' }
/** A long time may wrap in these lists, but not in a table. */
const VALUE = { m: 0, minWidth: 0, overflowWrap: 'anywhere', '& button:has(time)': { whiteSpace: 'normal' } }

/** Each value is below its label. */
export const LabelledFacts = ({ facts, sx }: Pick<FactsProps, 'facts'> & { sx?: SxProps }) => (
  <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1, ...sx } as SxProps}>
    {facts.map(({ name, label, value, isWide }) => (
      <Box key={name} sx={{ minWidth: 0, overflowWrap: 'anywhere', ...(isWide && { gridColumn: '1 / -1' }) }}>
        <Typography component="dt" variant="caption" color="text.secondary">
          {label}
        </Typography>
        <Box component="dd" sx={{ m: 0 }}>
          {value}
        </Box>
      </Box>
    ))}
  </Box>
)

/** Label and value are on one line. */
export const Facts = ({ facts, stacked = false }: FactsProps) => (
  <Box component="dl" sx={{ m: 0, display: 'grid', gap: stacked ? 1 : 0.25 }}>
    {facts.map(({ name, label, value }) => (
      <Box key={name} sx={{ display: 'grid', minHeight: 24, ...(stacked ? WIDE : NARROW) }}>
        <Typography component="dt" variant="body2" color="text.secondary">
          {label}
        </Typography>
        <Box component="dd" sx={VALUE}>
          {value}
        </Box>
      </Box>
    ))}
  </Box>
)
