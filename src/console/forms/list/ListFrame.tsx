/** The list of a resource of config: what is asked for stands in the address, and is kept for the user. */
import { ListBase } from 'ra-core'
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import type { CompiledResource } from '../../../engine/compiled'
import { firstSort, mendedSearch } from './listAddress'

interface ListFrameProps {
  resource: CompiledResource
  /** Passed on to the data provider. */
  meta?: Record<string, unknown>
  /** How often it is read again while somebody looks at it; never when absent. */
  refreshMs?: number
  children: ReactNode
}

export function ListFrame({ resource, meta, refreshMs, children }: ListFrameProps) {
  const { name, list } = resource
  const location = useLocation()
  if (!list) return null
  const mended = mendedSearch(location.search, list)
  if (mended !== undefined) return <Navigate replace to={{ ...location, search: mended }} />
  return (
    <ListBase
      resource={name}
      perPage={list.perPage}
      sort={firstSort(list)}
      // What was kept before config changed may name a page size or an order that is no more.
      storeKey={`${name}.list.${list.perPage}.${list.columnsHash}`}
      // A failure is shown once, in the list's place.
      queryOptions={{
        onError: () => {},
        ...(meta ? { meta } : {}),
        ...(refreshMs ? { refetchInterval: refreshMs } : {}),
      }}
      exporter={false}
    >
      {children}
    </ListBase>
  )
}
