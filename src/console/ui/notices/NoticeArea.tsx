/** A live region for notices. Always mounted, because screen readers announce only changes within it. */
import { Alert, Box } from '@mui/material'
import type { ReactNode } from 'react'
import { Sentence } from '../text/Sentence'
import type { Notice } from './useNotice'

interface Props {
  notice: Notice | undefined
  onClose: () => void
  /** `alert` if all its notices are errors. Default: the role that fits the current notice. */
  role?: 'alert'
  /** Shown after the text, such as a link. */
  action?: ReactNode
}

export function NoticeArea({ notice, onClose, role, action }: Props) {
  return (
    <Box role={role ?? (notice?.tone === 'error' ? 'alert' : 'status')}>
      {notice && (
        <Alert severity={notice.tone} role="presentation" onClose={onClose} sx={{ mb: 2 }}>
          <Sentence text={notice.text} />
          {notice.detail && <Box sx={{ fontSize: 13, mt: 0.5, whiteSpace: 'pre-line' }}>{notice.detail}</Box>}
          {action}
        </Alert>
      )}
    </Box>
  )
}
