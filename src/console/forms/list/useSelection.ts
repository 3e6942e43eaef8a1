/**
 * The selected rows of a list with bulk actions: rows of any pages, or all that the filters find. The selection is
 * cleared when the filters change.
 */
import { type RaRecord, useEvent, useRecordSelection } from 'ra-core'
import { createContext, useContext, useState } from 'react'

type Id = RaRecord['id']

interface ListSelectionOptions {
  resource: string
  /** Whether the list has bulk actions. */
  isBulk: boolean
  filter: unknown
  data: readonly RaRecord[] | undefined
}

interface Selection {
  /** Whether all records that the filters find are selected, not only the selected ids. */
  isAll: boolean
  chooseAll: () => void
  clear: () => void
}

const SelectionContext = createContext<Selection>({ isAll: false, chooseAll: () => {}, clear: () => {} })
export const SelectionProvider = SelectionContext.Provider
export const useSelection = () => useContext(SelectionContext)

export function useListSelection({ resource, isBulk, filter, data = [] }: ListSelectionOptions) {
  // Not in the store: ra-core would write to it on mount, and so render the whole list a second time.
  const [ids, selection] = useRecordSelection({ resource, disableSyncWithStore: true })
  const [isAll, setIsAll] = useState(false)
  const filterKey = JSON.stringify(filter)
  const [lastFilterKey, setLastFilterKey] = useState(filterKey)
  if (lastFilterKey !== filterKey) {
    setLastFilterKey(filterKey)
    if (isBulk) {
      setIsAll(false)
      selection.select([])
    }
  }
  // If all results are selected and one row is deselected, the other rows of this page stay selected.
  const selectedIds = isAll ? data.map(({ id }) => id) : ids
  const select = useEvent((chosen: Id[]) => {
    setIsAll(false)
    selection.select(chosen)
  })
  const toggle = useEvent((id: Id) =>
    isAll ? select(selectedIds.filter(selected => selected !== id)) : selection.toggle(id),
  )
  return {
    selectedIds,
    onSelect: select,
    onToggleItem: toggle,
    onUnselectItems: () => select([]),
    selection: { isAll, chooseAll: () => setIsAll(true), clear: () => select([]) } satisfies Selection,
  }
}
