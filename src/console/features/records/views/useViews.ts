/** The saved views of a list: those of config, and those of the user, which react-admin's store keeps. */
import { type SavedQuery, useListContext, useSavedQueries } from 'ra-core'
import { partsFor } from '../../../../engine/access'
import type { CompiledList, CompiledResource, Words } from '../../../../engine/compiled'
import { useUser } from '../../../auth/useSession'
import { useConfig } from '../../../config'
import type { FilterValues } from '../../../forms/filters/filterValues'

export interface ListView {
  key: string
  /** An i18n key, words of config, or the user's own text. */
  label: string | Words
  filter: FilterValues
  sort?: SavedQuery['value']['sort']
  isOwn?: true
}

const ALL: ListView = { key: 'all', label: 'forms.views.all', filter: {} }

export function useViews(resource: CompiledResource, list: CompiledList, chosen: FilterValues) {
  const config = useConfig()
  const { level } = useUser()
  const { sort, perPage } = useListContext()
  const [stored, store] = useSavedQueries(resource.name)
  // The browser's storage may contain any value.
  const queries = Array.isArray(stored) ? stored.filter(isReadable) : []
  const userViews = queries.map(
    ({ label, value }): ListView => ({
      key: `own ${label}`,
      label,
      filter: value.filter,
      sort: value.sort,
      isOwn: true,
    }),
  )
  const configViews = partsFor(config, level, list.views).map(
    ({ name, label, filter }): ListView => ({ key: name, label, filter }),
  )
  const views = [ALL, ...configViews, ...userViews]
  // Of the views whose filters are all set, the one with the most filters. The user may have set more.
  const current = views
    .filter(({ filter }) => Object.entries(filter).every(([name, value]) => isSame(chosen[name], value)))
    .reduce((best, view) => (sizeOf(view.filter) > sizeOf(best.filter) ? view : best))
  return {
    views,
    current,
    /** Whether no filters are set besides the filters of the current view. */
    isExact: sizeOf(current.filter) === sizeOf(chosen),
    /** A view of the same name is replaced. */
    save: (label: string) =>
      store([
        ...queries.filter(query => query.label !== label),
        { label, value: { filter: chosen, sort, perPage, displayedFilters: [] } },
      ]),
    remove: ({ label }: ListView) => store(queries.filter(query => query.label !== label)),
  }
}

export type Views = ReturnType<typeof useViews>

const sizeOf = (filter: object) => Object.keys(filter).length

const isSame = (one: unknown, other: unknown) => one !== undefined && String(one) === String(other)

const isReadable = (query: SavedQuery | undefined): query is SavedQuery =>
  typeof query?.label === 'string' && typeof query.value?.filter === 'object' && query.value.filter !== null
