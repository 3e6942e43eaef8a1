/** All chosen devices, however many: only what is in sight is drawn. */
import Close from '@mui/icons-material/Close'
import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  IconButton,
  TextField,
  useMediaQuery,
  useTheme,
} from '@mui/material'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useTranslate } from 'ra-core'
import { useId, useMemo, useState } from 'react'
import type { DeviceHit } from '../../../contract/devices'
import { digitsOf, formatPhone } from '../../../domain/phone'
import { StatusDot } from '../../ui/StatusDot'

interface TargetsDialogProps {
  targets: DeviceHit[]
  onChange: (targets: DeviceHit[]) => void
  onClose: () => void
}

const ROW_HEIGHT = 44

export function TargetsDialog({ targets, onChange, onClose }: TargetsDialogProps) {
  const translate = useTranslate()
  const title = useId()
  const phone = useMediaQuery(useTheme().breakpoints.down('sm'))
  const [typed, setTyped] = useState('')
  const digits = digitsOf(typed)
  const shown = useMemo(
    () => (digits ? targets.filter(({ number }) => digitsOf(number).includes(digits)) : targets),
    [targets, digits],
  )
  return (
    <Dialog open fullWidth maxWidth="xs" fullScreen={phone} onClose={onClose} aria-labelledby={title}>
      <DialogTitle id={title}>
        {translate('compose.targets.chosen', { count: targets.length.toLocaleString('ko-KR') })}
      </DialogTitle>
      <Box sx={{ px: 3, pb: 1 }}>
        <TextField
          fullWidth
          type="search"
          label={translate('compose.targets.find')}
          value={typed}
          onChange={event => setTyped(event.target.value)}
          slotProps={{ inputLabel: { shrink: true }, htmlInput: { inputMode: 'numeric' } }}
        />
      </Box>
      <DialogContent sx={{ pt: 0 }}>
        <Rows
          targets={shown}
          onRemove={device => onChange(targets.filter(target => target.device !== device))}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}

function Rows({ targets, onRemove }: { targets: DeviceHit[]; onRemove: (device: string) => void }) {
  const translate = useTranslate()
  const [box, setBox] = useState<HTMLDivElement | null>(null)
  const rows = useVirtualizer({
    count: targets.length,
    getScrollElement: () => box,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
  })
  return (
    <Box
      ref={setBox}
      tabIndex={0}
      role="group"
      aria-label={translate('compose.targets.title')}
      sx={{ height: '50dvh', overflowY: 'auto' }}
    >
      <Box role="list" sx={{ height: rows.getTotalSize(), position: 'relative' }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const target = targets[index]!
          const number = formatPhone(target.number)
          return (
            <Box
              role="listitem"
              key={target.device}
              aria-setsize={targets.length}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start}px)` }}
              sx={{
                position: 'absolute',
                inset: '0 0 auto 0',
                height: ROW_HEIGHT,
                display: 'flex',
                alignItems: 'center',
                gap: 2,
                borderBottom: 1,
                borderColor: 'divider',
                fontVariantNumeric: 'tabular-nums',
              }}
            >
              <Box component="span" sx={{ flex: 1 }}>
                {number}
              </Box>
              <StatusDot
                tone={target.online ? 'success' : 'neutral'}
                label={translate(`orders.connectivity.${target.online ? 'linked' : 'closed'}`)}
              />
              <IconButton
                size="small"
                aria-label={translate('compose.targets.remove', { number })}
                onClick={() => onRemove(target.device)}
              >
                <Close fontSize="small" />
              </IconButton>
            </Box>
          )
        })}
      </Box>
    </Box>
  )
}
