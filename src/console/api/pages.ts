/** Parameter types of data providers, and conversions of page, sort and id for the API. */
import { type GetListParams, HttpError, type RaRecord } from 'ra-core'
import type { ExpectedRemoval } from '../../contract/records'
import type { Fields } from './filters'

export interface OneParams {
  id: unknown
  signal?: AbortSignal
}

export interface ManyParams {
  ids: unknown[]
  /** `within`: query parameters that some lists require: the list of bunches requires `batch`. */
  meta?: { within?: Fields }
  signal?: AbortSignal
}

export interface DeleteParams {
  id: unknown
  previousData?: RaRecord
  /** The effects to which the user agreed; the server refuses a deletion with other effects. */
  meta?: { agreed?: ExpectedRemoval | undefined }
}

/** The page and its size, both limited: they may come from the address or the browser's storage. */
export const pageQuery = ({ pagination }: GetListParams, limit: number, perPage = 20) => ({
  page_index: Math.max(1, Math.trunc(pagination?.page ?? 1)),
  page_limit: Math.min(Math.max(1, pagination?.perPage ?? perPage), limit),
})

/** The sort of a list; empty for the server's default. */
export const orderQuery = (sort: GetListParams['sort']): Record<string, string | number> =>
  sort?.field ? { order_by: sort.field, ascending: sort.order === 'ASC' ? 1 : 0 } : {}

/** Converts an id, such as one in the address, to a number. @throws HttpError 404 if it is not an integer */
export function numericId(id: unknown): number {
  const number = Number(id)
  if (!Number.isSafeInteger(number)) throw new HttpError('ra.page.not_found', 404)
  return number
}
