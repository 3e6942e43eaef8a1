/**
 * Every address of the console, built in one place (§2). Addresses of resources may be moved by config; these are the
 * fixed ones.
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
   * The server's, not the console's: it leads to the provider, comes back to `login` and goes on to `app` (§2
   * Register).
   */
  social: (name: string, app: string) => `/auth/signin/${name}?${new URLSearchParams({ app })}`,
} as const

/** The form of a record: `0` is a new one (§2). */
export const editPath = (list: string, id: string | number = 0) => `${list}/edit/${encodeURIComponent(id)}`

/** A record to be read. */
export const showPath = (list: string, id: string | number) => `${list}/${encodeURIComponent(id)}`

const trimmed = (pathname: string) => pathname.replace(/\/+$/, '') || '/'

/** Open to those who are not signed in (decision 12). */
export function isOpen(pathname: string): boolean {
  return ([paths.login, paths.register, paths.error] as string[]).includes(trimmed(pathname))
}

/**
 * The main page and what leads to it: asked for without a token they go to login and are not remembered (decision 12).
 */
export function isMain(pathname: string): boolean {
  const path = trimmed(pathname)
  return path === paths.root || path === paths.app || /^\/app\/main(\/|$)/.test(path)
}
