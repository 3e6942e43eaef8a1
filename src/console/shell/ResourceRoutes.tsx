/**
 * A resource at its address: the list, `edit` and `edit/0` for a new record, `edit/{id}`, pages of the feature's own, `{id}` where
 * a record is shown; everything else is not found (§2).
 */
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
  pages?: Feature['pages']
}

export function ResourceRoutes({ resource, screens, pages = {} }: Props) {
  const { list: List, edit: Edit, create: Create, show: Show } = screens
  const may = useMayAccess()
  if (!may(resource, 'list')) return <Denied />
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
        {Object.entries(pages).map(([path, { Screen, needs }]) => (
          <Route key={path} path={path} element={may(resource, needs) ? <Screen /> : <Denied />} />
        ))}
        {Show && <Route path=":id" element={may(resource, 'show') ? <ShowOne Show={Show} /> : <Denied />} />}
        <Route path="*" element={<NotFound />} />
      </Routes>
    </ResourceContextProvider>
  )
}

/** An id at or below 0 means a new record (§4). */
export const isNewRecord = (id = '') => /^(0|-\d+)$/.test(id)

function EditOrCreate({ Edit, Create }: { Edit?: ComponentType; Create?: ComponentType }) {
  const { id = '' } = useParams()
  const Form = isNewRecord(id) ? Create : Edit
  return Form ? <Form key={id} /> : <NotFound />
}

/** Another record is another screen: nothing of the last one's state stays. */
function ShowOne({ Show }: { Show: ComponentType }) {
  const { id = '' } = useParams()
  return <Show key={id} />
}

ResourceRoutes.raName = 'Resource'

ResourceRoutes.registerResource = ({ resource, screens }: Props) => ({
  name: resource,
  hasList: !!screens.list,
  hasEdit: !!screens.edit,
  hasCreate: !!screens.create,
  hasShow: !!screens.show,
})
