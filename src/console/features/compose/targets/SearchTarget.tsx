/** The search mode: finds devices by phone number, and moves chosen hits to the targets (§2). */
import Add from '@mui/icons-material/Add'
import ContentPaste from '@mui/icons-material/ContentPaste'
import Search from '@mui/icons-material/Search'
import { Alert, Box, Button, InputAdornment, Skeleton, TextField, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { type ClipboardEvent, memo, useState } from 'react'
import type { DeviceHit } from '../../../../contract/devices'
import { formatPhone, numbersIn } from '../../../../domain/phone'
import { useFleet } from '../../../api/fleet'
import { useConfig } from '../../../config'
import { acceptText } from '../../../forms/list/SearchInput'
import { useDebouncedValue } from '../../../ui/controls/useDebouncedValue'
import { useImeInput } from '../../../ui/controls/useImeInput'
import { OnlineDot } from '../../../ui/StatusDot'
import { ErrorState } from '../../../ui/states/ErrorState'
import { type Targets, withTargets } from '../draft/draft'
import { useDraftField } from '../draft/useDraft'
import { ChosenTargets } from './ChosenTargets'
import { PasteDialog, useCanPaste } from './PasteDialog'

/** The search accepts digits and dots (§5). */
const ACCEPTED_CHARACTERS = '0-9.'

/** `memo`: thousands of targets must not slow down typing in other fields. */
export const SearchTarget = memo(function SearchTarget() {
  const translate = useTranslate()
  const { deviceSearch } = useConfig().app.limits
  const { value: targets, change, problem, box } = useDraftField('targets')
  const [pasted, setPasted] = useState<string>()
  const canPaste = useCanPaste()
  const [typed, setTyped] = useState('')
  const add = (hits: readonly DeviceHit[]) => change(withTargets(targets, hits))

  const typing = useImeInput(typed, text => setTyped(acceptText(text, ACCEPTED_CHARACTERS)))
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    // A single number is pasted into the field; several open the dialog.
    if (!canPaste || numbersIn(text).length < 2) return
    event.preventDefault()
    setPasted(text)
  }

  return (
    <Box ref={box} sx={{ display: 'grid', gap: 2 }}>
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
        {canPaste && (
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
      <Hits typed={typed} targets={targets} onAdd={add} />
      <ChosenTargets targets={targets} onChange={change} />
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

interface HitsProps {
  typed: string
  targets: Targets
  onAdd: (hits: readonly DeviceHit[]) => void
}

/** The devices that the server found. `payload` of the response has the first `max` hits, `length` is their total. */
function Hits({ typed, targets, onAdd }: HitsProps) {
  const translate = useTranslate()
  const fleet = useFleet()
  const { min, max } = useConfig().app.limits.deviceSearch
  const searchedText = useDebouncedValue(typed)
  const enabled = typed.length >= min && searchedText.length >= min
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['devices', 'hits', searchedText, max],
    queryFn: ({ signal }) => fleet.searchDevices({ alike: searchedText, max }, signal),
    enabled,
  })
  if (enabled && error) {
    return <ErrorState title={translate('shell.failure.load')} error={error} onRetry={() => void refetch()} />
  }
  const result = enabled ? data : undefined
  const isPending = typed.length >= min && (typed !== searchedText || (isFetching && !data))
  const hits = (result?.payload ?? []).slice(0, max)
  const choosable = hits.filter(({ device }) => !targets.has(device))
  const remaining = Math.max(0, (result?.length ?? 0) - hits.length)
  const status = () => {
    if (typed.length > 0 && typed.length < min) return translate('compose.search.short', { min })
    if (isPending || !result) return ''
    if (hits.length === 0) return translate('compose.search.none')
    return translate('compose.search.found', { count: result.length.toLocaleString('ko-KR') })
  }
  const isBlank = !isPending && status() === ''
  return (
    <Box sx={{ display: isBlank ? 'contents' : 'block' }}>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: 2,
          minHeight: isBlank ? 0 : 32,
        }}
      >
        <Typography role="status" variant="body2" color="text.secondary">
          {status()}
        </Typography>
        {choosable.length > 1 && !isPending && (
          <Button size="small" onClick={() => onAdd(choosable)}>
            <span>{translate('compose.search.addAll', { count: choosable.length })}</span>
          </Button>
        )}
      </Box>
      {isPending && <Skeleton variant="rounded" height={120} aria-hidden />}
      {!isPending && choosable.length > 0 && (
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
          {choosable.map(hit => (
            <Hit key={hit.device} hit={hit} onChoose={() => onAdd([hit])} />
          ))}
        </Box>
      )}
      {!isPending && remaining > 0 && (
        <Alert severity="info" sx={{ mt: 1 }}>
          {translate('compose.search.remaining', { count: remaining.toLocaleString('ko-KR') })}
        </Alert>
      )}
    </Box>
  )
}

function Hit({ hit: { number, online }, onChoose }: { hit: DeviceHit; onChoose: () => void }) {
  return (
    <li>
      <Button
        fullWidth
        color="inherit"
        startIcon={<Add color="primary" />}
        onClick={onChoose}
        sx={{ minHeight: 40, px: 1, fontWeight: 400, color: online ? 'text.primary' : 'text.secondary' }}
      >
        <Box
          component="span"
          className="tabular"
          sx={{ flex: 1, textAlign: 'left', fontWeight: online ? 600 : undefined }}
        >
          {formatPhone(number)}
        </Box>{' '}
        <Box component="span" sx={{ fontSize: 12 }}>
          <OnlineDot online={online} />
        </Box>
      </Button>
    </li>
  )
}
