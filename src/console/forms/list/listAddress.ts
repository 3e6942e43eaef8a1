/**
 * The list parameters that an address may hold. react-admin takes page size and sort from it unchecked; an old or typed link must
 * neither ask for another page size than the list's (§9: no page-size dropdown) nor sort by what is no sortable column.
 */
import type { CompiledList } from '../../../engine/compiled'

/** The sort of a list until the user sorts it. */
export const defaultSort = ({ sort }: Pick<CompiledList, 'sort'>) =>
  sort ?? ({ field: 'id', order: 'ASC' } as const)

/** The search part without what the list does not allow; `undefined` when it may stay as it is. */
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
