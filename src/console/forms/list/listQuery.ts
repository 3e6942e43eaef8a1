/** What a list asks for: by its address, what the user's store keeps of it, and its file. */
import { getQuery, type ListParams, parseQueryFromLocation } from 'ra-core'
import type { CompiledList } from '../../../engine/compiled'

/** Parameters that were stored before config changed may name a page size or a column that no longer exists. */
export const storeKeyOf = (resource: string, { perPage, columnsHash }: CompiledList) =>
  `${resource}.list.${perPage}.${columnsHash}`

/** The sort of a list until the user sorts it. */
export const defaultSort = ({ sort }: Pick<CompiledList, 'sort'>) =>
  sort ?? ({ field: 'id', order: 'ASC' } as const)

/** The parameters of `getList`, as the list itself makes them of react-admin's. */
export const requestOf = ({ page, perPage, sort, order, filter }: ListParams) => ({
  pagination: { page, perPage },
  sort: { field: sort, order: order as 'ASC' | 'DESC' },
  filter,
})

/** The request of a list that is not on the screen yet, at an address that it allows. */
export function firstRequest(list: CompiledList, search: string, stored: object) {
  const queryFromLocation = parseQueryFromLocation({ search })
  const { perPage } = list
  return requestOf(
    getQuery({
      queryFromLocation,
      params: stored,
      filterDefaultValues: undefined,
      sort: defaultSort(list),
      perPage,
    }),
  )
}

/**
 * The search part of an address without what the list does not allow; `undefined` when it may stay as it is.
 * react-admin takes page size and sort from it unchecked; an old or typed link must neither ask for another page size
 * than the list's (§9: no page-size dropdown) nor sort by what is no sortable column.
 */
export function allowedSearch(
  search: string,
  list: Pick<CompiledList, 'perPage' | 'columns' | 'sort'>,
): string | undefined {
  const params = new URLSearchParams(search)
  const page = params.get('page')
  const perPage = params.get('perPage')
  const sort = params.get('sort')
  const sortable = [
    // Part of every address that react-admin writes.
    defaultSort(list).field,
    ...list.columns.filter(column => column.sortable).map(({ field }) => field),
  ]

  if (page !== null && !/^[1-9]\d{0,6}$/.test(page)) params.delete('page')
  if (perPage !== null && perPage !== String(list.perPage)) {
    params.delete('perPage')
    // Page 3 of another page size is another place.
    params.delete('page')
  }
  if (sort !== null && !sortable.includes(sort)) {
    params.delete('sort')
    params.delete('order')
  }
  const allowed = params.toString()
  return allowed === new URLSearchParams(search).toString() ? undefined : allowed && `?${allowed}`
}
