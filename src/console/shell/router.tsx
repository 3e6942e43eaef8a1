/**
 * Adapts react-admin's router to the fixed addresses of §2. react-admin links to `/batches`, `/batches/create`,
 * `/batches/3` and `/batches/3/show`; here they become `/app/groups/batches`, its `edit`, `edit/3` and `3/show`.
 */
import { type RouterProvider, reactRouterProvider } from 'ra-core'
import { type ComponentProps, useCallback, useMemo } from 'react'
import type { CompiledConfig } from '../../engine/compiled'
import { useConfig } from '../config'
import { editPath } from '../paths'
import { pageOf } from '../recordPage'

type To = Parameters<ReturnType<RouterProvider['useNavigate']>>[0]
type Rewrite = (to: To) => To

/** Converts react-admin's addresses of a resource to ours. Other addresses stay unchanged. */
export function createRewrite(resources: CompiledConfig['resources']): Rewrite {
  const rewritePath = (address: string): string => {
    // `/{name}/{rest}` and a tail that begins with `?` or `#`.
    const [, name = '', rest = '', tail = ''] = /^\/([^/?#]+)\/?([^?#]*)([?#].*)?$/.exec(address) ?? []
    const resource = Object.hasOwn(resources, name) ? resources[name] : undefined
    if (!resource) return address
    const list = resource.path
    if (rest === '') return list + tail
    if (rest === 'create') return editPath(list) + tail
    const [id = '', action] = rest.split('/')
    const page = action === 'show' ? pageOf(resource, decodeURIComponent(id)) : undefined
    return (page ?? `${list}/edit/${id}`) + tail
  }
  return to => {
    if (typeof to === 'string') return rewritePath(to)
    if (typeof to === 'number' || !to.pathname) return to
    return { ...to, pathname: rewritePath(to.pathname) }
  }
}

const { Link: PlainLink, Navigate: PlainNavigate, useNavigate: usePlainNavigate } = reactRouterProvider

function useRewrite(): Rewrite {
  const { resources } = useConfig()
  return useMemo(() => createRewrite(resources), [resources])
}

const Link = ({ to, ...rest }: ComponentProps<typeof PlainLink>) => (
  <PlainLink {...rest} to={useRewrite()(to) as typeof to} />
)

const Navigate = ({ to, ...rest }: ComponentProps<typeof PlainNavigate>) => (
  <PlainNavigate {...rest} to={useRewrite()(to) as typeof to} />
)

function useNavigate() {
  const navigate = usePlainNavigate()
  const rewrite = useRewrite()
  return useCallback<typeof navigate>((to, options) => navigate(rewrite(to), options), [navigate, rewrite])
}

/** react-admin's router, with the addresses of resources as config has them. */
export const routerProvider: RouterProvider = { ...reactRouterProvider, Link, Navigate, useNavigate }
