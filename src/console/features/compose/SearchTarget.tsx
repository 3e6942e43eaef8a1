/** Search mode: devices by their phone number; a chosen hit moves from what was found to the targets (§2). */
import Add from '@mui/icons-material/Add'
import ContentPaste from '@mui/icons-material/ContentPaste'
import Search from '@mui/icons-material/Search'
import {
  Alert,
  Box,
  Button,
  ButtonBase,
  InputAdornment,
  Skeleton,
  TextField,
  Typography,
} from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { type ClipboardEvent, memo, useCallback, useEffect, useState } from 'react'
import type { DeviceHit } from '../../../contract/devices'
import { numbersIn } from '../../../domain/numbersIn'
import { formatPhone } from '../../../domain/phone'
import { useFleet } from '../../api/verbs'
import { useConfig } from '../../config'
import { acceptText } from '../../forms/list/acceptText'
import { ErrorState } from '../../ui/ErrorState'
import { StatusDot } from '../../ui/StatusDot'
import { useComposed } from '../../ui/useComposed'
import { type Change, type Draft, withTargets } from './draft'
import { PasteDialog, usePasteOffered } from './PasteDialog'
import { TargetChips } from './TargetChips'

/** §5: digits and dots. */
const ACCEPTED = '0-9.'
const PAUSE_MS = 250

interface SearchTargetProps {
  targets: Draft['targets']
  change: Change
  /** No target was chosen: what is said of it. */
  problem?: string
}

/** Drawn anew for targets of its own alone: thousands of them must not slow down what is typed elsewhere in the form. */
export const SearchTarget = memo(({ targets, change, problem }: SearchTargetProps) => {
  const translate = useTranslate()
  const { deviceSearch } = useConfig().app.limits
  const [typed, setTyped] = useState('')
  const [pasted, setPasted] = useState<string>()
  const mayPaste = usePasteOffered()
  const search = useHits(typed)
  const choose = useCallback((chosen: DeviceHit[]) => change({ targets: chosen }), [change])
  const add = (hits: readonly DeviceHit[]) => change({ targets: withTargets(targets, hits) })

  const typing = useComposed(typed, text => setTyped(acceptText(text, ACCEPTED)))
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    if (!mayPaste || numbersIn(text).length < 2) return
    event.preventDefault()
    setPasted(text)
  }

  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'flex-start' }}>
        <TextField
          sx={{ flex: '1 1 220px' }}
          type="search"
          label={translate('compose.search.label')}
          placeholder={translate('compose.search.placeholder', { min: deviceSearch.min })}
          {...typing}
          error={problem !== undefined}
          helperText={problem}
          onPaste={paste}
          slotProps={{
            inputLabel: { shrink: true },
            htmlInput: { inputMode: 'numeric', autoComplete: 'off' },
            input: {
              startAdornment: (
                <InputAdornment position="start">
                  <Search fontSize="small" />
                </InputAdornment>
              ),
            },
          }}
        />
        {mayPaste && (
          <Button
            variant="outlined"
            startIcon={<ContentPaste />}
            onClick={() => setPasted('')}
            sx={{ minHeight: 40, flex: { xs: '1 0 100%', sm: 'none' } }}
          >
            {translate('compose.paste.open')}
          </Button>
        )}
      </Box>
      <Hits search={search} targets={targets} onAdd={add} />
      <TargetChips targets={targets} onChange={choose} />
      {pasted !== undefined && (
        <PasteDialog
          text={pasted}
          targets={targets}
          onAdd={hits => {
            add(hits)
            setPasted(undefined)
          }}
          onClose={() => setPasted(undefined)}
        />
      )}
    </Box>
  )
})

