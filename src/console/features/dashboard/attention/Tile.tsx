/** A tile for one kind of problem: how many there are, and below the number where they are. */
import { Box, Link, Skeleton, Typography } from '@mui/material'
import { Link as RouterLink } from 'react-router'
import { Truncated } from '../../../ui/text/Truncated'
import { MaybeLink } from '../deviceLink'
import { TILE_HEIGHT } from '../layout/styles'

export interface TileProps {
  label: string
  /** Undefined while loading. */
  count: number | undefined
  /** Not loaded, or not counted yet. */
  isUnknown: boolean
  /** The count with its unit; a text without a number if it is unknown. */
  figure: string
  /** The path of a list of what the tile counts. */
  to?: string
  tone: 'warning' | 'error'
  details: readonly TileDetail[]
  /** Whether the details are one below the other, each on one line. */
  asList?: boolean
}

export interface TileDetail {
  text: string
  to?: string
}

export function Tile({ label, count, isUnknown, figure, to, tone, details, asList = false }: TileProps) {
  const isTrouble = count !== undefined && count > 0
  const fineColour = isUnknown ? 'text.disabled' : 'success.main'
  return (
    <Box component="li" sx={TILE}>
      <Box
        sx={{
          gridArea: 'label',
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          color: 'text.secondary',
          fontSize: 12,
        }}
      >
        <Box
          aria-hidden
          data-colour
          sx={{
            width: 8,
            height: 8,
            flex: 'none',
            borderRadius: '50%',
            bgcolor: isTrouble ? `${tone}.main` : 'transparent',
            border: 2,
            borderColor: isTrouble ? `${tone}.main` : fineColour,
          }}
        />
        <span>{label}</span>
      </Box>
      <Typography
        component="p"
        className="tabular"
        sx={{ gridArea: 'figure', fontSize: 20, fontWeight: 600, lineHeight: 1.4 }}
      >
        {count === undefined ? (
          <Skeleton width={64} />
        ) : (
          <MaybeLink to={isTrouble ? to : undefined} underline="hover">
            {figure}
          </MaybeLink>
        )}
      </Typography>
      <Box className="tabular" sx={asList ? DETAIL_LIST : DETAILS}>
        {details.map(detail => (
          <Detail key={detail.text} {...detail} isLine={asList} />
        ))}
      </Box>
    </Box>
  )
}

function Detail({ text, to, isLine }: TileDetail & { isLine: boolean }) {
  const shown = isLine ? <Truncated inControl={to !== undefined}>{text}</Truncated> : text
  if (!to) return <span>{shown}</span>
  return (
    <Link component={RouterLink} to={to} color="inherit" underline="always">
      {shown}
    </Link>
  )
}

const TILE = {
  minWidth: 0,
  minHeight: TILE_HEIGHT,
  px: 1.5,
  py: 1,
  borderRadius: 1,
  border: 1,
  borderColor: 'divider',
  display: 'grid',
  alignContent: 'start',
  columnGap: 1,
  // On a phone the figure stands beside its label.
  gridTemplate: {
    xs: '"label figure" auto "details details" auto / 1fr auto',
    sm: '"label" auto "figure" auto "details" auto / 1fr',
  },
} as const

const DETAILS = {
  gridArea: 'details',
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 1.5,
  fontSize: 13,
  color: 'text.secondary',
  '& > *': { minWidth: 0, overflowWrap: 'anywhere' },
} as const
const DETAIL_LIST = { ...DETAILS, display: 'grid', justifyItems: 'start', mt: 0.5 } as const
