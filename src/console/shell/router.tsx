/**
 * The spec's fixed addresses under react-admin (§2; notes, "The spec's fixed routes"). react-admin always says `/batches`,
 * `/batches/create` and `/batches/3`; its links, redirects and buttons are led to `/app/groups/batches` and its `edit/{id}` here.
 */
import { type RouterProvider, reactRouterProvider } from 'ra-core'
import { type ComponentProps, forwardRef } from 'react'
import type { CompiledConfig } from '../../engine/compiled'
import { editPath } from '../paths'

type To = Parameters<ReturnType<RouterProvider['useNavigate']>>[0]
type Rewrite = (to: To) => To

/** Turns react-admin's address of a resource into ours; every other address stays as it is. */
export function createRewrite(resources: CompiledConfig['resources']): Rewrite {
  const rewritePath = (address: string): string => {
    const [, name = '', rest = '', tail = ''] = /^\/([^/?#]+)\/?([^?#]*)([?#].*)?$/.exec(address) ?? []
    const list = Object.hasOwn(resources, name) ? resources[name]?.path : undefined
    if (!list) return address
    if (rest === '') return list + tail
    if (rest === 'create') return editPath(list) + tail
    return `${list}/edit/${rest.replace(/\/.*$/, '')}${tail}`
  }
  return to => {
    if (typeof to === 'string') return rewritePath(to)
    if (typeof to === 'number' || !to.pathname) return to
    return { ...to, pathname: rewritePath(to.pathname) }
  }
}

export function createRouterProvider(resources: CompiledConfig['resources']): RouterProvider {
  const rewrite = createRewrite(resources)
  const { Link: PlainLink, Navigate: PlainNavigate, useNavigate: usePlainNavigate } = reactRouterProvider
  const cache = new WeakMap<object, ReturnType<typeof usePlainNavigate>>()

  const Link = forwardRef<HTMLAnchorElement, ComponentProps<typeof PlainLink>>(({ to, ...rest }, ref) => (
    <PlainLink {...rest} ref={ref} to={rewrite(to) as typeof to} />
  ))

  return {
    ...reactRouterProvider,
    Link,
    Navigate: ({ to, ...rest }) => <PlainNavigate {...rest} to={rewrite(to) as typeof to} />,
    useNavigate: () => {
      const navigate = usePlainNavigate()
      // The same function for the same `navigate`: effects depend on it.
      const known = cache.get(navigate)
      if (known) return known
      const rewriting: typeof navigate = (to, options) => navigate(rewrite(to), options)
      cache.set(navigate, rewriting)
      return rewriting
    },
  }
}
