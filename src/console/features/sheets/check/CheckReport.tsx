/** The result of checking a chosen sheet, before it is sent. */
import SaveAlt from '@mui/icons-material/SaveAlt'
import { Alert, Box, Button, LinearProgress, MenuItem, TextField, Typography } from '@mui/material'
import { useNotify, useTranslate } from 'ra-core'
import { saveDownload } from '../../../api/downloads'
import { useConfig } from '../../../config'
import { useReadingNotes } from '../useReadingNotes'
import { BadRows } from './BadRows'
import { ColumnChoices } from './ColumnChoices'
import { useFaultText } from './sentences'
import type { CheckResult } from './types'
import type { useSheetCheck } from './useSheetCheck'

type Check = ReturnType<typeof useSheetCheck>

const number = (value: number) => value.toLocaleString('ko-KR')

export function CheckReport({ check }: { check: Check }) {
  const translate = useTranslate()
  const { state } = check
  if (state.kind === 'none') return null
  if (state.kind === 'crashed')
    return (
      <Alert severity="error" variant="outlined">
        {translate('roster.check.lost')}
      </Alert>
    )
  if (state.kind === 'unreadable') return <Unreadable {...state} />
  const { result } = state
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}>
      {state.kind !== 'done' && (
        <Box>
          <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', mb: 0.5 }}>
            <Typography role="status" variant="body2" className="tabular">
              {translate(`roster.check.${state.kind}`, {
                rows: number(state.rows),
                total: number(state.total ?? 0),
              })}
            </Typography>
            {/* Not after a first result: skipping would discard corrections. */}
            {!result && (
              <Button size="small" color="inherit" onClick={check.cancel}>
                {translate('roster.check.skip')}
              </Button>
            )}
          </Box>
          <LinearProgress
            aria-label={translate('roster.check.title')}
            variant={state.total ? 'determinate' : 'indeterminate'}
            value={state.total ? Math.round((state.rows / state.total) * 100) : 0}
          />
        </Box>
      )}
      {result && <ResultReport result={result} check={check} isDone={state.kind === 'done'} />}
    </Box>
  )
}

function ResultReport({ result, check, isDone }: { result: CheckResult; check: Check; isDone: boolean }) {
  const translate = useTranslate()
  const { headerFaults, rows, firstBadRows, badRowCount, correctionCount, checkedOnServer } = result
  const columns = <ColumnChoices result={result} onChoose={check.map} />
  if (headerFaults.length > 0) return columns
  if (rows === 0)
    return (
      <Alert severity="warning" variant="outlined" role="status">
        {translate(result.headers.length > 0 ? 'errors.roster.noRows' : 'errors.sheet.empty')}
      </Alert>
    )
  const counts = { rows: number(rows), good: number(rows - badRowCount), bad: number(badRowCount) }
  return (
    <>
      {columns}
      <Alert severity={badRowCount > 0 ? 'warning' : 'success'} variant="outlined" role="status">
        <span>{translate(badRowCount > 0 ? 'roster.check.found' : 'roster.check.fine', counts)}</span>
        {isDone && !checkedOnServer && <span>{` ${translate('roster.check.notAsked')}`}</span>}
      </Alert>
      <ReadingNotes result={result} />
      {correctionCount > 0 && <Corrections result={result} />}
      {firstBadRows.length > 0 && (
        <>
          <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
            <ReasonChoice result={result} check={check} />
            <SaveBadRows check={check} />
          </Box>
          <BadRows rows={firstBadRows} headers={result.headers} onEdit={check.edit} />
          {firstBadRows.length < shownReasonRows(result) && (
            <Typography variant="body2" color="text.secondary">
              {translate('roster.check.shown', { shown: number(firstBadRows.length) })}
            </Typography>
          )}
        </>
      )}
    </>
  )
}

/** The number of bad rows with the chosen reason. */
const shownReasonRows = ({ reasons, chosenReason, badRowCount }: CheckResult) =>
  reasons.find(({ key }) => key === chosenReason)?.rows ?? badRowCount

