/**
 * What an address may say about a list. react-admin takes page size and order from it as they stand; an old or typed link must
 * neither ask for another page size than the list's (§9: no page-size dropdown) nor for an order that no column has.
 */
import type { CompiledList } from '../../../engine/compiled'

/** The order of a list that nobody has sorted. */
export const firstSort = ({ sort }: Pick<CompiledList, 'sort'>) =>
  sort ?? ({ field: 'id', order: 'ASC' } as const)

/** The search part without what the list does not allow; `undefined` when nothing has to go. */
export function mendedSearch(
  search: string,
  list: Pick<CompiledList, 'perPage' | 'columns' | 'sort'>,
): string | undefined {
  const params = new URLSearchParams(search)
  const page = params.get('page')
  const perPage = params.get('perPage')
  const sort = params.get('sort')
  const sortable = [
    // Said in every address that react-admin writes.
    firstSort(list).field,
    ...list.columns.filter(column => column.sortable).map(({ field }) => field),
  ]

  if (page !== null && !/^[1-9]\d{0,6}$/.test(page)) params.delete('page')
  if (perPage !== null && perPage !== String(list.perPage)) {
    params.delete('perPage')
    // Page 3 of another size is somewhere else.
    params.delete('page')
  }
  if (sort !== null && !sortable.includes(sort)) {
    params.delete('sort')
    params.delete('order')
  }
  const mended = params.toString()
  return mended === new URLSearchParams(search).toString() ? undefined : mended && `?${mended}`
}
