/** The records that cannot be changed, grouped by reason: the first ones, and the number of others. */
import { Box, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { RowError } from '../../../contract/envelope'
import { CopyableText } from '../../ui/text/CopyableText'

const MAX_SHOWN = 50

interface RowErrorsProps {
  rows: readonly RowError[]
  /** The number of records that cannot be changed; the server returns only the first as `rows`. */
  total: number
  counted: (count: number) => string
}

export function RowErrors({ rows, total, counted }: RowErrorsProps) {
  const translate = useTranslate()
  if (rows.length === 0) return null
  const shownRows = rows.slice(0, MAX_SHOWN)
  const reasons = [...new Set(shownRows.map(({ message }) => message))]
  return (
    <Box sx={{ mt: 1, maxHeight: 200, overflowY: 'auto', display: 'grid', gap: 1 }}>
      {reasons.map(reason => (
        <div key={reason}>
          <Typography variant="body2">{reason}</Typography>
          <Box
            component="ul"
            aria-label={reason}
            sx={{ m: 0, p: 0, listStyle: 'none', display: 'flex', flexWrap: 'wrap', columnGap: 1 }}
          >
            {shownRows
              .filter(({ message }) => message === reason)
              .map(({ row, column, value }) => (
                <li key={row}>
                  <CopyableText value={value} label={column} />
                </li>
              ))}
          </Box>
        </div>
      ))}
      {total > shownRows.length && (
        <Typography variant="body2">
          {translate('bulk.more', { records: counted(total - shownRows.length) })}
        </Typography>
      )}
    </Box>
  )
}
