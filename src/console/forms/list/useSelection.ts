/**
 * The chosen rows of a list with buttons for them: those of any pages, or all that are found. Another filter or search
 * is another question, and nothing is chosen any more.
 */
import { type RaRecord, useEvent, useRecordSelection } from 'ra-core'
import { createContext, useContext, useState } from 'react'

type Id = RaRecord['id']

interface Selecting {
  resource: string
  /** The list has buttons for chosen rows. */
  isBulk: boolean
  filter: unknown
  data: readonly RaRecord[] | undefined
}

interface Selection {
  /** All that are found, and not only the named ones. */
  all: boolean
  chooseAll: () => void
  clear: () => void
}

const SelectionContext = createContext<Selection>({ all: false, chooseAll: () => {}, clear: () => {} })
export const SelectionProvider = SelectionContext.Provider
export const useSelection = () => useContext(SelectionContext)

export function useListSelection({ resource, isBulk, filter, data = [] }: Selecting) {
  // In the store it would be written, and all of the list rendered again, as soon as the list is shown.
  const [ids, selection] = useRecordSelection({ resource, disableSyncWithStore: true })
  const [all, setAll] = useState(false)
  const question = JSON.stringify(filter)
  const [asked, setAsked] = useState(question)
  if (asked !== question) {
    setAsked(question)
    if (isBulk) {
      setAll(false)
      selection.select([])
    }
  }
  // With all results chosen the page shows its own rows as chosen; to deselect one is to choose the others of the page.
  const selectedIds = all ? data.map(({ id }) => id) : ids
  const select = useEvent((chosen: Id[]) => {
    setAll(false)
    selection.select(chosen)
  })
  const toggle = useEvent((id: Id) =>
    all ? select(selectedIds.filter(one => one !== id)) : selection.toggle(id),
  )
  return {
    selectedIds,
    onSelect: select,
    onToggleItem: toggle,
    onUnselectItems: () => select([]),
    selection: { all, chooseAll: () => setAll(true), clear: () => select([]) } satisfies Selection,
  }
}
