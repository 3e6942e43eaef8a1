/** What happened in a line, and what is to be said of it beneath. */
import { Box } from '@mui/material'
import type { ReactNode } from 'react'

export function Happened({ children, more }: { children: ReactNode; more?: ReactNode }) {
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1.5 }}>{children}</Box>
      {more && <Box sx={{ color: 'text.secondary', fontSize: 13 }}>{more}</Box>}
    </>
  )
}
