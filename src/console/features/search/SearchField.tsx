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
import { useGetList, useGetMany, useStore } from 'ra-core'
import { useEffect, useMemo, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { Device } from '../../../contract/devices'
import type { Method } from '../../../contract/methods'
import type { SearchHit } from '../../../contract/search'
import { connectivity } from '../../../domain/connectivity'
import { offersMethod } from '../../../domain/methodInput'
import { digitsOf, formatPhone } from '../../../domain/phone'
import type { CompiledResource } from '../../../engine/compiled'
import { useFleet } from '../../api/fleet'
import { useMayAccess } from '../../auth/access'
import { useUser } from '../../auth/useSession'
import { useConfig, useTranslate } from '../../config'
import { useActions } from '../../feature'
import { useMethods } from '../../forms/method/useMethods'
import { Popup } from '../../forms/reference/ChoiceList'
import { useObservable } from '../../observable'
import { pageCommands } from '../../pageCommands'
import { session } from '../../session'
import { useDebouncedValue } from '../../ui/controls/useDebouncedValue'
import { OnlineDot } from '../../ui/StatusDot'
import { type Command, commandHits, commandsOf, rowCommands, splitCommand } from './commands'
import { type Hit, hitsOf, type Opened, splitAtMatch } from './hits'

interface SearchFieldProps {
  text: string
  onType: (text: string) => void
  onClose: () => void
  /** Opens the dialog of a hit. */
  onOpen: (opened: Opened) => void
  /** Whether the screen is narrow: then the placeholder is short. */
  phone: boolean
}

/** A row action, or a control command with its method. */
type NamedCommand = Command & { method?: Method }

/** The server refuses longer texts. */
const MAX_LENGTH = 100

export default function SearchField({ text, onType, onClose, onOpen, phone }: SearchFieldProps) {
  const config = useConfig()
  const may = useMayAccess()
  const translate = useTranslate()
  const navigate = useNavigate()
  const searchText = text.trim().slice(0, MAX_LENGTH)
  const { level } = useUser()
  const actions = useActions()
  const [recent, setRecent] = useStore<readonly Hit[]>('search.recent', [])
  const { data: methods } = useMethods({ enabled: /\d/.test(searchText) && /[^\d\s.+-]/.test(searchText) })
  const screenCommands = useObservable(pageCommands)
  const command = useMemo(() => {
    const orders = may('orders', 'create')
      ? (methods ?? []).map(method => ({
          action: 'control' as const,
          resource: 'devices',
          caption: method.caption,
          code: method.code,
          method,
        }))
      : []
    return splitCommand<NamedCommand>(searchText, [
      ...orders,
      ...rowCommands({ config, level, may, actions, translate }),
    ])
  }, [searchText, methods, config, level, may, actions, translate])
  const query = command?.query ?? searchText
  const { found, pending: isSearching, failed, retry } = useSearch(query)
  const { devices, isReading } = useFoundDevices(found)
  // A command is a hit only for devices that offer it, and it comes before the records. So Enter, which opens the first
  // hit, waits until the devices are read.
  const pending = isSearching || (command !== undefined && isReading)
  const total = useDeviceCount(query, config.resources.devices)
  const hits = useMemo(() => {
    if (searchText === '') return [...recent]
    if (pending) return []
    const records = hitsOf(config, may, query, found)
    const commands = commandsOf({ config, level, may, actions, page: screenCommands, translate }, searchText)
    if (!command) return [...commands, ...records]
    const isOffered = ({ action, resource, method }: NamedCommand, { id }: SearchHit) => {
      const record = devices.get(`${resource} ${id}`)
      if (!record) return resource !== 'devices'
      if (method && !offersMethod(method, record)) return false
      const context = { resource: config.resources[resource], config, user: session.current()?.user }
      return actions[action]?.isOffered?.(record, context) ?? true
    }
    const nameOf = ({ resource, name }: SearchHit) => (resource === 'devices' ? formatPhone(name) : name)
    return [...commands, ...commandHits(command.named, found ?? [], nameOf, isOffered), ...records]
  }, [
    config,
    level,
    may,
    actions,
    screenCommands,
    translate,
    searchText,
    query,
    recent,
    command,
    found,
    devices,
    pending,
  ])
  const labelOf = (resource: string) =>
    searchText === ''
      ? translate('search.recent')
      : translate(config.resources[resource]?.label ?? `search.group.${resource}`)
  const shownName = ({ key, resource, name }: Hit) => {
    if (key === 'list')
      return total === undefined
        ? translate('search.inDevices', { text: name })
        : translate('search.all', { count: total.toLocaleString('ko-KR') })
    return resource === 'devices' ? formatPhone(name) : name
  }
  const goTo = (hit: Hit | null | undefined) => {
    if (!hit) return
    onClose()
    if (hit.runs) return hit.runs()
    if (hit.opens) return onOpen(hit.opens)
    if (hit.key !== 'list')
      setRecent([hit, ...recent.filter(({ key }) => key !== hit.key)].slice(0, MAX_RECENT))
    navigate(hit.to)
  }

  // Enter before the response (such as right after pasting) opens the first hit once the response has arrived.
  const enterPressed = useRef(false)
  useEffect(() => {
    if (pending || !enterPressed.current) return
    enterPressed.current = false
    goTo(hits[0])
  })

  const failureMessage = (
    <>
      <span>{translate('search.failed')}</span> <Button onClick={retry}>{translate('shell.retry')}</Button>
    </>
  )

  return (
    <Autocomplete<Hit>
      forcePopupIcon={false}
      fullWidth
      open={searchText !== '' || hits.length > 0}
      options={hits}
      inputValue={text}
      value={null}
      autoHighlight
      clearOnBlur={false}
      // The server has filtered already.
      filterOptions={options => options}
      groupBy={hit => (searchText === '' ? 'recent' : hit.resource)}
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
      noOptionsText={failed ? failureMessage : translate('search.nothing')}
      slots={{ paper: Popup }}
      slotProps={{
        // The list box contains groups, which are not valid inside <ul>.
        listbox: { component: 'div' },
        paper: {
          elevation: 0,
          variant: 'outlined',
          sx: { mt: 0.5 },
          // After an error, the link to the device list is still offered: it needs no response.
          note: failed && hits.length > 0 && failureMessage,
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
        <Box component="li" key={key} {...option} sx={OPTION_STYLE}>
          <Box sx={{ fontVariantNumeric: 'tabular-nums', mr: 1 }}>
            {hit.key === 'list' ? shownName(hit) : <Marked shown={shownName(hit)} text={query} />}
          </Box>
          <Typography variant="caption" color="text.secondary">
            <Marked shown={hit.detail} text={query} />
          </Typography>
          {searchText !== '' && <DeviceState device={devices.get(hit.key)} />}
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

/** Long texts wrap: an option cannot have the focus, so a truncated one could not be read in full. */
const OPTION_STYLE = { flexWrap: 'wrap', '& > *': { minWidth: 0, overflowWrap: 'anywhere' } }

/** State of a found device, and below it model and group. */
function DeviceState({ device }: { device: Device | undefined }) {
  if (!device) return null
  return (
    <>
      <Box component="span" sx={{ ml: 'auto', pl: 2, fontSize: 12 }}>
        <OnlineDot online={connectivity(device) === 'linked'} />
      </Box>
      <Typography variant="caption" color="text.secondary" sx={{ flexBasis: '100%' }}>
        {[device.model, device.batch].filter(Boolean).join(' · ')}
      </Typography>
    </>
  )
}

/** How many recent hits are stored, to be shown while the field is empty. */
const MAX_RECENT = 6

/** The records of the found devices, by the keys of their hits; they tell the state, and which commands are offered. */
function useFoundDevices(found: readonly SearchHit[] | undefined) {
  const ids = (found ?? []).filter(({ resource }) => resource === 'devices').map(({ id }) => String(id))
  const { data, isPending } = useGetMany<Device & { id: string }>(
    'devices',
    { ids },
    { enabled: ids.length > 0 },
  )
  const devices: ReadonlyMap<string, Device> = useMemo(
    () => new Map((data ?? []).flatMap(device => (device ? [[`devices ${device.id}`, device]] : []))),
    [data],
  )
  return { devices, isReading: ids.length > 0 && isPending }
}

/** How many devices the list would find for these digits. */
function useDeviceCount(text: string, resource: CompiledResource | undefined): number | undefined {
  const digits = useDebouncedValue(/^[\d\s.+-]+$/.test(text) ? digitsOf(text) : '')
  const search = resource?.list?.filters.find(({ type }) => type === 'search')
  const { data, total } = useGetList(
    'devices',
    {
      pagination: { page: 1, perPage: 1 },
      filter: { [search?.name ?? '']: digits },
      meta: { exact: true },
    },
    { enabled: digits.length >= 4 && search !== undefined, retry: false },
  )
  return data && total
}

/** A text in which the searched part is bold. */
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