/** What the server finds once typing pauses. */
function useHits(typed: string) {
  const fleet = useFleet()
  const { min, max } = useConfig().app.limits.deviceSearch
  const [wanted, setWanted] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setWanted(typed), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const asked = typed.length >= min && wanted.length >= min
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['devices', 'hits', wanted, max],
    queryFn: ({ signal }) => fleet.searchDevices({ alike: wanted, max }, signal),
    enabled: asked,
  })
  return {
    asked,
    short: typed.length > 0 && typed.length < min,
    found: asked ? data : undefined,
    error: asked ? error : null,
    waiting: typed.length >= min && (typed !== wanted || (isFetching && !data)),
    refetch,
  }
}

interface HitsProps {
  search: ReturnType<typeof useHits>
  targets: readonly DeviceHit[]
  onAdd: (hits: readonly DeviceHit[]) => void
}

function Hits({ search, targets, onAdd }: HitsProps) {
  const translate = useTranslate()
  const { min, max } = useConfig().app.limits.deviceSearch
  const { found, error, waiting, short } = search
  if (error) {
    return (
      <ErrorState title={translate('shell.failure.load')} error={error} onRetry={() => search.refetch()} />
    )
  }
  const chosen = new Set(targets.map(({ device }) => device))
  const hits = (found?.payload ?? []).slice(0, max)
  const open = hits.filter(({ device }) => !chosen.has(device))
  const remaining = Math.max(0, (found?.length ?? 0) - hits.length)
  const said = short
    ? translate('compose.search.short', { min })
    : waiting || !found
      ? ''
      : hits.length === 0
        ? translate('compose.search.none')
        : translate('compose.search.found', { count: found.length.toLocaleString('ko-KR') })
  return (
    <Box sx={{ display: said || waiting || open.length > 0 ? 'block' : 'contents' }}>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: 2,
          minHeight: said || waiting ? 32 : 0,
        }}
      >
        <Typography role="status" variant="body2" color="text.secondary">
          {said}
        </Typography>
        {open.length > 1 && !waiting && (
          <Button size="small" onClick={() => onAdd(open)}>
            {translate('compose.search.addAll', { count: open.length })}
          </Button>
        )}
      </Box>
      {waiting && <Skeleton variant="rounded" height={120} aria-hidden />}
      {!waiting && open.length > 0 && (
        <Box
          component="ul"
          aria-label={translate('compose.search.results')}
          sx={{
            listStyle: 'none',
            m: 0,
            p: 0.5,
            maxHeight: 288,
            overflowY: 'auto',
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
            display: 'grid',
            gridTemplateColumns: 'repeat(auto-fill, minmax(230px, 1fr))',
          }}
        >
          {open.map(hit => (
            <HitRow key={hit.device} hit={hit} onChoose={() => onAdd([hit])} />
          ))}
        </Box>
      )}
      {!waiting && remaining > 0 && (
        <Alert severity="info" sx={{ mt: 1 }}>
          {translate('compose.search.remaining', { count: remaining.toLocaleString('ko-KR') })}
        </Alert>
      )}
    </Box>
  )
}

function HitRow({ hit, onChoose }: { hit: DeviceHit; onChoose: () => void }) {
  const translate = useTranslate()
  const state = hit.online ? 'linked' : 'closed'
  return (
    <li>
      <ButtonBase
        onClick={onChoose}
        sx={{
          width: 1,
          minHeight: 40,
          px: 1,
          gap: 1.5,
          justifyContent: 'flex-start',
          borderRadius: 1,
          color: hit.online ? 'text.primary' : 'text.secondary',
          '&:hover': { bgcolor: 'action.hover' },
          '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
        }}
      >
        <Add fontSize="small" sx={{ color: 'primary.main' }} aria-hidden />
        <Box
          component="span"
          sx={{
            fontVariantNumeric: 'tabular-nums',
            fontWeight: hit.online ? 600 : 400,
            flex: 1,
            textAlign: 'left',
          }}
        >
          {formatPhone(hit.number)}
        </Box>{' '}
        <Box component="span" sx={{ fontSize: 12 }}>
          <StatusDot
            tone={hit.online ? 'success' : 'neutral'}
            label={translate(`orders.connectivity.${state}`)}
          />
        </Box>
      </ButtonBase>
    </li>
  )
}