const ALL_REASONS = ''

/** Chooses the reason whose rows are shown, if there are several. */
function ReasonChoice({ result, check }: { result: CheckResult; check: Check }) {
  const translate = useTranslate()
  const faultText = useFaultText()
  const { reasons, chosenReason = ALL_REASONS, badRowCount } = result
  if (reasons.length < 2) return <span />
  const option = (text: string, rows: number) =>
    translate('roster.check.reasonRows', { text, rows: number(rows) })
  return (
    <TextField
      select
      size="small"
      margin="none"
      label={translate('roster.check.reason')}
      value={chosenReason}
      onChange={event => check.filter(event.target.value || undefined)}
      slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
      sx={{ flex: '0 1 420px', minWidth: 0 }}
    >
      <MenuItem value={ALL_REASONS}>{option(translate('roster.check.allReasons'), badRowCount)}</MenuItem>
      {reasons.map(({ key, example, rows }) => (
        <MenuItem key={key} value={key} sx={{ whiteSpace: 'normal' }}>
          {option([example.column, faultText(example)].filter(Boolean).join(': '), rows)}
        </MenuItem>
      ))}
    </TextField>
  )
}

/** How the sheet was read, if the user may expect something else. */
function ReadingNotes({ result: { reading, numbering } }: { result: CheckResult }) {
  const notes = useReadingNotes()(reading)
  const translate = useTranslate()
  if (numbering.length > 0) notes.push(translate('roster.check.skipped', { columns: numbering.join(', ') }))
  if (notes.length === 0) return null
  return (
    <Alert severity="info" variant="outlined" role="status">
      {notes.map(note => (
        <div key={note}>{note}</div>
      ))}
    </Alert>
  )
}

function Corrections({ result: { firstCorrections, correctionCount } }: { result: CheckResult }) {
  const translate = useTranslate()
  return (
    <Alert severity="info" variant="outlined" role="status">
      <span>{translate('roster.check.mended', { count: number(correctionCount) })}</span>
      <Box component="details" sx={{ mt: 0.5, '& ul': { m: 0, pl: 3, maxHeight: 140, overflow: 'auto' } }}>
        <summary>{translate('roster.check.mendings')}</summary>
        <ul>
          {firstCorrections.map(({ row, column, from, to }) => (
            <li
              key={`${row}/${column}`}
            >{`${translate('roster.check.cell', { row, column })}: ${from} → ${to}`}</li>
          ))}
        </ul>
      </Box>
    </Alert>
  )
}

function SaveBadRows({ check }: { check: Check }) {
  const translate = useTranslate()
  const notify = useNotify()
  const save = async () => {
    const header = ['row', 'column', 'value', 'message'].map(name =>
      translate(`roster.dialog.errors.${name}`),
    )
    try {
      const blob = await check.write({ header, reasonSheet: translate('roster.check.reasons') })
      saveDownload({ blob, name: translate('roster.check.badFile') })
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { type: 'error' })
    }
  }
  return (
    <Button size="small" color="inherit" startIcon={<SaveAlt />} onClick={save}>
      {translate('roster.check.save')}
    </Button>
  )
}

/**
 * @param limit the exceeded limit. For the number of rows and the size, the limits of config are shown instead: without
 * the header row, and in MB
 */
function Unreadable({ code, row, limit }: { code: string; row?: number; limit?: number }) {
  const translate = useTranslate()
  const { upload } = useConfig().app.limits
  const configLimits: Record<string, number> = { rows: upload.rows, bytesIn: upload.bytes / 1024 / 1024 }
  const maximum = configLimits[code] ?? limit ?? 0
  return (
    <Alert severity="error" variant="outlined">
      {translate(`errors.sheet.${code}`, { row: row ?? '', limit: number(Math.round(maximum * 10) / 10) })}
    </Alert>
  )
}
