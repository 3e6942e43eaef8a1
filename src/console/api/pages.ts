/** Sorting, filtering and paging of the lists that the server sends whole. */
import type { GetListParams, GetListResult, RaRecord } from 'ra-core'

/** One page of a whole list, ordered and filtered as react-admin asks. */
export function pageOf<R extends RaRecord>(records: R[], params: GetListParams): GetListResult<R> {
  const { filter = {}, sort, pagination } = params
  const found = records.filter(record =>
    Object.entries(filter).every(([key, wanted]) => matches(record, key, wanted)),
  )
  const ordered = sort ? [...found].sort(by(sort.field, sort.order)) : found
  const start = pagination ? (pagination.page - 1) * pagination.perPage : 0
  return {
    data: pagination ? ordered.slice(start, start + pagination.perPage) : ordered,
    total: found.length,
  }
}

function matches(record: RaRecord, key: string, wanted: unknown): boolean {
  if (wanted === undefined || wanted === null || wanted === '') return true
  if (key === 'q') {
    const needle = String(wanted).toLowerCase()
    return Object.values(record).some(value =>
      String(value ?? '')
        .toLowerCase()
        .includes(needle),
    )
  }
  const value = valueAt(record, key)
  if (Array.isArray(wanted)) return wanted.map(String).includes(String(value))
  // biome-ignore lint/suspicious/noDoubleEquals: an address says "3" where the record says 3
  return value == wanted || String(value) === String(wanted)
}

function by(field: string, order: string) {
  const turn = order === 'DESC' ? -1 : 1
  return (a: RaRecord, b: RaRecord) => turn * compare(valueAt(a, field), valueAt(b, field))
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a ?? '').localeCompare(String(b ?? ''), 'ko', { numeric: true })
}

function valueAt(record: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (at, key) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[key] : undefined),
      record,
    )
}
