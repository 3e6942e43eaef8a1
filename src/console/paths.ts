/**
 * The fixed paths of the console (§2). The paths of resources come from config.
 */

export const paths = {
  root: '/',
  app: '/app',
  main: (product: string) => `/app/main/${product}`,
  login: '/login',
  register: '/register',
  error: '/error',
  profile: '/app/profile',
  /**
   * A path of the server: redirects to the provider, back to `login`, and on to `app` (§2 Register).
   */
  social: (name: string, app: string) => `/auth/signin/${name}?${new URLSearchParams({ app })}`,
} as const

/** The form of a record; `0` for a new one (§2). */
export const editPath = (list: string, id: string | number = 0) => `${list}/edit/${encodeURIComponent(id)}`

/** The read-only page of a record. */
export const showPath = (list: string, id: string | number) => `${detailPath(list, id)}/show`

/** The page of a device or an order (§2). */
export const detailPath = (list: string, id: string | number) => `${list}/${encodeURIComponent(id)}`

/** A list with these filters. */
export const filteredPath = (list: string, filter: Readonly<Record<string, unknown>>) =>
  `${list}?${new URLSearchParams({ filter: JSON.stringify(filter) })}`

const trimmed = (pathname: string) => pathname.replace(/\/+$/, '') || '/'

/** True for paths that need no sign-in (decision 12). */
export function isPublicPath(pathname: string): boolean {
  return ([paths.login, paths.register, paths.error] as string[]).includes(trimmed(pathname))
}

/**
 * True for the main page and the paths that redirect to it. They are not remembered when the user must sign in first
 * (decision 12).
 */
export function isMainPath(pathname: string): boolean {
  const path = trimmed(pathname)
  return path === paths.root || path === paths.app || /^\/app\/main(\/|$)/.test(path)
}
