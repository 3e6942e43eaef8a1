/** The refused cells of a spreadsheet: row, column, value and why; all of them can be copied or kept as text. */
import ContentCopy from '@mui/icons-material/ContentCopy'
import SaveAlt from '@mui/icons-material/SaveAlt'
import {
  Box,
  Button,
  type SxProps,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material'
import { useNotify, useTranslate } from 'ra-core'
import { useId, useState } from 'react'
import type { RowError } from '../../../contract/envelope'
import { saveDownload } from '../../api/downloads'
import { useIsPhone } from '../../ui/useIsPhone'

interface RowErrorsProps {
  rows: readonly RowError[]
  /** How many there are in all; the server names the first. */
  total: number
}

/** So many rows are drawn at once; thousands would freeze the dialog. */
const STEP = 100

const cellsOf = ({ row, column, value, message }: RowError) => [String(row), column, value, message]
const keyOf = ({ row, column, code }: RowError) => `${row}/${column}/${code}`

export function RowErrors({ rows, total }: RowErrorsProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const title = useId()
  const [shown, setShown] = useState(STEP)
  const phone = useIsPhone()
  const headers = ['row', 'column', 'value', 'why'].map(name => translate(`roster.dialog.errors.${name}`))
  const List = phone ? ErrorCards : ErrorTable

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(rowErrorsText(rows, headers))
      notify('shell.copy.done', { type: 'info' })
    } catch {
      notify('shell.copy.failed', { type: 'warning' })
    }
  }
  // The mark in front lets spreadsheets read the text as UTF-8.
  const save = () =>
    saveDownload({
      blob: new Blob(['\ufeff', rowErrorsText(rows, headers)], { type: 'text/plain;charset=utf-8' }),
      name: translate('roster.dialog.errors.fileName'),
    })

  return (
    <div>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1 }}>
        <Typography id={title} variant="h3" sx={{ flex: 1 }}>
          {translate('roster.dialog.errors.title', { count: total.toLocaleString('ko-KR') })}
        </Typography>
        <Button size="small" color="inherit" startIcon={<ContentCopy />} onClick={copy}>
          {translate('roster.dialog.errors.copy')}
        </Button>
        <Button size="small" color="inherit" startIcon={<SaveAlt />} onClick={save}>
          {translate('roster.dialog.errors.save')}
        </Button>
      </Box>
      <List rows={rows.slice(0, shown)} headers={headers} label={title} />
      {(rows.length > shown || total > rows.length) && (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, mt: 1 }}>
          <Typography variant="body2" color="text.secondary">
            {translate('roster.dialog.errors.shown', {
              shown: Math.min(shown, rows.length).toLocaleString('ko-KR'),
              total: total.toLocaleString('ko-KR'),
            })}
          </Typography>
          {rows.length > shown && (
            <Button size="small" onClick={() => setShown(shown + STEP)}>
              {translate('roster.dialog.errors.more')}
            </Button>
          )}
        </Box>
      )}
    </div>
  )
}

interface ListProps {
  rows: readonly RowError[]
  headers: readonly string[]
  /** Id of what names them. */
  label: string
}

/** By column. */
const CELL: SxProps[] = [
  {},
  { whiteSpace: 'nowrap' },
  { minWidth: 160, overflowWrap: 'anywhere' },
  { minWidth: 200 },
]

function ErrorTable({ rows, headers, label }: ListProps) {
  const cells = (texts: readonly string[]) =>
    texts.map((text, at) => (
      <TableCell key={headers[at]} align={at === 0 ? 'right' : 'left'} sx={CELL[at]}>
        {text}
      </TableCell>
    ))
  return (
    <Box
      role="region"
      aria-labelledby={label}
      tabIndex={0}
      sx={{ maxHeight: 320, overflow: 'auto', border: 1, borderColor: 'divider', borderRadius: 1 }}
    >
      <Table size="small" stickyHeader aria-labelledby={label}>
        <TableHead>
          <TableRow>{cells(headers)}</TableRow>
        </TableHead>
        <TableBody>
          {rows.map(error => (
            <TableRow key={keyOf(error)}>{cells(cellsOf(error))}</TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  )
}

/** On a phone: where, what stood there, and why, beneath each other. */
function ErrorCards({ rows, label }: ListProps) {
  const translate = useTranslate()
  return (
    <Box component="ul" aria-labelledby={label} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {rows.map(error => (
        <Box component="li" key={keyOf(error)} sx={{ py: 1, borderTop: 1, borderColor: 'divider' }}>
          <Typography variant="body2" color="text.secondary">
            {translate('roster.dialog.errors.place', { row: error.row, column: error.column })}
          </Typography>
          <Typography className="tabular" sx={{ overflowWrap: 'anywhere' }}>
            {error.value}
          </Typography>
          <Typography variant="body2">{error.message}</Typography>
        </Box>
      ))}
    </Box>
  )
}

/** Refused cells as text for a mail or a spreadsheet: a line each, tabs between. */
export const rowErrorsText = (rows: readonly RowError[], headers: readonly string[]): string =>
  [headers, ...rows.map(row => cellsOf(row).map(plainCell))].map(cells => cells.join('\t')).join('\r\n')

/** What a spreadsheet would take for a formula stays text (security 30). */
function plainCell(text: string): string {
  const line = text.replace(/[\t\r\n]+/g, ' ')
  return /^\s*[=+\-@]/.test(line) ? `'${line}` : line
}
