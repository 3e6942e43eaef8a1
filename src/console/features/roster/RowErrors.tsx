/** The refused cells of a spreadsheet: row, column, value and why; all of them can be copied or kept as text. */
import ContentCopy from '@mui/icons-material/ContentCopy'
import SaveAlt from '@mui/icons-material/SaveAlt'
import { Box, Button, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material'
import { useNotify, useTranslate } from 'ra-core'
import { useId, useState } from 'react'
import type { RowError } from '../../../contract/envelope'
import { saveDownload } from '../../api/downloads'
import { rowErrorsText } from './rowErrorsText'

interface RowErrorsProps {
  rows: readonly RowError[]
  /** How many there are in all; the server names the first. */
  total: number
}

/** So many rows are drawn at once; thousands would freeze the dialog. */
const STEP = 100

export function RowErrors({ rows, total }: RowErrorsProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const title = useId()
  const [shown, setShown] = useState(STEP)
  const headers = ['row', 'column', 'value', 'why'].map(name => translate(`roster.dialog.errors.${name}`))
  const text = () => rowErrorsText(rows, headers)

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text())
      notify('shell.copy.done', { type: 'info' })
    } catch {
      notify('shell.copy.failed', { type: 'warning' })
    }
  }
  // The mark in front lets spreadsheets read the text as UTF-8.
  const save = () =>
    saveDownload({
      blob: new Blob(['\ufeff', text()], { type: 'text/plain;charset=utf-8' }),
      name: translate('roster.dialog.errors.fileName'),
    })

  return (
    <div>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1 }}>
        <Typography id={title} variant="h3" sx={{ flex: 1, fontSize: 14, fontWeight: 600 }}>
          {translate('roster.dialog.errors.title', { count: total.toLocaleString('ko-KR') })}
        </Typography>
        <Button size="small" color="inherit" startIcon={<ContentCopy />} onClick={copy}>
          {translate('roster.dialog.errors.copy')}
        </Button>
        <Button size="small" color="inherit" startIcon={<SaveAlt />} onClick={save}>
          {translate('roster.dialog.errors.save')}
        </Button>
      </Box>
      <Box
        role="region"
        aria-labelledby={title}
        tabIndex={0}
        sx={{ maxHeight: 320, overflow: 'auto', border: 1, borderColor: 'divider', borderRadius: 1 }}
      >
        <Table size="small" stickyHeader aria-labelledby={title}>
          <TableHead>
            <TableRow>
              {headers.map((header, at) => (
                <TableCell key={header} align={at === 0 ? 'right' : 'left'}>
                  {header}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.slice(0, shown).map(error => (
              <TableRow key={`${error.row}/${error.column}/${error.code}`}>
                <TableCell align="right" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                  {error.row}
                </TableCell>
                <TableCell sx={{ whiteSpace: 'nowrap' }}>{error.column}</TableCell>
                <TableCell
                  sx={{ minWidth: 160, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}
                >
                  {error.value}
                </TableCell>
                <TableCell sx={{ minWidth: 200 }}>{error.message}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Box>
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
