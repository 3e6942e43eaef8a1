/** The devices that do not fit a change, with the reason; the server names the first of them. */
import { Box, Typography } from '@mui/material'
import { useTranslate } from 'ra-core'
import type { RowError } from '../../../contract/envelope'
import { CopyableText } from '../../ui/text/CopyableText'

/** Drawn of those that the server names. */
const SHOWN = 50

export function Misfits({ rows, total }: { rows: readonly RowError[]; total: number }) {
  const translate = useTranslate()
  if (rows.length === 0) return null
  const shown = rows.slice(0, SHOWN)
  return (
    <Box component="ul" sx={{ m: 0, mt: 1, pl: 2, maxHeight: 200, overflowY: 'auto' }}>
      {shown.map(({ value, message }) => (
        <li key={value}>
          <CopyableText value={value} label="IMEI" /> {message}
        </li>
      ))}
      {total > shown.length && (
        <Typography component="li" variant="body2">
          {translate('bulk.more', { count: (total - shown.length).toLocaleString('ko-KR') })}
        </Typography>
      )}
    </Box>
  )
}
