/** The chosen devices as chips; of many the first, the others in a dialog. */
import Close from '@mui/icons-material/Close'
import CloudOff from '@mui/icons-material/CloudOffOutlined'
import { Box, Button, ButtonBase, Tooltip, Typography, useMediaQuery, useTheme } from '@mui/material'
import { useTranslate } from 'ra-core'
import { memo, useRef, useState } from 'react'
import type { DeviceHit } from '../../../contract/devices'
import { formatPhone } from '../../../domain/phone'
import { TargetsDialog } from './TargetsDialog'

/** More are counted, not drawn. */
const SHOWN = { desktop: 50, phone: 12 }

interface TargetChipsProps {
  targets: DeviceHit[]
  onChange: (targets: DeviceHit[]) => void
}

export const TargetChips = memo(({ targets, onChange }: TargetChipsProps) => {
  const translate = useTranslate()
  const phone = useMediaQuery(useTheme().breakpoints.down('sm'))
  const [open, setOpen] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  if (targets.length === 0) return null
  const offline = targets.filter(({ online }) => !online).length
  const shown = phone ? SHOWN.phone : SHOWN.desktop
  const more = targets.length - shown

  const remove = (device: string) => {
    onChange(targets.filter(target => target.device !== device))
    // The button that had the focus is gone.
    heading.current?.focus()
  }
  return (
    <Box component="section" aria-label={translate('compose.targets.title')}>
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, mb: 1, minHeight: 36 }}
      >
        <Typography
          ref={heading}
          tabIndex={-1}
          variant="h3"
          sx={{ flex: '1 0 auto', '&:focus-visible': { outline: 'none' } }}
        >
          {translate('compose.targets.chosen', { count: targets.length.toLocaleString('ko-KR') })}
        </Typography>
        {offline > 0 && offline < targets.length && (
          <Button size="small" onClick={() => onChange(targets.filter(({ online }) => online))}>
            {translate('compose.targets.dropOffline', { count: offline.toLocaleString('ko-KR') })}
          </Button>
        )}
        <Button size="small" color="inherit" onClick={() => onChange([])}>
          {translate('compose.targets.dropAll')}
        </Button>
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {targets.slice(0, shown).map(target => (
          <TargetChip key={target.device} target={target} onRemove={() => remove(target.device)} />
        ))}
        {more > 0 && (
          <li>
            <Button size="small" variant="outlined" onClick={() => setOpen(true)} sx={{ borderRadius: 4 }}>
              {translate('compose.targets.more', { count: more.toLocaleString('ko-KR') })}
            </Button>
          </li>
        )}
      </Box>
      {open && <TargetsDialog targets={targets} onChange={onChange} onClose={() => setOpen(false)} />}
    </Box>
  )
})

function TargetChip({ target, onRemove }: { target: DeviceHit; onRemove: () => void }) {
  const translate = useTranslate()
  const number = formatPhone(target.number)
  const name = translate('compose.targets.remove', { number })
  return (
    <Box
      component="li"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        height: 32,
        pl: 1.25,
        border: 1,
        borderStyle: target.online ? 'solid' : 'dashed',
        borderColor: target.online ? 'success.main' : 'neutral.main',
        borderRadius: 4,
        fontSize: 13,
        fontVariantNumeric: 'tabular-nums',
        whiteSpace: 'nowrap',
        color: target.online ? 'text.primary' : 'text.secondary',
      }}
    >
      {number}
      {!target.online && (
        <CloudOff titleAccess={translate('orders.connectivity.closed')} sx={{ fontSize: 15, ml: 0.75 }} />
      )}
      <Tooltip title={name}>
        <ButtonBase
          aria-label={name}
          onClick={onRemove}
          sx={{
            width: 30,
            height: 30,
            ml: 0.25,
            borderRadius: 4,
            '&:hover': { bgcolor: 'action.hover' },
            '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
          }}
        >
          <Close sx={{ fontSize: 16 }} />
        </ButtonBase>
      </Tooltip>
    </Box>
  )
}
