/** The field of the search box with its results. Enter also works before the response: it then opens the first hit. */
import Search from '@mui/icons-material/Search'
import {
  Autocomplete,
  Box,
  Button,
  InputAdornment,
  type PaperProps,
  TextField,
  Typography,
} from '@mui/material'
import { useQuery } from '@tanstack/react-query'

import { useEffect, useMemo, useRef } from 'react'
import { useNavigate } from 'react-router'
import { formatPhone } from '../../../domain/phone'
import { useFleet } from '../../api/fleet'
import { useMayAccess } from '../../auth/access'
import { useConfig, useTranslate } from '../../config'
import { Popup } from '../../forms/reference/ChoiceList'
import { useDebouncedValue } from '../../ui/controls/useDebouncedValue'
import { type Hit, hitsOf, splitAtMatch } from './hits'

interface SearchFieldProps {
  text: string
  onType: (text: string) => void
  onClose: () => void
  phone: boolean
}

/** The server refuses longer texts. */
const MAX_LENGTH = 100

export default function SearchField({ text, onType, onClose, phone }: SearchFieldProps) {
  const config = useConfig()
  const may = useMayAccess()
  const translate = useTranslate()
  const navigate = useNavigate()
  const searchText = text.trim().slice(0, MAX_LENGTH)
  const { found, pending, failed, retry } = useSearch(searchText)
  const hits = useMemo(
    () => (pending ? [] : hitsOf(config, may, searchText, found)),
    [config, may, searchText, found, pending],
  )
  const labelOf = (resource: string) => translate(config.resources[resource]?.label)
  const shownName = ({ key, resource, name }: Hit) => {
    if (key === 'list') return translate('search.inDevices', { text: name })
    return resource === 'devices' ? formatPhone(name) : name
  }
  const goTo = (hit: Hit | null | undefined) => {
    if (!hit) return
    onClose()
    navigate(hit.to)
  }

  // Enter before the response (such as right after pasting) opens the first hit once the response has arrived.
  const enterPressed = useRef(false)
  useEffect(() => {
    if (pending || !enterPressed.current) return
    enterPressed.current = false
    goTo(hits[0])
  })

  const problem = (
    <>
      <span>{translate('search.failed')}</span> <Button onClick={retry}>{translate('shell.retry')}</Button>
    </>
  )

  return (
    <Autocomplete<Hit>
      forcePopupIcon={false}
      fullWidth
      open={searchText !== ''}
      options={hits}
      inputValue={text}
      value={null}
      autoHighlight
      clearOnBlur={false}
      // The server has filtered already.
      filterOptions={options => options}
      groupBy={hit => hit.resource}
      getOptionLabel={hit => hit.name}
      getOptionKey={hit => hit.key}
      onInputChange={(_, input, reason) => {
        if (reason === 'input' || reason === 'clear') onType(input)
      }}
      onChange={(_, hit) => goTo(hit)}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onClose()
        if (key === 'Enter' && pending) enterPressed.current = true
      }}
      onBlur={onClose}
      loading={pending}
      loadingText={translate('shell.loading')}
      noOptionsText={failed ? problem : translate('search.nothing')}
      slots={{ paper: Popup }}
      slotProps={{
        // The list box contains groups, which are not valid inside <ul>.
        listbox: { component: 'div' },
        paper: {
          elevation: 0,
          variant: 'outlined',
          sx: { mt: 0.5 },
          // After an error, the link to the device list is still offered: it needs no response.
          note: failed && hits.length > 0 && problem,
        } as PaperProps,
        popper: { 'aria-live': 'polite' } as object,
      }}
      renderGroup={({ key, group, children }) => (
        <Box role="group" key={key} aria-label={labelOf(group)}>
          <Typography
            variant="caption"
            component="p"
            color="text.secondary"
            aria-hidden
            sx={{ px: 2, pt: 1 }}
          >
            {labelOf(group)}
          </Typography>
          {children}
        </Box>
      )}
      renderOption={({ key, ...option }, hit) => (
        <li key={key} {...option}>
          <Box sx={{ fontVariantNumeric: 'tabular-nums', mr: 1 }}>
            {hit.key === 'list' ? shownName(hit) : <Marked shown={shownName(hit)} text={searchText} />}
          </Box>
          <Typography variant="caption" color="text.secondary" noWrap>
            <Marked shown={hit.detail} text={searchText} />
          </Typography>
        </li>
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
              maxLength: MAX_LENGTH,
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

/** The part that was searched for is bold. */
function Marked({ shown, text }: { shown: string; text: string }) {
  const [before, match, after] = splitAtMatch(shown, text)
  return (
    <>
      {before}
      {match && (
        <Box component="mark" sx={{ bgcolor: 'transparent', color: 'text.primary', fontWeight: 700 }}>
          {match}
        </Box>
      )}
      {after}
    </>
  )
}

/** The server's results for a text, requested when the user pauses typing. */
function useSearch(text: string) {
  const fleet = useFleet()
  const debounced = useDebouncedValue(text)
  const { data, isFetching, error, refetch } = useQuery({
    queryKey: ['search', debounced],
    queryFn: async ({ signal }) => (await fleet.search(debounced, signal)) ?? null,
    enabled: debounced !== '',
    staleTime: 10_000,
    retry: false,
  })
  return {
    found: data ?? undefined,
    pending: text !== debounced || isFetching,
    failed: error !== null,
    retry: () => void refetch(),
  }
}
