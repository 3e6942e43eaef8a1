/** Hooks that fetch the choices of a reference, and the names of records that are already chosen. */
import { type RaRecord, useGetList, useGetMany, useReference } from 'ra-core'
import { formatPhone } from '../../../domain/phone'
import type { CompiledResource } from '../../../engine/compiled'
import { choicesOf } from '../../choices'
import { useConfig } from '../../config'
import { useDebouncedValue } from '../../ui/controls/useDebouncedValue'
import { acceptText } from '../list/SearchInput'

export interface Choice {
  id: string | number
  label: string
  /** Shown next to the name: the id if names are not unique, or the number of devices of a batch. */
  hint?: string
}

export interface PickerSource {
  /** The resource in config. */
  reference: string
  /** Filters that the records must match. While they are `undefined`, there are no choices. */
  within?: Readonly<Record<string, unknown>>
  /** The data provider's name of the list of choices. Default: `choicesOf(reference)`. */
  source?: string
  /** Passed to the data provider. */
  meta?: Record<string, unknown>
  hintOf?: (record: RaRecord) => string | undefined
}

/** The label of a record whose name is being fetched. */
export const LOADING = '…'

/** How many choices are fetched; others are found by typing. */
const PAGE_SIZE = 50

/**
 * The choices that match a text; the server searches.
 *
 * @param enabled false until the choices are needed
 */
export function useChoices(
  { reference, source = choicesOf(reference), within, meta, hintOf }: PickerSource,
  typed: string,
  enabled: boolean,
) {
  const resource = useConfig().resources[reference]
  const searchedText = useDebouncedValue(typed)
  const search = resource?.list?.filters.find(({ type }) => type === 'search')
  const acceptedText = acceptText(searchedText, search?.accept).trim()
  // Nothing is left of `abc` if only digits are accepted: no record can match.
  const hasNoSearchableText = searchedText.trim() !== '' && acceptedText === ''
  const isSearching = enabled && within !== undefined && !hasNoSearchableText
  const {
    data,
    total,
    meta: answer,
    isPending,
    error,
    refetch,
  } = useGetList(
    source,
    {
      pagination: { page: 1, perPage: PAGE_SIZE },
      sort: { field: nameFieldOf(resource), order: 'ASC' },
      filter: { ...within, ...(acceptedText ? { [search?.name ?? 'q']: acceptedText } : {}) },
      meta,
    },
    { enabled: isSearching },
  )
  // Enter picks the first choice, so choices of an earlier text are not offered.
  const isCurrent = isSearching && !error && searchedText === typed
  return {
    choices: isCurrent ? (data ?? []).map(record => choiceOf(record, resource, hintOf)) : [],
    total: isCurrent ? (total ?? 0) : 0,
    /** Whether there are more than `total`. */
    more: answer?.atLeast === true,
    waiting: isSearching && (isPending || searchedText !== typed),
    error: isSearching ? error : null,
    retry: () => void refetch(),
  }
}

export type Choices = ReturnType<typeof useChoices>

/**
 * The chosen record, even if it is not among the choices. Its label is `LOADING` until it is fetched.
 *
 * @param labelOfUnknown makes the label of a record that does not exist or that the user may not read
 */
export function useChosen(
  { reference, source = choicesOf(reference), meta, hintOf }: PickerSource,
  id: string | number | undefined,
  labelOfUnknown: (id: string) => string = String,
): Choice | undefined {
  const resource = useConfig().resources[reference]
  const { referenceRecord, isFetching } = useReference({
    reference: source,
    id: id ?? 0,
    options: { enabled: id !== undefined, meta },
  })
  if (id === undefined) return undefined
  if (referenceRecord) return choiceOf(referenceRecord, resource, hintOf)
  return { id, label: isFetching ? LOADING : labelOfUnknown(String(id)) }
}

/**
 * Several chosen records, fetched by one call. The label of a record that does not exist or that the user may not read
 * is its id.
 */
export function useChosenMany(
  { reference, source = choicesOf(reference), meta, hintOf }: PickerSource,
  ids: readonly (string | number)[],
): Choice[] {
  const resource = useConfig().resources[reference]
  const { data, isFetching } = useGetMany(
    source,
    { ids: [...ids], meta },
    // Keeps the known names while a record is added.
    { enabled: ids.length > 0, retry: false, placeholderData: previous => previous },
  )
  const recordsById = new Map(
    (data ?? []).flatMap(record => (record ? [[String(record.id), record] as const] : [])),
  )
  return ids.map(id => {
    const record = recordsById.get(String(id))
    return record ? choiceOf(record, resource, hintOf) : { id, label: isFetching ? LOADING : String(id) }
  })
}

const nameFieldOf = (resource: CompiledResource | undefined) => resource?.recordName ?? 'name'

/** A record as a choice, labelled by its name, else by its id. Phone numbers are grouped, as in lists (§2). */
export function choiceOf(
  record: RaRecord,
  resource: CompiledResource | undefined,
  hintOf?: PickerSource['hintOf'],
): Choice {
  const name = String(record[nameFieldOf(resource)] ?? '')
  const isPhone = resource?.fields[nameFieldOf(resource)]?.format === 'phone'
  // Phone numbers are not unique, so the id is shown as well.
  const defaultHint = isPhone ? String(record.id) : undefined
  const hint = hintOf ? hintOf(record) : defaultHint
  return {
    id: record.id,
    label: (isPhone ? formatPhone(name) : name) || String(record.id),
    ...(hint ? { hint } : {}),
  }
}
