/** The timeline with a filter by kind; the query string contains the kind. */
import { Box, ToggleButton, ToggleButtonGroup } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useSearchParams } from 'react-router'
import type { TimelineKind } from '../../../../contract/devicePage'
import { Timeline } from './Timeline'

interface TimelineTabProps {
  device: string
  /** The kinds that the user may see. */
  kinds: readonly TimelineKind[]
}

export function TimelineTab({ device, kinds }: TimelineTabProps) {
  const translate = useTranslate()
  const [params, setParams] = useSearchParams()
  const chosen = kinds.find(kind => kind === params.get('kind'))
  const choose = (kind: string) => {
    const next = new URLSearchParams(params)
    if (kind === 'all') next.delete('kind')
    else next.set('kind', kind)
    setParams(next, { replace: true, preventScrollReset: true })
  }
  return (
    <>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={chosen ?? 'all'}
        aria-label={translate('device.kinds')}
        onChange={(_, kind: string | null) => kind && choose(kind)}
        sx={{ flexWrap: 'wrap', mb: 1.5 }}
      >
        {['all', ...kinds].map(kind => (
          <ToggleButton key={kind} value={kind} sx={TOGGLE_BUTTON}>
            {translate(`device.kind.${kind}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <Box>
        <Timeline key={chosen ?? 'all'} device={device} kind={chosen} />
      </Box>
    </>
  )
}

/** The size of a toggle button, large enough for touch. */
export const TOGGLE_BUTTON = {
  px: 1.5,
  py: 0.5,
  fontSize: 13,
  '@media (pointer: coarse)': { minWidth: 44, minHeight: 44 },
}
