/**
 * The search box while nobody searches: a button that looks like the field that it becomes. The field itself is fetched when
 * it is wanted, so that no list waits for it; what is typed meanwhile is kept.
 */
import Search from '@mui/icons-material/Search'
import { Box, ButtonBase, IconButton, InputBase, Tooltip, useMediaQuery, useTheme } from '@mui/material'
import { useTranslate } from 'ra-core'
import { Suspense, useCallback, useEffect, useState } from 'react'
import { ErrorBoundary } from '../../ui/ErrorBoundary'
import { lazyScreen } from '../../ui/lazyScreen'

const SearchField = lazyScreen(() => import('./SearchField'))

export function SearchBox() {
  const translate = useTranslate()
  const phone = useMediaQuery(useTheme().breakpoints.down('md'))
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const close = useCallback(() => {
    setOpen(false)
    setText('')
  }, [])
  useSlash(useCallback(() => setOpen(true), []))

  if (!open) return phone ? <Icon onOpen={() => setOpen(true)} /> : <Opener onOpen={() => setOpen(true)} />
  const waiting = (
    <InputBase
      autoFocus
      value={text}
      onChange={event => setText(event.target.value)}
      placeholder={translate('search.placeholder')}
      inputProps={{ 'aria-label': translate('search.name') }}
      sx={{ width: 1, px: 1.5 }}
    />
  )
  return (
    <Box
      role="search"
      aria-label={translate('search.name')}
      data-covering={phone || undefined}
      sx={
        phone
          ? {
              position: 'absolute',
              inset: 0,
              px: 1,
              display: 'flex',
              alignItems: 'center',
              bgcolor: 'background.paper',
              zIndex: 1,
            }
          : { flex: '0 1 380px', minWidth: 0 }
      }
    >
      <ErrorBoundary fallback={() => waiting}>
        <Suspense fallback={waiting}>
          <SearchField text={text} onType={setText} onClose={close} phone={phone} />
        </Suspense>
      </ErrorBoundary>
    </Box>
  )
}

function Icon({ onOpen }: { onOpen: () => void }) {
  const name = useTranslate()('search.name')
  return (
    <Tooltip title={name}>
      <IconButton aria-label={name} onClick={onOpen}>
        <Search fontSize="small" />
      </IconButton>
    </Tooltip>
  )
}

function Opener({ onOpen }: { onOpen: () => void }) {
  const translate = useTranslate()
  return (
    <ButtonBase
      onClick={onOpen}
      disableRipple
      aria-keyshortcuts="/"
      sx={{
        width: { md: 128, lg: 220 },
        height: 36,
        px: 1.25,
        gap: 1,
        justifyContent: 'flex-start',
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        color: 'text.secondary',
        fontSize: 13,
        '&:hover': { bgcolor: 'action.hover' },
        '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main' },
      }}
    >
      <Search fontSize="small" />
      {translate('search.name')}
      <Box sx={{ flex: 1 }} />
      <Box
        component="kbd"
        aria-hidden
        sx={{ border: 1, borderColor: 'divider', borderRadius: 0.5, px: 0.75, font: 'inherit', fontSize: 12 }}
      >
        /
      </Box>
    </ButtonBase>
  )
}

/** `/` opens the box, wherever one does not write just then. */
function useSlash(open: () => void) {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
        return
      const at = event.target
      const writes =
        at instanceof HTMLElement && (at.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName))
      // A dialog keeps the keyboard to itself.
      if (writes || document.querySelector('[role="dialog"], [role="alertdialog"]')) return
      event.preventDefault()
      open()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [open])
}
