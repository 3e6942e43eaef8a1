/** Protects all pages below /app (§2, decision 209): redirects to login without a valid token, and back afterwards. */
import { type ReactNode, useEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { paths } from '../paths'
import { forgetReturnAddress, rememberReturnAddress } from './returnAddress'
import { useSession } from './useSession'

export function Guard({ children }: { children: ReactNode }) {
  const current = useSession()
  const { pathname, search, hash } = useLocation()
  const signedIn = current !== undefined

  useEffect(() => {
    if (signedIn) forgetReturnAddress()
    else rememberReturnAddress(pathname + search + hash)
  }, [signedIn, pathname, search, hash])

  return signedIn ? children : <Navigate to={paths.login} replace />
}
