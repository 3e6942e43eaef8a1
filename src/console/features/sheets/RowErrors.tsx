/** The refused cells of a spreadsheet (row, column, value, reason), with buttons to copy or save them as text. */
import ContentCopy from '@mui/icons-material/ContentCopy'
import SaveAlt from '@mui/icons-material/SaveAlt'
import { Box, Button, Typography } from '@mui/material'
import { ListContextProvider, ResourceContextProvider, useList, useNotify, useTranslate } from 'ra-core'
import { useState } from 'react'
import type { RowError } from '../../../contract/envelope'
import { saveDownload } from '../../api/downloads'
import { TableOrCards } from '../../forms/list/TableOrCards'
import { useIsPhone } from '../../ui/useIsPhone'

interface RowErrorsProps {
  rows: readonly RowError[]
  /** The number of all refused cells; the server returns the first of them. */
  total: number
}

/** The number of rows shown first, and added by each "more": thousands at once would freeze the dialog. */
const PAGE_SIZE = 100

const COLUMNS = ['row', 'column', 'value', 'message'] as const
const cellsOf = (error: RowError) => COLUMNS.map(name => String(error[name]))

export function RowErrors({ rows, total }: RowErrorsProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const phone = useIsPhone()
  const [shownCount, setShownCount] = useState(PAGE_SIZE)
  const title = translate('roster.dialog.errors.title', { count: total.toLocaleString('ko-KR') })
  const headers = COLUMNS.map(name => translate(`roster.dialog.errors.${name}`))
  const records = rows.slice(0, shownCount).map((error, index) => ({ ...error, id: index }))
  const page = useList({ data: records })

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(rowErrorsText(rows, headers))
      notify('shell.copy.done', { type: 'info' })
    } catch {
      notify('shell.copy.failed', { type: 'warning' })
    }
  }
  // With the byte order mark, spreadsheet programs read the text as UTF-8.
  const save = () =>
    saveDownload({
      blob: new Blob(['\ufeff', rowErrorsText(rows, headers)], { type: 'text/plain;charset=utf-8' }),
      name: translate('roster.dialog.errors.fileName'),
    })

  return (
    <div>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1 }}>
        <Typography variant="h3" sx={{ flex: 1 }}>
          {title}
        </Typography>
        <Button size="small" color="inherit" startIcon={<ContentCopy />} onClick={copy}>
          {translate('roster.dialog.errors.copy')}
        </Button>
        <Button size="small" color="inherit" startIcon={<SaveAlt />} onClick={save}>
          {translate('roster.dialog.errors.save')}
        </Button>
      </Box>
      <ResourceContextProvider value="rowErrors">
        <ListContextProvider value={page}>
          <Box sx={{ display: 'flex', flexDirection: 'column', maxHeight: phone ? undefined : 320 }}>
            <TableOrCards
              label={title}
              records={records}
              columns={COLUMNS.map((name, index) => ({
                name,
                label: headers[index],
                align: name === 'row' ? 'right' : 'left',
                render: error => error[name],
              }))}
              phone={phone}
              empty={null}
              sx={TABLE}
            />
          </Box>
        </ListContextProvider>
      </ResourceContextProvider>
      {(rows.length > shownCount || total > rows.length) && (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, mt: 1 }}>
          <Typography variant="body2" color="text.secondary">
            {translate('roster.dialog.errors.shown', {
              shown: Math.min(shownCount, rows.length).toLocaleString('ko-KR'),
              total: total.toLocaleString('ko-KR'),
            })}
          </Typography>
          {rows.length > shownCount && (
            <Button size="small" onClick={() => setShownCount(shownCount + PAGE_SIZE)}>
              {translate('roster.dialog.errors.more')}
            </Button>
          )}
        </Box>
      )}
    </div>
  )
}

const WRAPPED = { py: 1, minWidth: 160, whiteSpace: 'normal', overflowWrap: 'anywhere' }
const TABLE = { '& td.column-value': WRAPPED, '& td.column-message': WRAPPED }

/** Refused cells as text for a mail or a spreadsheet: one line per cell, separated by tabs. */
export const rowErrorsText = (rows: readonly RowError[], headers: readonly string[]): string =>
  [headers, ...rows.map(row => cellsOf(row).map(plainCell))].map(cells => cells.join('\t')).join('\r\n')

/** Prevents spreadsheet programs from running the text as a formula (security 30). */
function plainCell(text: string): string {
  const line = text.replace(/[\t\r\n]+/g, ' ')
  return /^\s*[=+\-@]/.test(line) ? `'${line}` : line
}
