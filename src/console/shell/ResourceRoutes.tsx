/** A resource at its address: the list, `edit` and `edit/0` for a new record, `edit/{id}`; everything else is not found (§2). */
import { ResourceContextProvider, RestoreScrollPosition } from 'ra-core'
import type { ComponentType } from 'react'
import { Route, Routes, useParams } from 'react-router'
import { useMayAccess } from '../auth/access'
import type { Feature } from '../ui/feature'
import { Denied } from './Denied'
import { NotFound } from './NotFound'

interface Props {
  /** Where it is mounted, without the leading slash: react-admin takes it from this name. */
  name: string
  /** Its name in config, the API, sentences and access. */
  resource: string
  screens: Feature['screens']
}

export function ResourceRoutes({ resource, screens }: Props) {
  const { list: List, edit: Edit, create: Create } = screens
  const mayList = useMayAccess()(resource, 'list')
  if (!mayList) return <Denied />
  return (
    <ResourceContextProvider value={resource}>
      <Routes>
        {List && (
          <Route
            index
            element={
              <RestoreScrollPosition storeKey={`${resource}.list.scrollPosition`}>
                <List />
              </RestoreScrollPosition>
            }
          />
        )}
        {Create && <Route path="edit" element={<Create />} />}
        {(Edit || Create) && <Route path="edit/:id" element={<EditOrCreate Edit={Edit} Create={Create} />} />}
        <Route path="*" element={<NotFound />} />
      </Routes>
    </ResourceContextProvider>
  )
}

/** An id at or below 0 means a new record (§4). */
function EditOrCreate({ Edit, Create }: { Edit?: ComponentType; Create?: ComponentType }) {
  const { id = '' } = useParams()
  const isNew = /^(0|-\d+)$/.test(id)
  const Form = isNew ? Create : Edit
  return Form ? <Form key={id} /> : <NotFound />
}

ResourceRoutes.raName = 'Resource'

ResourceRoutes.registerResource = ({ resource, screens }: Props) => ({
  name: resource,
  hasList: !!screens.list,
  hasEdit: !!screens.edit,
  hasCreate: !!screens.create,
})
