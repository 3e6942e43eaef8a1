/**
 * Says that an answer takes long, and offers to stop waiting. It stands in the page and in every dialog, since a modal
 * dialog keeps the keyboard within it; only the innermost one shows.
 */
import { Alert, Box, Button, Paper, type PaperProps } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useEffect, useState } from 'react'
import { longCalls } from '../../longCalls'
import { createObservable, useObservable } from '../../observable'

export function StillWaiting() {
  const translate = useTranslate()
  const calls = useObservable(longCalls)
  const speaks = useIsInnermost()
  const isWrite = calls.some(({ write }) => write)
  return (
    <Box role="status">
      {speaks && calls.length > 0 && (
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

/** The paper of dialogs (`shell/theme`). */
export const WaitingPaper = ({ children, ...props }: PaperProps) => (
  <Paper {...props}>
    {children}
    <StillWaiting />
  </Paper>
)

/** In the order in which they were mounted, which is from the page inwards. */
const mounted = createObservable<readonly object[]>([])

function useIsInnermost(): boolean {
  const [own] = useState(() => ({}))
  useEffect(() => {
    mounted.set([...mounted.get(), own])
    return () => mounted.set(mounted.get().filter(one => one !== own))
  }, [own])
  return useObservable(mounted).at(-1) === own
}
