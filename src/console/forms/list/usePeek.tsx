/** The record that is open beside a list, and the keyboard shortcuts of the list, which open, move and close it. */
import { type RaRecord, useEvent, useListContext, useTranslate } from 'ra-core'
import { useRef, useState } from 'react'
import { LazyDialog } from '../../ui/lazy/LazyDialog'
import { lazyComponent, preloadBriefly } from '../../ui/lazy/lazyComponent'
import { LIST_KEYS, useListKeys } from './useListKeys'

const KeysDialog = lazyComponent(() => import('../../ui/dialogs/KeysDialog'))

/** @returns `listBox` for the element with the rows, and `keysHelp` to be rendered next to it */
export function usePeek() {
  const translate = useTranslate()
  const { data } = useListContext()
  const [opened, setOpened] = useState<RaRecord>()
  const [isHelpOpen, setHelpOpen] = useState(false)
  const listBox = useRef<HTMLDivElement>(null)
  const closeHelp = () => setHelpOpen(false)
  // A stable function: the rows are rendered again only for other columns.
  const peek = useEvent((record: RaRecord | undefined) => setOpened(record))
  useListKeys({
    list: listBox,
    isPeeking: opened !== undefined,
    peek: id => setOpened(data?.find(record => String(record.id) === id)),
    help: () => void preloadBriefly(KeysDialog).then(() => setHelpOpen(true)),
  })
  return {
    // The record as the list has it now, or as it was opened if the list no longer has it.
    peeked: opened && (data?.find(({ id }) => id === opened.id) ?? opened),
    peek,
    listBox,
    keysHelp: isHelpOpen && (
      <LazyDialog label={translate('orders.keys.title')} component={KeysDialog} onClose={closeHelp}>
        <KeysDialog keys={LIST_KEYS} sentences="forms.keys" onClose={closeHelp} />
      </LazyDialog>
    ),
  }
}
