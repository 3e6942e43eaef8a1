/** The frame of a page: heading, actions, margins, and the title of the browser tab. */
import { Box, Stack, Typography } from '@mui/material'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useConfig, useTranslate } from '../config'

/** The maximum width of a page in px. Only `narrow` is centred; `form` starts at the left, in line with the top bar. */
const MAX_WIDTHS = { window: 'none', full: 'none', form: 1600, narrow: 760 } as const
/** If the pointer is a mouse, the head of a list has low controls, so that twenty rows fit below it. */
const DENSE_HEAD = {
  '@media (pointer: fine)': { minHeight: 32, '& .MuiButton-root': { minHeight: 32, py: 0 } },
} as const

interface ScreenProps {
  title: string
  /** Above the title, such as a link back. */
  above?: ReactNode
  /** Next to the title, such as a count. */
  aside?: ReactNode
  /** Buttons at the end of the title's line; at most one of them is primary. */
  actions?: ReactNode
  /** `narrow` for short forms and reading, `form` for wide forms, `window` for lists. */
  width?: keyof typeof MAX_WIDTHS
  /** Makes the page a flex column that fills the window, so that a child can take the remaining height. */
  fillsHeight?: boolean
  children: ReactNode
}

export function Screen({ title, above, aside, actions, width = 'full', fillsHeight, children }: ScreenProps) {
  const service = useTranslate()(useConfig().app.service)
  const heading = useFocusOnArrival()
  return (
    <Box
      sx={{
        width: '100%',
        maxWidth: MAX_WIDTHS[width],
        mx: width === 'narrow' ? 'auto' : 0,
        p: { xs: 2, sm: 3 },
        ...(width === 'window' && { pt: { sm: 1 }, pb: { sm: 0 } }),
        ...(fillsHeight && { flex: 1, display: 'flex', flexDirection: 'column' }),
      }}
    >
      <title>{`${title} · ${service}`}</title>
      {above}
      <Stack
        direction="row"
        sx={{
          alignItems: 'center',
          flexWrap: 'wrap',
          columnGap: 2,
          rowGap: 1,
          mb: width === 'window' ? 1 : 2,
          minHeight: 40,
          ...(width === 'window' && DENSE_HEAD),
        }}
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
 * Focuses the heading after a navigation, so that screen readers start there. Not on the first page of a visit (its
 * location key is `default`), and not while the user types, such as in the search box, before a slow screen appears.
 */
function useFocusOnArrival() {
  const heading = useRef<HTMLHeadingElement>(null)
  const { key } = useLocation()
  const isNavigation = useRef(key !== 'default')
  useEffect(() => {
    const isTyping = document.activeElement?.matches('input, textarea, select') ?? false
    if (isNavigation.current && !isTyping) heading.current?.focus({ preventScroll: true })
  }, [])
  return heading
}
