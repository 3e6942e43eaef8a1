/** The chosen devices as chips. If there are many, only the first are shown, and a dialog lists all. */
import Close from '@mui/icons-material/Close'
import CloudOff from '@mui/icons-material/CloudOffOutlined'
import { Box, Button, IconButton, styled, TextField, Typography } from '@mui/material'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useTranslate } from 'ra-core'
import { memo, useMemo, useRef, useState } from 'react'
import type { DeviceHit } from '../../../../contract/devices'
import { digitsOf, formatPhone } from '../../../../domain/phone'
import { TipButton } from '../../../ui/controls/TipButton'
import { DialogFrame } from '../../../ui/dialogs/DialogFrame'
import { OnlineDot } from '../../../ui/StatusDot'
import { useIsPhone } from '../../../ui/useIsPhone'
import type { Targets } from '../draft/draft'

interface ChosenTargetsProps {
  targets: Targets
  onChange: (targets: Targets) => void
}

export const ChosenTargets = memo(function ChosenTargets({ targets, onChange }: ChosenTargetsProps) {
  const translate = useTranslate()
  const maxChips = useIsPhone() ? 12 : 50
  const [open, setOpen] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const hits = useMemo(() => [...targets.values()], [targets])
  if (hits.length === 0) return null
  const offline = hits.filter(({ online }) => !online).length
  const hiddenCount = hits.length - maxChips

  const keepOnly = (matches: (hit: DeviceHit) => boolean) =>
    onChange(new Map(hits.filter(matches).map(hit => [hit.device, hit])))
  const remove = ({ device }: DeviceHit) => keepOnly(hit => hit.device !== device)
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
          {translate('compose.targets.chosen', { count: hits.length.toLocaleString('ko-KR') })}
        </Typography>
        {offline > 0 && offline < hits.length && (
          <Button size="small" onClick={() => keepOnly(({ online }) => online)}>
            <span>
              {translate('compose.targets.dropOffline', { count: offline.toLocaleString('ko-KR') })}
            </span>
          </Button>
        )}
        <Button size="small" color="inherit" onClick={() => onChange(new Map())}>
          {translate('compose.targets.dropAll')}
        </Button>
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {hits.slice(0, maxChips).map(hit => (
          <TargetChip
            key={hit.device}
            hit={hit}
            onRemove={() => {
              remove(hit)
              // The focus would be lost with the removed chip.
              heading.current?.focus()
            }}
          />
        ))}
        {hiddenCount > 0 && (
          <li>
            <Button size="small" variant="outlined" onClick={() => setOpen(true)} sx={{ borderRadius: 4 }}>
              <span>{translate('compose.targets.more', { count: hiddenCount.toLocaleString('ko-KR') })}</span>
            </Button>
          </li>
        )}
      </Box>
      {open && <TargetsDialog hits={hits} onRemove={remove} onClose={() => setOpen(false)} />}
    </Box>
  )
})

function TargetChip({ hit, onRemove }: { hit: DeviceHit; onRemove: () => void }) {
  const translate = useTranslate()
  const number = formatPhone(hit.number)
  return (
    <Box
      component="li"
      className="tabular"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        height: 32,
        pl: 1.5,
        border: 1,
        borderStyle: hit.online ? 'solid' : 'dashed',
        borderColor: hit.online ? 'success.main' : 'neutral.main',
        borderRadius: 4,
        fontSize: 13,
        whiteSpace: 'nowrap',
        color: hit.online ? 'text.primary' : 'text.secondary',
      }}
    >
      <span>{number}</span>
      {!hit.online && (
        <CloudOff titleAccess={translate('orders.connectivity.closed')} sx={{ fontSize: 16, ml: 1 }} />
      )}
      <TipButton
        label={translate('compose.targets.remove', { number })}
        color="inherit"
        onClick={onRemove}
        sx={{ width: 32, height: 32, ml: 0.5 }}
      >
        <Close sx={{ fontSize: 16 }} />
      </TipButton>
    </Box>
  )
}

interface TargetsDialogProps {
  hits: readonly DeviceHit[]
  onRemove: (hit: DeviceHit) => void
  onClose: () => void
}

/** Lists all chosen devices, with a search; renders only the visible rows. */
function TargetsDialog({ hits, onRemove, onClose }: TargetsDialogProps) {
  const translate = useTranslate()
  const [typed, setTyped] = useState('')
  const digits = digitsOf(typed)
  const matchingHits = useMemo(
    () => (digits ? hits.filter(({ number }) => digitsOf(number).includes(digits)) : hits),
    [hits, digits],
  )
  const [box, setBox] = useState<HTMLDivElement | null>(null)
  const rows = useVirtualizer({
    count: matchingHits.length,
    getScrollElement: () => box,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
  })
  return (
    <DialogFrame
      title={translate('compose.targets.chosen', { count: hits.length.toLocaleString('ko-KR') })}
      maxWidth="xs"
      onClose={onClose}
      top={
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
      }
      closeLabel={translate('ra.action.close')}
    >
      <Box
        ref={setBox}
        tabIndex={0}
        role="group"
        aria-label={translate('compose.targets.title')}
        sx={{ height: '50dvh', overflowY: 'auto' }}
      >
        <Box role="list" sx={{ height: rows.getTotalSize(), position: 'relative' }}>
          {rows.getVirtualItems().map(({ index, start }) => {
            const hit = matchingHits[index]!
            const number = formatPhone(hit.number)
            return (
              <Row
                key={hit.device}
                role="listitem"
                aria-setsize={matchingHits.length}
                aria-posinset={index + 1}
                className="tabular"
                style={{ transform: `translateY(${start}px)` }}
              >
                <span>{number}</span>
                <OnlineDot online={hit.online} />
                <IconButton
                  size="small"
                  aria-label={translate('compose.targets.remove', { number })}
                  onClick={() => onRemove(hit)}
                >
                  <Close fontSize="small" />
                </IconButton>
              </Row>
            )
          })}
        </Box>
      </Box>
    </DialogFrame>
  )
}

const ROW_HEIGHT = 44

const Row = styled('div')(({ theme }) => ({
  position: 'absolute',
  inset: '0 0 auto 0',
  height: ROW_HEIGHT,
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(2),
  borderBottom: `1px solid ${theme.palette.divider}`,
  '& > :first-child': { flex: 1 },
}))
