/** Opens the dialog or the form of an action that the user has chosen among the results of the search. */
import { type RaRecord, ResourceContextProvider, useGetOne, useNotify } from 'ra-core'
import { useEffect } from 'react'
import { Navigate } from 'react-router'
import { IfChangeable, useOffer } from '../../forms/list/ActionButton'
import type { Opened } from './hits'

interface FoundDialogProps {
  opened: Opened
  onClose: () => void
}

export default function FoundDialog({ opened, onClose }: FoundDialogProps) {
  const { resource, id } = opened
  const { data: record, isPending } = useGetOne<RaRecord>(
    resource,
    { id: id ?? '' },
    { enabled: id !== undefined, retry: false },
  )
  if (id !== undefined && isPending) return null
  return (
    <ResourceContextProvider value={resource}>
      <IfChangeable record={record}>
        {isChangeable => (
          <Found
            opened={opened}
            record={record}
            isMissing={id !== undefined && !record}
            isChangeable={isChangeable}
            onClose={onClose}
          />
        )}
      </IfChangeable>
    </ResourceContextProvider>
  )
}

interface FoundProps extends FoundDialogProps {
  record: RaRecord | undefined
  isMissing: boolean
  isChangeable: boolean
}

function Found({ opened: { action, code }, record, isMissing, isChangeable, onClose }: FoundProps) {
  const notify = useNotify()
  const offer = useOffer()(action, record, isChangeable)
  const isRefused = isMissing || !offer
  useEffect(() => {
    if (!isRefused) return
    notify('search.refused', { type: 'warning' })
    onClose()
  }, [isRefused, notify, onClose])
  useEffect(() => {
    // The form is a page: nothing stays open behind it.
    if (offer?.link) onClose()
  })
  if (isRefused) return null
  if (offer.link) return <Navigate to={offer.link.to} state={offer.link.state} />
  return offer.Dialog && <offer.Dialog {...(record && { record })} command={code} onClose={onClose} />
}
