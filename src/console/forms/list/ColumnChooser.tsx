/**
 * Which columns are shown, and in which order. Not react-admin's `ColumnsButton`: it has options in a menu (axe
 * `aria-required-parent`) and stores indexes, which a column added in config would scramble; this one stores names.
 */
import ArrowDownward from '@mui/icons-material/ArrowDownward'
import ArrowUpward from '@mui/icons-material/ArrowUpward'
import ViewColumn from '@mui/icons-material/ViewColumn'
import { Box, Button, Checkbox, FormControlLabel, IconButton, Popover, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useId, useState } from 'react'
import type { CompiledColumn } from '../../../engine/compiled'
import { inert } from '../inert'
import { arrangeColumns, type ColumnChoice, isShown, moveColumn, toggleColumn } from './columnChoice'

interface ColumnChooserProps {
  columns: readonly CompiledColumn[]
  labelOf: (column: CompiledColumn) => string
  choice: ColumnChoice
  onChange: (choice: ColumnChoice) => void
}

export function ColumnChooser({ columns, labelOf, choice, onChange }: ColumnChooserProps) {
  const translate = useTranslate()
  const [opener, setOpener] = useState<HTMLElement | null>(null)
  const title = useId()
  const arranged = arrangeColumns(columns, choice)

  return (
    <>
      <Button
        size="small"
        color="inherit"
        startIcon={<ViewColumn />}
        aria-haspopup="dialog"
        aria-expanded={opener !== null}
        onClick={event => setOpener(event.currentTarget)}
      >
        {translate('forms.columns.open')}
      </Button>
      <Popover
        open={opener !== null}
        anchorEl={opener}
        onClose={() => setOpener(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-labelledby': title, sx: { p: 2, minWidth: 260 } } }}
      >
        <Typography id={title} variant="h3" sx={{ fontSize: 14, fontWeight: 600, mb: 1 }}>
          {translate('forms.columns.title')}
        </Typography>
        <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0 }}>
          {arranged.map((column, at) => (
            <Box
              component="li"
              key={column.field}
              sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 2 }}
            >
              <FormControlLabel
                control={
                  <Checkbox
                    size="small"
                    checked={isShown(column, choice)}
                    onChange={() => onChange(toggleColumn(columns, choice, column.field))}
                  />
                }
                label={labelOf(column)}
              />
              <Box sx={{ whiteSpace: 'nowrap' }}>
                {([-1, 1] as const).map(by => (
                  <IconButton
                    key={by}
                    size="small"
                    aria-label={translate(by < 0 ? 'forms.columns.up' : 'forms.columns.down', {
                      name: labelOf(column),
                    })}
                    onClick={() => onChange(moveColumn(columns, choice, column.field, by))}
                    {...inert(at + by < 0 || at + by >= arranged.length)}
                  >
                    {by < 0 ? <ArrowUpward fontSize="inherit" /> : <ArrowDownward fontSize="inherit" />}
                  </IconButton>
                ))}
              </Box>
            </Box>
          ))}
        </Box>
        <Button
          size="small"
          sx={{ mt: 1 }}
          onClick={() => onChange({})}
          {...inert(!choice.order && !choice.shown)}
        >
          {translate('forms.columns.reset')}
        </Button>
      </Popover>
    </>
  )
}
