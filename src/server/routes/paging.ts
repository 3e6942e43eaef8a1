/** Pages of a list. */
import type { CompiledConfig } from '../../engine/compiled'
import type { Paging } from '../store/records/list'

/**
 * The page of the query, by default the first one.
 *
 * @param perPage rows of a page by default; no page has more than `limits.pageLimit`
 */
export function pagingOf(
  { page_index: index = 1, page_limit }: { page_index?: number; page_limit?: number },
  { app }: Pick<CompiledConfig, 'app'>,
  perPage = 20,
): Paging {
  const limit = Math.min(page_limit ?? perPage, app.limits.pageLimit)
  return { offset: (index - 1) * limit, limit }
}
