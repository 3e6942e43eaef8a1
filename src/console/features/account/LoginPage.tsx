/** Signing in (§2 Login). */
import { Navigate } from 'react-router'
import { useSession } from '../../auth/useSession'
import { wanted } from '../../auth/wanted'
import { paths } from '../../paths'

export function LoginPage() {
  const current = useSession()
  if (current) return <Navigate to={wanted() ?? paths.root} replace />
  return null
}
