/** A coloured dot beside its word: colour never speaks alone. */
import { Box, Tooltip } from '@mui/material'
import { visuallyHidden } from '@mui/utils'
import { useTranslate } from 'ra-core'

export type Tone = 'primary' | 'success' | 'warning' | 'danger' | 'neutral'

const COLOUR = {
  primary: 'primary.main',
  success: 'success.main',
  warning: 'warning.main',
  danger: 'error.main',
  neutral: 'neutral.main',
} satisfies Record<Tone, string>

interface Props {
  tone: Tone
  /** The word beside the dot. */
  label: string
  /** The full name, such as "신호 좋음 −76 dBm": read out and shown in a tooltip instead of the word. */
  description?: string
}

export function StatusDot({ tone, label, description }: Props) {
  const dot = (
    <Box
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75, whiteSpace: 'nowrap' }}
    >
      <Box
        component="span"
        aria-hidden
        data-colour
        sx={{ width: 8, height: 8, flex: 'none', borderRadius: '50%', bgcolor: COLOUR[tone] }}
      />
      {description ? (
        <>
          <span aria-hidden>{label}</span>
          <Box component="span" sx={visuallyHidden}>
            {description}
          </Box>
        </>
      ) : (
        label
      )}
    </Box>
  )
  if (!description) return dot
  return (
    <Tooltip title={description} disableInteractive describeChild>
      {dot}
    </Tooltip>
  )
}

/** Whether a device is online (§4). */
export function OnlineDot({ online }: { online: boolean }) {
  const translate = useTranslate()
  return (
    <StatusDot
      tone={online ? 'success' : 'neutral'}
      label={translate(`orders.connectivity.${online ? 'linked' : 'closed'}`)}
    />
  )
}
