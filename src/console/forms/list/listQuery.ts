/** Builds the request of a list from its address, and from parameters in the user's store. */
import { getQuery, type ListParams, parseQueryFromLocation, type Store } from 'ra-core'
import type { CompiledList, CompiledResource } from '../../../engine/compiled'

/** The key of stored parameters. It changes with the columns, so that outdated parameters are not used. */
export const storeKeyOf = (resource: string, { columnsHash }: CompiledList) =>
  `${resource}.list.${columnsHash}`

/** Clears the stored filters and page of a list, so that it shows a new record. Keeps sort and page size. */
export function forgetFilters(store: Store, { name, list }: CompiledResource): void {
  if (!list) return
  const key = storeKeyOf(name, list)
  const params = store.getItem<object>(key)
  if (params) store.setItem(key, { ...params, filter: {}, page: 1 })
}

/** The sort of a list until the user sorts it. */
export const defaultSort = ({ sort }: Pick<CompiledList, 'sort'>) =>
  sort ?? ({ field: 'id', order: 'ASC' } as const)

/** Converts react-admin's list parameters to the parameters of `getList`. */
export const requestOf = ({ page, perPage, sort, order, filter }: ListParams) => ({
  pagination: { page, perPage },
  sort: { field: sort, order: order as 'ASC' | 'DESC' },
  filter,
})

/**
 * The first request of a list, so that it can be prefetched.
 *
 * @param search the search part of an address, in which `correctedSearch` changes nothing
 * @param stored the list parameters in the user's store
 */
export function firstRequest(list: CompiledList, search: string, stored: object) {
  const queryFromLocation = parseQueryFromLocation({ search })
  const { perPage } = list
  const params = getQuery({
    queryFromLocation,
    params: stored,
    filterDefaultValues: undefined,
    sort: defaultSort(list),
    perPage,
  })
  return requestOf({ ...params, perPage })
}

/**
 * Removes parameters that the list does not allow from the search part of an address. react-admin does not check them,
 * but a link must not choose the page size (§9) or sort by an unsortable column.
 *
 * @returns the new search part; `undefined` if nothing has to change
 */
export function correctedSearch(
  search: string,
  list: Pick<CompiledList, 'perPage' | 'columns' | 'sort'>,
): string | undefined {
  const params = new URLSearchParams(search)
  const page = params.get('page')
  const perPage = params.get('perPage')
  const sort = params.get('sort')
  const sortable = [
    // The default sort is part of every address that react-admin writes.
    defaultSort(list).field,
    ...list.columns.filter(column => column.sortable).map(({ field }) => field),
  ]

  // From 1, with at most seven digits.
  if (page !== null && !/^[1-9]\d{0,6}$/.test(page)) params.delete('page')
  if (perPage !== null && perPage !== String(list.perPage)) {
    params.delete('perPage')
    // With another page size, page 3 begins at another record.
    params.delete('page')
  }
  if (sort !== null && !sortable.includes(sort)) {
    params.delete('sort')
    params.delete('order')
  }
  const allowed = params.toString()
  if (allowed === new URLSearchParams(search).toString()) return undefined
  return allowed === '' ? '' : `?${allowed}`
}
