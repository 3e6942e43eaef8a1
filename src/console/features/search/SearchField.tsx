/** The field of the search box and what it finds: arrows, Enter and Escape as in every combobox (issue 3, part 7). */
import Search from '@mui/icons-material/Search'
import { Autocomplete, Box, InputAdornment, TextField, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { formatPhone } from '../../../domain/phone'
import { useFleet } from '../../api/verbs'
import { useMayAccess } from '../../auth/access'
import { useConfig, useWords } from '../../config'
import { type Hit, hitsOf } from './hits'

interface SearchFieldProps {
  text: string
  onType: (text: string) => void
  onClose: () => void
  phone: boolean
}

const PAUSE_MS = 200
/** As the server takes it. */
const LONGEST = 100

export default function SearchField({ text, onType, onClose, phone }: SearchFieldProps) {
  const config = useConfig()
  const may = useMayAccess()
  const words = useWords()
  const translate = useTranslate()
  const navigate = useNavigate()
  const wanted = text.trim().slice(0, LONGEST)
  const { found, waiting, failed } = useSearch(wanted)
  const hits = useMemo(
    () => (waiting ? [] : hitsOf(config, may, wanted, found)),
    [config, may, wanted, found, waiting],
  )
  const go = (hit: Hit) => {
    onClose()
    navigate(hit.to)
  }
  // Enter right behind what was pasted: it waits for the answer and takes the first.
  const hurried = useRef(false)
  useEffect(() => {
    if (waiting || !hurried.current) return
    hurried.current = false
    const [first] = hits
    if (first) {
      onClose()
      navigate(first.to)
    }
  }, [waiting, hits, navigate, onClose])

  const headingOf = (name: string) => words(config.resources[name]?.label)
  const nothing = failed ? translate('search.failed') : translate('search.nothing')

  return (
    <Autocomplete<Hit>
      forcePopupIcon={false}
      fullWidth
      open={wanted !== ''}
      options={hits}
      inputValue={text}
      value={null}
      autoHighlight
      clearOnBlur={false}
      // The server has searched already.
      filterOptions={all => all}
      groupBy={hit => hit.resource}
      getOptionLabel={hit => hit.name}
      getOptionKey={hit => hit.key}
      onInputChange={(_, next, reason) => {
        if (reason === 'input' || reason === 'clear') onType(next)
      }}
      onChange={(_, hit) => {
        if (hit) go(hit)
      }}
      onKeyDown={event => {
        if (event.key === 'Escape') onClose()
        if (event.key === 'Enter' && waiting) hurried.current = true
      }}
      onBlur={onClose}
      loading={waiting}
      loadingText={translate('shell.loading')}
      noOptionsText={nothing}
      slotProps={{
        // A list box has groups, and these options: lists of HTML have neither.
        listbox: { component: 'div' },
        paper: { elevation: 0, variant: 'outlined', sx: { mt: 0.5 } },
        popper: { 'aria-live': 'polite' } as object,
      }}
      renderGroup={({ key, group, children }) => (
        <Box role="group" key={key} aria-label={headingOf(group)}>
          <Typography
            variant="caption"
            color="text.secondary"
            aria-hidden
            sx={{ display: 'block', px: 2, pt: 1 }}
          >
            {headingOf(group)}
          </Typography>
          {children}
        </Box>
      )}
      renderOption={({ key, ...option }, hit) => (
        <Box component="li" key={key} {...option}>
          <Box sx={{ minWidth: 0, display: 'flex', gap: 1, alignItems: 'baseline', width: 1 }}>
            <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
              {hit.key === 'list'
                ? translate('search.inDevices', { text: hit.name })
                : hit.resource === 'devices'
                  ? formatPhone(hit.name)
                  : hit.name}
            </Box>
            <Box
              component="span"
              sx={{ color: 'text.secondary', fontSize: 12, overflow: 'hidden', textOverflow: 'ellipsis' }}
            >
              {hit.detail}
            </Box>
          </Box>
        </Box>
      )}
      renderInput={params => (
        <TextField
          {...params}
          autoFocus
          placeholder={translate(phone ? 'search.short' : 'search.placeholder')}
          slotProps={{
            htmlInput: {
              ...params.inputProps,
              'aria-label': translate('search.name'),
              maxLength: LONGEST,
              spellCheck: false,
            },
            input: {
              ...params.InputProps,
              startAdornment: (
                <InputAdornment position="start">
                  <Search fontSize="small" />
                </InputAdornment>
              ),
            },
          }}
        />
      )}
    />
  )
}

/** What the server finds once typing pauses. */
function useSearch(wanted: string) {
  const fleet = useFleet()
  const [asked, setAsked] = useState(wanted)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [wanted])
  const { data, isFetching, error } = useQuery({
    queryKey: ['search', asked],
    queryFn: async ({ signal }) => (await fleet.search(asked, signal)) ?? null,
    enabled: asked !== '',
    staleTime: 10_000,
    retry: false,
  })
  return {
    found: data ?? undefined,
    waiting: wanted !== asked || isFetching,
    failed: error !== null,
  }
}
