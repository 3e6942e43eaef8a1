/** Pages of lists as they are asked for. */
import { type GetListParams, HttpError, type RaRecord } from 'ra-core'
import type { ExpectedRemoval } from '../../contract/records'
import type { Fields } from './filters'

export interface OneParams {
  id: unknown
  signal?: AbortSignal
}

export interface ManyParams {
  ids: unknown[]
  /** `within`: what a list of §7 cannot be asked without, such as the batch of bunches. */
  meta?: { within?: Fields }
  signal?: AbortSignal
}

export interface DeleteParams {
  id: unknown
  previousData?: RaRecord
  /** What the user agreed to. */
  meta?: { agreed?: ExpectedRemoval | undefined }
}

/** Page and size as the server takes them. A stored or typed size is held within the limit of config. */
export const pageQuery = ({ pagination }: GetListParams, limit: number, perPage = 20) => ({
  page_index: Math.max(1, Math.trunc(pagination?.page ?? 1)),
  page_limit: Math.min(Math.max(1, pagination?.perPage ?? perPage), limit),
})

/** The order of a list as the server takes it; nothing for the list's own. */
export const orderQuery = (sort: GetListParams['sort']): Record<string, string | number> =>
  sort?.field ? { order_by: sort.field, ascending: sort.order === 'ASC' ? 1 : 0 } : {}

/** An id of the address as §7 has them; anything else is a record that does not exist. */
export function numericId(id: unknown): number {
  const number = Number(id)
  if (!Number.isSafeInteger(number)) throw new HttpError('ra.page.not_found', 404)
  return number
}
