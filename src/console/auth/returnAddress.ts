/**
 * The address from which the guard redirected to login, to return there after signing in (§2). It is in session
 * storage, because a social sign-in leaves the page.
 */
import { isOwnPath } from '../../domain/ownPath'
import { tabStore } from '../browserStorage'
import { isMainPath, isPublicPath } from '../paths'

const KEY = 'wanted'

/** The page on which the user signed out: the next sign-in does not return to it. */
let signedOutAt: string | undefined

/** Whether an address shows the main page on a wall. */
export const isWall = (address: string | undefined) => /[?&]wall=1\b/.test(address ?? '')

/** Remembers an address. Public pages, the main page and other sites' addresses are ignored (decision 12). */
export function rememberReturnAddress(address: string): void {
  if (address === signedOutAt) return
  const pathname = address.replace(/[?#].*$/, '')
  if (!isOwnPath(address) || isPublicPath(pathname) || (isMainPath(pathname) && !isWall(address))) return
  tabStore.setItem(KEY, address)
}

export function returnAddress(): string | undefined {
  const address = tabStore.getItem(KEY)
  return address && isOwnPath(address) ? address : undefined
}

export function forgetReturnAddress(): void {
  tabStore.removeItem(KEY)
}

/** To be called on sign-out: the next sign-in will not return to this address. */
export function rememberSignOutAddress(address: string): void {
  forgetReturnAddress()
  signedOutAt = address
}

/** To be called when the sign-out is complete: that address can be remembered again. */
export function clearSignOutAddress(): void {
  signedOutAt = undefined
}
