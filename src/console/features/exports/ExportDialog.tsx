/** Asks for the format of the export, and whether to include hidden columns; then downloads the file. */

import {
  Box,
  Checkbox,
  FormControl,
  FormControlLabel,
  FormLabel,
  Radio,
  RadioGroup,
  Typography,
} from '@mui/material'
import { useListContext } from 'ra-core'
import { useState } from 'react'
import { EXPORT_FORMATS, type ExportFormat } from '../../../domain/fileName'
import { grouped } from '../../../domain/grouped'
import { failureBody } from '../../api/client'
import { useFleet } from '../../api/fleet'
import { useConfig, useTranslate } from '../../config'
import { DialogFrame } from '../../ui/dialogs/DialogFrame'
import { NoticeArea } from '../../ui/notices/NoticeArea'
import { useNotice } from '../../ui/notices/useNotice'
import { Sentence } from '../../ui/text/Sentence'
import { useZoneChoice } from '../../ui/time/zones'
import { DownloadButton } from '../downloads'
import type { ExportButtonProps } from './props'

interface ExportDialogProps extends ExportButtonProps {
  /** The selected rows; without it, all rows that the filters find. `about` returns the text with their number. */
  chosen?: { ids?: readonly string[] | undefined; count: number; about: (count: number) => string }
  onClose: () => void
}

export function ExportDialog({ resource, shown, all, chosen, onClose }: ExportDialogProps) {
  const translate = useTranslate()
  const fleet = useFleet()
  const [zone] = useZoneChoice()
  const { noticeMs } = useConfig().app.timing
  const { notice, show } = useNotice(noticeMs)
  const { filterValues, sort, total = 0, meta } = useListContext()
  const [format, setFormat] = useState<ExportFormat>('xlsx')
  const [includesHidden, setIncludesHidden] = useState(false)
  const [expected, setExpected] = useState(chosen?.count)
  const columns = (includesHidden ? all : shown).map(({ field }) => field)
  const hidden = all.filter(({ field }) => !shown.some(column => column.field === field))
  const label = translate(resource.label)
  const fetchFile = async () => {
    const rows = { filter: filterValues, sort, ids: chosen?.ids, expected }
    try {
      return await fleet.exportList(resource, rows, { format, zone, columns })
    } catch (error) {
      // The number of rows has changed: show the new one, and let the user confirm again.
      const { code, found } = failureBody(error)
      if (code === 'bulk.changed') setExpected(found)
      throw error
    }
  }
  return (
    <DialogFrame
      small
      maxWidth="sm"
      title={translate('exports.title', { name: label })}
      top={
        <Box sx={{ px: 3 }}>
          <NoticeArea notice={notice} onClose={() => show(undefined)} />
        </Box>
      }
      closeLabel={translate('ra.action.close')}
      onClose={onClose}
      actions={
        <DownloadButton
          variant="contained"
          disabled={expected === 0}
          fetchFile={fetchFile}
          onSaved={() => show({ tone: 'success', text: translate('exports.done') })}
          onFailed={text => show({ tone: 'error', text })}
        >
          {translate('exports.download')}
        </DownloadButton>
      }
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Typography color="text.secondary">
          {chosen
            ? chosen.about(expected ?? chosen.count)
            : translate('exports.found', {
                count: grouped(total, meta?.atLeast),
              })}
        </Typography>
        <FormControl>
          <FormLabel id="export-format">{translate('exports.format')}</FormLabel>
          <RadioGroup
            row
            aria-labelledby="export-format"
            value={format}
            onChange={(_, value) => setFormat(value as ExportFormat)}
          >
            {EXPORT_FORMATS.map(name => (
              <FormControlLabel
                key={name}
                value={name}
                control={<Radio />}
                label={<Sentence text={translate(`exports.${name}`)} />}
              />
            ))}
          </RadioGroup>
        </FormControl>
        {hidden.length > 0 && (
          <FormControlLabel
            control={
              <Checkbox checked={includesHidden} onChange={(_, checked) => setIncludesHidden(checked)} />
            }
            label={translate('exports.all', {
              columns: hidden.map(({ field, label }) => translate(label) || field).join(', '),
            })}
          />
        )}
      </Box>
    </DialogFrame>
  )
}
