/**
 * Says that a response takes long, and offers to stop waiting. It is mounted in the page and in every dialog, because a
 * modal dialog traps the focus; only the innermost one is visible.
 */
import { Alert, Box, Button, Paper, type PaperProps } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useEffect, useState } from 'react'
import { longCalls } from '../../longCalls'
import { createObservable, useObservable } from '../../observable'

export function StillWaiting() {
  const translate = useTranslate()
  const calls = useObservable(longCalls)
  const isInnermost = useIsInnermost()
  const isWrite = calls.some(call => call.isWrite)
  return (
    <Box role="status">
      {isInnermost && calls.length > 0 && (
        <Alert
          severity="info"
          role="presentation"
          square
          sx={{ alignItems: 'center', flexWrap: 'wrap' }}
          action={
            <Button
              color="inherit"
              size="small"
              variant="outlined"
              onClick={() => {
                for (const { cancel } of calls) cancel()
              }}
            >
              {translate('shell.waiting.stop')}
            </Button>
          }
        >
          {translate(isWrite ? 'shell.waiting.write' : 'shell.waiting.read')}
        </Alert>
      )}
    </Box>
  )
}

/** The paper of all dialogs (`shell/theme`). */
export const WaitingPaper = ({ children, ...props }: PaperProps) => (
  <Paper {...props}>
    {children}
    <StillWaiting />
  </Paper>
)

/** The mounted instances in the order of mounting: the page first, the innermost dialog last. */
const mounted = createObservable<readonly object[]>([])

function useIsInnermost(): boolean {
  const [instance] = useState(() => ({}))
  useEffect(() => {
    mounted.set([...mounted.get(), instance])
    return () => mounted.set(mounted.get().filter(other => other !== instance))
  }, [instance])
  return useObservable(mounted).at(-1) === instance
}
