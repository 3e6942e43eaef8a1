/** Many numbers at once, in any format: sorted into those to choose and those that cannot be. */
import { Alert, Box, Button, TextField, Typography } from '@mui/material'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useEffect, useState } from 'react'
import type { DeviceHit, SortedNumbers } from '../../../../contract/devices'
import { numbersIn } from '../../../../domain/numbersIn'
import { formatPhone } from '../../../../domain/phone'
import { useFleet } from '../../../api/fleet'
import { useKeepInput, useRestoredInput } from '../../../keptInput'
import { BusyButton } from '../../../ui/controls/BusyButton'
import { DialogFrame } from '../../../ui/dialogs/DialogFrame'
import type { Targets } from '../draft/draft'

/** Set once the server has answered that it has no such call (decision 22). */
const UNSUPPORTED = ['devices', 'numbers', 'unsupported'] as const

/** Under which a text that was not sorted yet outlives a session. */
const INPUT_KEY = 'compose.paste'

export function usePasteOffered(): boolean {
  const { data } = useQuery({
    queryKey: UNSUPPORTED,
    queryFn: () => false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data !== true
}

interface PasteDialogProps {
  /** What was pasted already; sorted at once. */
  text: string
  targets: Targets
  onAdd: (hits: DeviceHit[]) => void
  onClose: () => void
}

export function PasteDialog({ text: pasted, targets, onAdd, onClose }: PasteDialogProps) {
  const translate = useTranslate()
  const kept = useRestoredInput<string>(INPUT_KEY)
  const [text, setText] = useState(pasted || (kept ?? ''))
  useKeepInput(INPUT_KEY, () => text || undefined)
  const fleet = useFleet()
  const queries = useQueryClient()
  const {
    mutate: sort,
    data: sorted,
    ...sorting
  } = useMutation({
    // `null` where the server cannot.
    mutationFn: async (entered: readonly string[]) => (await fleet.findNumbers(entered)) ?? null,
    onSuccess: answer => answer === null && queries.setQueryData(UNSUPPORTED, true),
  })
  const numbers = numbersIn(text)
  useEffect(() => {
    const found = numbersIn(pasted)
    if (found.length > 0) sort(found)
  }, [pasted, sort])

  const fresh = (sorted?.found ?? []).filter(({ device }) => !targets.has(device))
  const online = fresh.filter(hit => hit.online)
  const count = (hits: readonly unknown[]) => ({ count: hits.length.toLocaleString('ko-KR') })

  return (
    <DialogFrame
      title={translate('compose.paste.title')}
      maxWidth="sm"
      onClose={onClose}
      closeLabel={translate('ra.action.cancel')}
      actions={
        sorted ? (
          <>
            {online.length > 0 && online.length < fresh.length && (
              <Button onClick={() => onAdd(online)}>
                {translate('compose.paste.addOnline', count(online))}
              </Button>
            )}
            <Button variant="contained" disabled={fresh.length === 0} onClick={() => onAdd(fresh)}>
              {translate('compose.paste.add', count(fresh))}
            </Button>
          </>
        ) : (
          <BusyButton
            variant="contained"
            busy={sorting.isPending}
            disabled={numbers.length === 0 || sorted === null}
            onClick={() => sort(numbers)}
          >
            {translate('compose.paste.sort', count(numbers))}
          </BusyButton>
        )
      }
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        <TextField
          multiline
          minRows={sorted ? 3 : 8}
          maxRows={sorted ? 4 : 12}
          autoFocus
          fullWidth
          sx={{ mt: 1 }}
          label={translate('compose.paste.label')}
          placeholder={translate('compose.paste.placeholder')}
          helperText={translate('compose.paste.help')}
          value={text}
          onChange={event => {
            setText(event.target.value)
            sorting.reset()
          }}
          slotProps={{ inputLabel: { shrink: true }, htmlInput: { spellCheck: false, inputMode: 'text' } }}
        />
        <Box role="status">
          {sorted && <Sorted sorted={sorted} targets={targets} />}
          {sorted === null && <Alert severity="warning">{translate('compose.paste.lacking')}</Alert>}
        </Box>
        {sorting.error && <Alert severity="error">{sorting.error.message}</Alert>}
      </Box>
    </DialogFrame>
  )
}

/** The most numbers that are listed: of thousands, the first are enough to see what they are. */
const LISTED = 200

function Sorted({ sorted, targets }: { sorted: SortedNumbers; targets: Targets }) {
  const translate = useTranslate()
  const numbersOf = (wanted: (hit: DeviceHit) => boolean) =>
    sorted.found.filter(wanted).map(hit => hit.number)
  const isChosen = ({ device }: DeviceHit) => targets.has(device)
  const groups = [
    { name: 'online', colour: 'success.main', numbers: numbersOf(hit => hit.online && !isChosen(hit)) },
    { name: 'offline', colour: 'text.primary', numbers: numbersOf(hit => !hit.online && !isChosen(hit)) },
    { name: 'chosen', colour: 'text.secondary', numbers: numbersOf(isChosen) },
    { name: 'duplicate', colour: 'text.secondary', numbers: sorted.duplicate },
    { name: 'unknown', colour: 'warning.main', numbers: sorted.unknown },
    { name: 'invalid', colour: 'error.main', numbers: sorted.invalid },
  ]
  return (
    <Box component="dl" className="tabular" sx={{ m: 0, display: 'grid', gap: 1 }}>
      {groups
        .filter(({ numbers }) => numbers.length > 0)
        .map(({ name, colour, numbers }) => (
          <Box
            key={name}
            sx={{ border: 1, borderColor: 'divider', borderRadius: 1, px: 1.5, py: 1, minWidth: 0 }}
          >
            <Box component="dt" sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
              <Typography variant="h3" component="span" color={colour}>
                {translate(`compose.paste.group.${name}`)}
              </Typography>
              <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
                {translate('compose.paste.entries', { count: numbers.length.toLocaleString('ko-KR') })}
              </Box>
            </Box>
            <Box
              component="dd"
              // What does not fit is scrolled to, also without a mouse.
              tabIndex={0}
              sx={{
                m: 0,
                maxHeight: 66,
                overflowY: 'auto',
                color: 'text.secondary',
                fontSize: 13,
                overflowWrap: 'anywhere',
              }}
            >
              {numbers.slice(0, LISTED).map((number, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same entry may stand there twice
                <Entry key={at} text={formatPhone(number)} last={at === numbers.length - 1} />
              ))}
              {numbers.length > LISTED &&
                ` ${translate('compose.targets.more', { count: (numbers.length - LISTED).toLocaleString('ko-KR') })}`}
            </Box>
          </Box>
        ))}
    </Box>
  )
}

/** One number, never broken in two; what is no number may be as long as it likes. */
const Entry = ({ text, last }: { text: string; last: boolean }) => (
  <>
    <Box component="span" sx={{ whiteSpace: text.length <= 24 ? 'nowrap' : undefined }}>
      {text}
      {last ? '' : ','}
    </Box>{' '}
  </>
)
