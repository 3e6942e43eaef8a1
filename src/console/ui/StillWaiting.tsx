/**
 * Says that an answer is long in coming, and offers to stop waiting. It stands in the page and in every dialog, which lets nobody
 * out to the page; of all of them the innermost one speaks.
 */
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper, { type PaperProps } from '@mui/material/Paper'
import { useTranslate } from 'ra-core'
import { forwardRef, useEffect, useState, useSyncExternalStore } from 'react'
import { onWaiting, stillWaiting } from '../waiting'

export function StillWaiting() {
  const translate = useTranslate()
  const waiting = useSyncExternalStore(onWaiting, stillWaiting)
  const speaks = useInnermost()
  const isWrite = waiting.some(({ write }) => write)
  return (
    <Box role="status">
      {speaks && waiting.length > 0 && (
        <Alert
          severity="info"
          role="presentation"
          sx={{ borderRadius: 0, alignItems: 'center', flexWrap: 'wrap' }}
          action={
            <Button
              color="inherit"
              size="small"
              variant="outlined"
              onClick={() => {
                for (const { cancel } of waiting) cancel()
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
export const WaitingPaper = forwardRef<HTMLDivElement, PaperProps>(function WaitingPaper(
  { children, ...props },
  ref,
) {
  return (
    <Paper {...props} ref={ref}>
      {children}
      <StillWaiting />
    </Paper>
  )
})

/** In the order in which they came, which is from the page inwards. */
let places: readonly object[] = []
const watchers = new Set<() => void>()
const move = (next: readonly object[]) => {
  places = next
  for (const watcher of [...watchers]) watcher()
}

function useInnermost(): boolean {
  const [place] = useState(() => ({}))
  useEffect(() => {
    move([...places, place])
    return () => move(places.filter(one => one !== place))
  }, [place])
  return useSyncExternalStore(watch, () => places.at(-1) === place)
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => {
    watchers.delete(watcher)
  }
}
