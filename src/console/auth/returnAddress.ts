/**
 * The address that the guard turned away, to go back to after signing in (§2). In session storage, because a social
 * sign-in leaves the page.
 */
import { isOwnPath } from '../../domain/ownPath'
import { isMain, isOpen } from '../paths'

const KEY = 'wanted'

/** The page on which the user signed out: the next sign-in does not return to it. */
let signedOutAt: string | undefined

/** Remembers an address, unless it is one that is not remembered (decision 12). */
export function rememberReturnAddress(address: string): void {
  if (address === signedOutAt) return
  const pathname = address.replace(/[?#].*$/, '')
  if (!isOwnPath(address) || isOpen(pathname) || isMain(pathname)) return
  sessionStorage.setItem(KEY, address)
}

/** The remembered address, or `undefined`. */
export function returnAddress(): string | undefined {
  const address = sessionStorage.getItem(KEY)
  return address && isOwnPath(address) ? address : undefined
}

export function forgetReturnAddress(): void {
  sessionStorage.removeItem(KEY)
}

/** The user leaves from here of their own will. */
export function noteSignOutAt(address: string): void {
  forgetReturnAddress()
  signedOutAt = address
}

/** The way out is behind them: from now on every address is remembered again. */
export function clearSignOutAddress(): void {
  signedOutAt = undefined
}
