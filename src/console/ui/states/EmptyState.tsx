/** Shown instead of content: says why there is no content, and offers an action. */
import { Box, Stack, Typography } from '@mui/material'
import type { ComponentType, ReactNode } from 'react'

export interface StateProps {
  title: string
  text?: ReactNode
  /** Usually one button. */
  action?: ReactNode
  icon?: ComponentType<{ sx?: object; 'aria-hidden'?: boolean }>
  /** `alert` for failures: screen readers announce it at once. */
  role?: 'status' | 'alert'
}

export function EmptyState({ title, text, action, icon: Icon, role }: StateProps) {
  return (
    <Stack role={role} sx={{ alignItems: 'center', textAlign: 'center', py: 4, px: 2, gap: 1 }}>
      {Icon && <Icon aria-hidden sx={{ fontSize: 32, color: 'text.secondary', mb: 1 }} />}
      <Typography variant="h2" component="p">
        {title}
      </Typography>
      {text && (
        <Typography color="text.secondary" sx={{ maxWidth: 520, whiteSpace: 'pre-line' }}>
          {text}
        </Typography>
      )}
      {action && <Box sx={{ mt: 2 }}>{action}</Box>}
    </Stack>
  )
}
