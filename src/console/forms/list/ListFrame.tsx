/** The list of a resource of config: what is asked for stands in the address, and is kept for the user. */
import { ListContextProvider, ResourceContextProvider } from 'ra-core'
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import type { CompiledResource } from '../../../engine/compiled'
import { mendedSearch } from './listAddress'
import { useListPage } from './useListPage'

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
    <Page resource={name} list={list} meta={meta} refreshMs={refreshMs}>
      {children}
    </Page>
  )
}

function Page({ children, ...options }: Parameters<typeof useListPage>[0] & { children: ReactNode }) {
  return (
    <ResourceContextProvider value={options.resource}>
      <ListContextProvider value={useListPage(options)}>{children}</ListContextProvider>
    </ResourceContextProvider>
  )
}
