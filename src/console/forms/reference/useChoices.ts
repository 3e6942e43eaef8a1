/**
 * The records that a reference may point to: the first ones, or those that match what is typed; the server searches.
 */
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
  /** Beside the name: the id where names are not unique, or how many devices a batch has. */
  hint?: string
}

export interface PickerSource {
  /** Name of the resource. */
  reference: string
  /** Filters that the records must match; `undefined` while they are not known: there are no choices then. */
  within?: Readonly<Record<string, unknown>>
  /** The resource of the data provider that lists them; by default the choices of `reference`. */
  source?: string
  /** Passed on to the data provider. */
  meta?: Record<string, unknown>
  hintOf?: (record: RaRecord) => string | undefined
}

/** How many are offered at once; the others are found by typing. */
const PAGE_SIZE = 50

/** @param enabled false until the user opens the list */
export function useChoices(
  { reference, source = choicesOf(reference), within, meta, hintOf }: PickerSource,
  typed: string,
  enabled: boolean,
) {
  const resource = useConfig().resources[reference]
  const wanted = useDebouncedValue(typed)
  const search = resource?.list?.filters.find(({ type }) => type === 'search')
  const text = acceptText(wanted, search?.accept).trim()
  // `abc` leaves no digit to search an IMEI by.
  const hasNoSearchableText = wanted.trim() !== '' && text === ''
  const isAsked = enabled && within !== undefined && !hasNoSearchableText
  const { data, total, isPending, error, refetch } = useGetList(
    source,
    {
      pagination: { page: 1, perPage: PAGE_SIZE },
      sort: { field: nameField(resource), order: 'ASC' },
      filter: { ...within, ...(text ? { [search?.name ?? 'q']: text } : {}) },
      meta,
    },
    { enabled: isAsked },
  )
  // Enter takes the first choice: none is offered that was found for an earlier text.
  const isCurrent = isAsked && !error && wanted === typed
  return {
    choices: isCurrent ? (data ?? []).map(record => choiceOf(record, resource, hintOf)) : [],
    total: isCurrent ? (total ?? 0) : 0,
    waiting: isAsked && (isPending || wanted !== typed),
    error: isAsked ? error : null,
    retry: () => void refetch(),
  }
}

export type Choices = ReturnType<typeof useChoices>

/**
 * The chosen record, whether or not it is one of the choices.
 *
 * @param unknown the label of a record that does not exist or may not be read
 */
export function useChosen(
  { reference, source = choicesOf(reference), meta, hintOf }: PickerSource,
  id: string | number | undefined,
  unknown: (id: string) => string = String,
): Choice | undefined {
  const resource = useConfig().resources[reference]
  const { referenceRecord, isFetching } = useReference({
    reference: source,
    id: id ?? 0,
    options: { enabled: id !== undefined, meta },
  })
  if (id === undefined) return undefined
  if (referenceRecord) return choiceOf(referenceRecord, resource, hintOf)
  return { id, label: isFetching ? '…' : unknown(String(id)) }
}

/**
 * Several chosen records, read by one call; one that does not exist or may not be read is called by its id.
 */
export function useChosenMany(
  { reference, source = choicesOf(reference), meta, hintOf }: PickerSource,
  ids: readonly (string | number)[],
): Choice[] {
  const resource = useConfig().resources[reference]
  const { data, isFetching } = useGetMany(
    source,
    { ids: [...ids], meta },
    // While another one is added, the names that are known stay.
    { enabled: ids.length > 0, retry: false, placeholderData: previous => previous },
  )
  const found = new Map(
    (data ?? []).flatMap(record => (record ? [[String(record.id), record] as const] : [])),
  )
  return ids.map(id => {
    const record = found.get(String(id))
    return record ? choiceOf(record, resource, hintOf) : { id, label: isFetching ? '…' : String(id) }
  })
}

const nameField = (resource: CompiledResource | undefined) => resource?.recordName ?? 'name'

/** A record by its name, with phone numbers in groups as in its own list (§2); by its id where it has none. */
export function choiceOf(
  record: RaRecord,
  resource: CompiledResource | undefined,
  hintOf?: PickerSource['hintOf'],
): Choice {
  const name = String(record[nameField(resource)] ?? '')
  const isPhone = resource?.fields[nameField(resource)]?.format === 'phone'
  const hint = hintOf ? hintOf(record) : isPhone ? String(record.id) : undefined
  return {
    id: record.id,
    label: (isPhone ? formatPhone(name) : name) || String(record.id),
    ...(hint ? { hint } : {}),
  }
}
