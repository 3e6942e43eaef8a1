/**
 * Chooses the columns of headers that config does not know, and names required columns that are missing. A column with
 * a similar name is chosen already; the user keeps or changes it.
 */
import { Alert, Box, Button, MenuItem, TextField } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import type { ColumnMapping } from '../../../../contract/devices'
import { ownValue } from '../../../../domain/own'
import { useFaultText } from './sentences'
import type { CheckResult, ColumnOption, UnknownHeader } from './types'

interface ColumnChoicesProps {
  result: CheckResult
  onChoose: (columns: ColumnMapping) => void
}

/** The option of a column that is not wanted; no field has this name. */
const UNWANTED = '-'

export function ColumnChoices({
  result: { unknownHeaders, columnOptions, headerFaults },
  onChoose,
}: ColumnChoicesProps) {
  const translate = useTranslate()
  /** The user's choices, which are newer than the result. */
  const [chosen, setChosen] = useState<ColumnMapping>({})
  const choose = (columns: ColumnMapping) => {
    setChosen({ ...chosen, ...columns })
    onChoose(columns)
  }
  const fieldOf = ({ name, field }: UnknownHeader) => {
    const choice = ownValue(chosen, name)
    return choice === undefined ? field : choice
  }
  const undecided = unknownHeaders.filter(header => fieldOf(header) === undefined)
  const missing = headerFaults.filter(({ code }) => code === 'missingHeader').map(({ column }) => column)
  const isSuggestion = ({ name, isSuggested }: UnknownHeader) =>
    isSuggested && ownValue(chosen, name) === undefined
  const notes = [
    ...(missing.length > 0 ? [translate('roster.columns.missing', { columns: missing.join(', ') })] : []),
    ...(undecided.length > 0
      ? [translate('roster.columns.unknown', { count: undecided.length.toLocaleString('ko-KR') })]
      : []),
    // Among problems, the field itself says so.
    ...(headerFaults.length === 0 && unknownHeaders.some(isSuggestion)
      ? [translate('roster.columns.suggested')]
      : []),
  ]
  return (
    <>
      {notes.length > 0 && (
        <Alert severity={headerFaults.length > 0 ? 'warning' : 'info'} variant="outlined" role="status">
          {notes.map(note => (
            <div key={note}>{note}</div>
          ))}
        </Alert>
      )}
      {unknownHeaders.length > 0 && (
        <Box
          role="group"
          aria-label={translate('roster.columns.title')}
          sx={{
            display: 'grid',
            gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 240px), 1fr))',
            gap: 2,
            maxHeight: 360,
            overflow: 'auto',
            p: 1.5,
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
          }}
        >
          {unknownHeaders.map(header => {
            const taken = unknownHeaders.filter(other => other !== header).map(fieldOf)
            return (
              <ColumnChoice
                key={header.name}
                header={header}
                field={fieldOf(header)}
                isSuggested={isSuggestion(header)}
                options={columnOptions.filter(({ field }) => !taken.includes(field))}
                onChoose={field => choose({ [header.name]: field })}
              />
            )
          })}
        </Box>
      )}
      {undecided.length > 1 && (
        <Button
          size="small"
          color="inherit"
          onClick={() => choose(Object.fromEntries(undecided.map(({ name }) => [name, null])))}
          sx={{ justifySelf: 'start' }}
        >
          {translate('roster.columns.noneWanted')}
        </Button>
      )}
    </>
  )
}

interface ColumnChoiceProps {
  header: UnknownHeader
  field: string | null | undefined
  isSuggested: boolean
  options: readonly ColumnOption[]
  onChoose: (field: string | null) => void
}

function ColumnChoice({ header, field, isSuggested, options, onChoose }: ColumnChoiceProps) {
  const translate = useTranslate()
  const faultText = useFaultText()
  const { name, fault, examples } = header
  const isUndecided = field === undefined
  const notes = [
    ...(isSuggested ? [translate('roster.columns.similar')] : []),
    ...(isUndecided && fault.code !== 'unknownHeader' ? [faultText(fault)] : []),
    ...(examples.length > 0 ? [translate('roster.columns.examples', { texts: examples.join(', ') })] : []),
  ]
  const textOf = ({ header, isRequired }: ColumnOption) =>
    isRequired ? translate('roster.columns.required', { header }) : header
  const chosen = options.find(option => option.field === field)
  const unwanted = translate('roster.columns.unwanted')
  const shownText = chosen ? textOf(chosen) : translate('roster.columns.choose')
  return (
    <TextField
      select
      fullWidth
      size="small"
      margin="none"
      label={name}
      value={field === null ? UNWANTED : (chosen?.field ?? '')}
      onChange={event => onChoose(event.target.value === UNWANTED ? null : event.target.value)}
      helperText={notes.map(note => (
        <Box component="span" key={note} sx={{ display: 'block', overflowWrap: 'anywhere' }}>
          {note}
        </Box>
      ))}
      slotProps={{
        inputLabel: { title: name },
        select: { displayEmpty: true, renderValue: () => (field === null ? unwanted : shownText) },
      }}
    >
      {options.map(option => (
        <MenuItem key={option.field} value={option.field}>
          {textOf(option)}
        </MenuItem>
      ))}
      <MenuItem value={UNWANTED}>{unwanted}</MenuItem>
    </TextField>
  )
}
