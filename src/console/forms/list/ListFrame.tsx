/** The list of a resource as config sizes and sorts it. A page has as many rows as config says, whatever the address asks for (§9). */
import { ListBase } from 'ra-core'
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import type { CompiledResource } from '../../../engine/compiled'

interface ListFrameProps {
  resource: CompiledResource
  children: ReactNode
}

export function ListFrame({ resource, children }: ListFrameProps) {
  const { name, list } = resource
  const location = useLocation()
  if (!list) return null

  const search = new URLSearchParams(location.search)
  if (search.has('perPage') && search.get('perPage') !== String(list.perPage)) {
    search.delete('perPage')
    return <Navigate replace to={{ ...location, search: search.toString() }} />
  }
  return (
    <ListBase
      resource={name}
      perPage={list.perPage}
      sort={list.sort ?? { field: 'id', order: 'ASC' }}
      // A stored page size of before a change of config would beat the list's own.
      storeKey={`${name}.list.${list.perPage}`}
      // A failure is shown once, in the list's place.
      queryOptions={{ onError: () => {} }}
      exporter={false}
    >
      {children}
    </ListBase>
  )
}
