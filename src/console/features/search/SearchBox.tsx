/**
 * The search box in the top bar. While closed it is a button, so that pages do not load the code of the field. Text
 * typed while that code loads is kept.
 */
import Search from '@mui/icons-material/Search'
import { Box, Button, InputBase, useMediaQuery, useTheme } from '@mui/material'
import { useTranslate } from 'ra-core'
import { useCallback, useLayoutEffect, useState } from 'react'
import { TipButton } from '../../ui/controls/TipButton'
import { LazyPart } from '../../ui/lazy/LazyPart'
import { lazyComponent } from '../../ui/lazy/lazyComponent'
import type { Opened } from './hits'

const SearchField = lazyComponent(() => import('./SearchField'))
const FoundDialog = lazyComponent(() => import('./FoundDialog'))

export function SearchBox() {
  const translate = useTranslate()
  const phone = useMediaQuery(useTheme().breakpoints.down('md'))
  // undefined while the box is closed.
  const [text, setText] = useState<string>()
  // Keeps the text if the box is open already.
  const open = useCallback(() => setText((typed = '') => typed), [])
  const close = () => setText(undefined)
  useSearchKeys(open)
  const [opened, setOpened] = useState<Opened>()
  const dialog = opened && (
    <LazyPart errorFallback={null}>
      <FoundDialog opened={opened} onClose={() => setOpened(undefined)} />
    </LazyPart>
  )
  const name = translate('search.name')

  if (text === undefined)
    return (
      <>
        {dialog}
        {phone ? (
          <TipButton label={name} onClick={open}>
            <Search fontSize="small" />
          </TipButton>
        ) : (
          <Button
            variant="outlined"
            color="inherit"
            startIcon={<Search fontSize="small" />}
            onClick={open}
            aria-keyshortcuts="/ Control+K Meta+K"
            sx={FIELD_LIKE}
          >
            <span>{name}</span>
            <kbd aria-hidden>/</kbd>
          </Button>
        )}
      </>
    )
  const loading = (
    <InputBase
      autoFocus
      value={text}
      onChange={event => setText(event.target.value)}
      onKeyDown={({ key }) => {
        if (key === 'Escape') close()
      }}
      onBlur={close}
      placeholder={translate('search.placeholder')}
      inputProps={{ 'aria-label': name }}
      sx={{ width: 1, px: 1.5 }}
    />
  )
  return (
    <Box
      role="search"
      aria-label={name}
      data-covering={phone || undefined}
      sx={phone ? COVERING : { flex: '0 1 380px', minWidth: 0 }}
    >
      <LazyPart placeholder={loading} errorFallback={loading}>
        <SearchField text={text} onType={setText} onClose={close} onOpen={setOpened} phone={phone} />
      </LazyPart>
    </Box>
  )
}

/** The button looks like the field that it becomes. */
const FIELD_LIKE = {
  width: { md: 128, lg: 220 },
  px: 1.5,
  justifyContent: 'flex-start',
  borderColor: 'divider',
  color: 'text.secondary',
  fontSize: 13,
  fontWeight: 400,
  '& kbd': {
    ml: 'auto',
    border: 1,
    borderColor: 'divider',
    borderRadius: '2px',
    px: 1,
    font: 'inherit',
    fontSize: 12,
  },
} as const

/** On a phone the field covers the top bar. */
const COVERING = {
  position: 'absolute',
  inset: 0,
  px: 1,
  display: 'flex',
  alignItems: 'center',
  bgcolor: 'background.paper',
  zIndex: 1,
} as const

/** Calls `onPress` when Ctrl+K is pressed outside of dialogs, or `/` outside of fields. */
function useSearchKeys(onPress: () => void) {
  // Before the first paint, so that the key works as soon as it is visible.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey, defaultPrevented } = event
      const isCtrlK = key.toLowerCase() === 'k' && ctrlKey !== metaKey
      const isSlash = key === '/' && !ctrlKey && !metaKey
      if (!(isCtrlK || isSlash) || altKey || defaultPrevented) return
      const typing =
        target instanceof HTMLElement &&
        (target.isContentEditable || target.matches('input, textarea, select'))
      if ((typing && isSlash) || document.querySelector('[role="dialog"], [role="alertdialog"]')) return
      event.preventDefault()
      onPress()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [onPress])
}
