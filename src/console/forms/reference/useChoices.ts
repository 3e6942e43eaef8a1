/** The records that a reference may lead to: the first of them, or those that hold what is typed; the server searches. */
import { type RaRecord, useGetList, useReference } from 'ra-core'
import { useEffect, useState } from 'react'
import { formatPhone } from '../../../domain/phone'
import type { CompiledResource } from '../../../engine/compiled'
import { choicesOf } from '../../choices'
import { useConfig } from '../../config'
import { acceptText } from '../list/acceptText'

export interface Choice {
  id: string | number
  label: string
  /** Beside the name: the id where the name alone does not tell records apart, or how many devices a batch has. */
  hint?: string
}

export interface Choosable {
  /** Name of the resource. */
  reference: string
  /** What the records must have; `undefined` while that is not known: then there are none. */
  within?: Readonly<Record<string, unknown>>
  /** The resource of the data provider that lists them; by default the choices of `reference`. */
  source?: string
  /** Passed on to the data provider. */
  meta?: Record<string, unknown>
  hintOf?: (record: RaRecord) => string | undefined
}

/** So many are offered at once; more are found by typing. */
const OFFERED = 50
const PAUSE_MS = 250

/** @param enabled false until somebody wants to see them */
export function useChoices(
  { reference, source = choicesOf(reference), within, meta, hintOf }: Choosable,
  typed: string,
  enabled: boolean,
) {
  const resource = useConfig().resources[reference]
  const wanted = useSettled(typed)
  const search = resource?.list?.filters.find(({ type }) => type === 'search')
  const text = acceptText(wanted, search?.accept).trim()
  // Of `abc` nothing is left that an IMEI could hold.
  const impossible = wanted.trim() !== '' && text === ''
  const asked = enabled && within !== undefined && !impossible
  const { data, total, isPending, error, refetch } = useGetList(
    source,
    {
      pagination: { page: 1, perPage: OFFERED },
      sort: { field: namedBy(resource), order: 'ASC' },
      filter: { ...within, ...(text ? { [search?.name ?? 'q']: text } : {}) },
      meta,
    },
    { enabled: asked },
  )
  // Enter takes the first: nothing is offered that was found for another text.
  const settled = asked && !error && wanted === typed
  return {
    choices: settled ? (data ?? []).map(record => choiceOf(record, resource, hintOf)) : [],
    total: settled ? (total ?? 0) : 0,
    waiting: asked && (isPending || wanted !== typed),
    error: asked ? error : null,
    retry: () => void refetch(),
  }
}

/** The record that is chosen now, wherever it stands in the list. */
export function useChosen(
  { reference, source = choicesOf(reference), meta, hintOf }: Choosable,
  id: string | number | undefined,
) {
  const resource = useConfig().resources[reference]
  const { referenceRecord, isFetching } = useReference({
    reference: source,
    id: id ?? 0,
    options: { enabled: id !== undefined, meta },
  })
  return {
    chosen: id !== undefined && referenceRecord ? choiceOf(referenceRecord, resource, hintOf) : undefined,
    waiting: id !== undefined && isFetching,
  }
}

const namedBy = (resource: CompiledResource | undefined) => resource?.recordName ?? 'name'

function choiceOf(
  record: RaRecord,
  resource: CompiledResource | undefined,
  hintOf: Choosable['hintOf'],
): Choice {
  const name = String(record[namedBy(resource)] ?? '')
  const isPhone = resource?.fields[namedBy(resource)]?.format === 'phone'
  const hint = hintOf ? hintOf(record) : isPhone ? String(record.id) : undefined
  return {
    id: record.id,
    label: (isPhone ? formatPhone(name) : name) || String(record.id),
    ...(hint ? { hint } : {}),
  }
}

/** A value once it has stopped changing. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
