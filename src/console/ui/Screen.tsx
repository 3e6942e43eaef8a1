/** The frame of a page: its title, its actions, its gutters, and what the browser's tab says. */
import { Box, Stack, Typography } from '@mui/material'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useConfig, useTranslate } from '../config'

interface ScreenProps {
  title: string
  /** Above the title: the way back. */
  above?: ReactNode
  /** Beside the title, such as a count. */
  aside?: ReactNode
  /** At the end of the title's line, or together beneath it; one of them at most is primary. */
  actions?: ReactNode
  /** `narrow` for forms and reading. */
  width?: 'full' | 'narrow'
  /** A part of it takes what height is left (`flex`). */
  fills?: boolean
  children: ReactNode
}

export function Screen({ title, above, aside, actions, width = 'full', fills, children }: ScreenProps) {
  const service = useTranslate()(useConfig().app.service)
  const heading = useFocusOnArrival()
  return (
    <Box
      sx={{
        width: '100%',
        maxWidth: width === 'full' ? 1600 : 760,
        mx: 'auto',
        p: { xs: 2, sm: 3 },
        ...(fills && { flex: 1, display: 'flex', flexDirection: 'column' }),
      }}
    >
      <title>{`${title} · ${service}`}</title>
      {above}
      <Stack
        direction="row"
        sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 2, rowGap: 1, mb: 2, minHeight: 36 }}
      >
        <Typography ref={heading} variant="h1" tabIndex={-1} sx={{ '&:focus-visible': { outline: 'none' } }}>
          {title}
        </Typography>
        {aside}
        <Box sx={{ flex: 1 }} />
        {actions && (
          <Stack
            direction="row"
            sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1, '&:empty': { display: 'none' } }}
          >
            {actions}
          </Stack>
        )}
      </Stack>
      {children}
    </Box>
  )
}

/**
 * Focuses the heading after a navigation, so that screen readers begin there; not on the first page of a visit, and not
 * while something is typed elsewhere, such as in the search box: its code or data may have come before the screen.
 */
function useFocusOnArrival() {
  const heading = useRef<HTMLHeadingElement>(null)
  const { key } = useLocation()
  const arrived = useRef(key !== 'default')
  useEffect(() => {
    const isTyping = document.activeElement?.matches('input, textarea, select') ?? false
    if (arrived.current && !isTyping) heading.current?.focus({ preventScroll: true })
  }, [])
  return heading
}
