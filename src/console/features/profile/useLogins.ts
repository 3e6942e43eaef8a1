/** How the user signs in; no data on a server where that is by password alone (decision 22). */
import { useQuery } from '@tanstack/react-query'
import { useFleet } from '../../api/fleet'
import { useUser } from '../../auth/useSession'

export function useLogins() {
  const fleet = useFleet()
  const { email } = useUser()
  return useQuery({
    queryKey: ['logins', email.toLowerCase()],
    queryFn: async ({ signal }) => {
      const found = await fleet.logins(signal)
      return Array.isArray(found?.logins) && Array.isArray(found.offered) ? found : null
    },
  })
}
