/**
 * Accepts many pasted phone numbers in any format, groups them by result (found, unknown, invalid …), and adds targets.
 */
import { Alert, Box, Button, TextField, Typography } from '@mui/material'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useEffect, useState } from 'react'
import type { DeviceHit, SortedNumbers } from '../../../../contract/devices'
import { formatPhone, numbersIn } from '../../../../domain/phone'
import { useFleet } from '../../../api/fleet'
import { useKeepInput, useRestoredInput } from '../../../keptInput'
import { BusyButton } from '../../../ui/controls/BusyButton'
import { DialogFrame } from '../../../ui/dialogs/DialogFrame'
import { UnsavedInput } from '../../../ui/dialogs/unsavedInput'
import type { Targets } from '../draft/draft'

/** The key of a cache entry: true after the server has answered that it does not have the call (decision 22). */
const UNSUPPORTED = ['devices', 'numbers', 'unsupported'] as const

/** The key under which unsaved text is kept when the session ends. */
const INPUT_KEY = 'compose.paste'

/** Whether to offer this dialog: true, until the server answers that it does not have the call. */
export function useCanPaste(): boolean {
  const { data } = useQuery({
    queryKey: UNSUPPORTED,
    queryFn: () => false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data !== true
}

interface PasteDialogProps {
  /** Text pasted into the search field; its numbers are looked up immediately. */
  text: string
  targets: Targets
  onAdd: (hits: DeviceHit[]) => void
  onClose: () => void
}

export function PasteDialog({ text: pasted, targets, onAdd, onClose }: PasteDialogProps) {
  const translate = useTranslate()
  const restored = useRestoredInput<string>(INPUT_KEY)
  const [text, setText] = useState(pasted || (restored ?? ''))
  useKeepInput(INPUT_KEY, () => text || undefined)
  const fleet = useFleet()
  const queries = useQueryClient()
  const {
    mutate: lookUp,
    data: result,
    ...request
  } = useMutation({
    // null if the server does not have the call.
    mutationFn: async (entered: readonly string[]) => (await fleet.findNumbers(entered)) ?? null,
    onSuccess: response => response === null && queries.setQueryData(UNSUPPORTED, true),
  })
  const numbers = numbersIn(text)
  useEffect(() => {
    const pastedNumbers = numbersIn(pasted)
    if (pastedNumbers.length > 0) lookUp(pastedNumbers)
  }, [pasted, lookUp])

  const addableHits = (result?.found ?? []).filter(({ device }) => !targets.has(device))
  const onlineHits = addableHits.filter(hit => hit.online)
  const count = (hits: readonly unknown[]) => ({ count: hits.length.toLocaleString('ko-KR') })

  return (
    <DialogFrame
      title={translate('compose.paste.title')}
      maxWidth="sm"
      onClose={onClose}
      closeLabel={translate('ra.action.cancel')}
      actions={
        result ? (
          <>
            {onlineHits.length > 0 && onlineHits.length < addableHits.length && (
              <Button onClick={() => onAdd(onlineHits)}>
                <span>{translate('compose.paste.addOnline', count(onlineHits))}</span>
              </Button>
            )}
            <Button
              variant="contained"
              disabled={addableHits.length === 0}
              onClick={() => onAdd(addableHits)}
            >
              <span>{translate('compose.paste.add', count(addableHits))}</span>
            </Button>
          </>
        ) : (
          <BusyButton
            variant="contained"
            busy={request.isPending}
            disabled={numbers.length === 0 || result === null}
            onClick={() => lookUp(numbers)}
          >
            {translate('compose.paste.sort', count(numbers))}
          </BusyButton>
        )
      }
    >
      <UnsavedInput isEntered={text.trim() !== ''} />
      <Box sx={{ display: 'grid', gap: 2 }}>
        <TextField
          multiline
          minRows={result ? 3 : 8}
          maxRows={result ? 4 : 12}
          autoFocus
          fullWidth
          sx={{ mt: 1 }}
          label={translate('compose.paste.label')}
          placeholder={translate('compose.paste.placeholder')}
          helperText={translate('compose.paste.help')}
          value={text}
          onChange={event => {
            setText(event.target.value)
            request.reset()
          }}
          slotProps={{ inputLabel: { shrink: true }, htmlInput: { spellCheck: false, inputMode: 'text' } }}
        />
        <Box role="status">
          {result && <ResultGroups result={result} targets={targets} />}
          {result === null && <Alert severity="warning">{translate('compose.paste.lacking')}</Alert>}
        </Box>
        {request.error && <Alert severity="error">{request.error.message}</Alert>}
      </Box>
    </DialogFrame>
  )
}

/** How many entries of a group are listed: enough for the user to recognise the input. */
const MAX_LISTED = 200

function ResultGroups({ result, targets }: { result: SortedNumbers; targets: Targets }) {
  const translate = useTranslate()
  const numbersOf = (matches: (hit: DeviceHit) => boolean) =>
    result.found.filter(matches).map(hit => hit.number)
  const isChosen = ({ device }: DeviceHit) => targets.has(device)
  const groups = [
    { name: 'online', colour: 'success.main', numbers: numbersOf(hit => hit.online && !isChosen(hit)) },
    { name: 'offline', colour: 'text.primary', numbers: numbersOf(hit => !hit.online && !isChosen(hit)) },
    { name: 'chosen', colour: 'text.secondary', numbers: numbersOf(isChosen) },
    { name: 'duplicate', colour: 'text.secondary', numbers: result.duplicate },
    { name: 'unknown', colour: 'warning.main', numbers: result.unknown },
    { name: 'invalid', colour: 'error.main', numbers: result.invalid },
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
              // Focusable, so that the keyboard can scroll it.
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
              {numbers.slice(0, MAX_LISTED).map((number, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same entry may occur twice
                <Entry key={index} text={formatPhone(number)} last={index === numbers.length - 1} />
              ))}
              {numbers.length > MAX_LISTED && (
                <span>
                  {translate('compose.targets.more', {
                    count: (numbers.length - MAX_LISTED).toLocaleString('ko-KR'),
                  })}
                </span>
              )}
            </Box>
          </Box>
        ))}
    </Box>
  )
}

/** The maximum length of a number, in characters. A longer entry is other text, and may wrap. */
const MAX_NUMBER_LENGTH = 24

const Entry = ({ text, last }: { text: string; last: boolean }) => (
  <>
    <Box component="span" sx={{ whiteSpace: text.length <= MAX_NUMBER_LENGTH ? 'nowrap' : undefined }}>
      {last ? text : `${text},`}
    </Box>{' '}
  </>
)
