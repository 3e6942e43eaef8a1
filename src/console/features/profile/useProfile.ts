/** One's own record: read, and changed a field at a time. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAuthProvider } from 'ra-core'
import type { Client, ClientInput, ProfileClient } from '../../../contract/clients'
import { useFleet } from '../../api/fleet'
import { conflictingRecord, useSaveOver } from '../../api/saveOver'
import type { FleetAuth } from '../../auth/authProvider'
import { useUser } from '../../auth/useSession'
import { session } from '../../session'
import { carryOver } from '../../userStore'
import { keepNotice } from './useChangeNotices'

const keyOf = (email: string) => ['profile', email.toLowerCase()]

export function useProfile() {
  const fleet = useFleet()
  const { email } = useUser()
  return useQuery({
    queryKey: keyOf(email),
    queryFn: ({ signal }) => fleet.profile(email, signal),
  })
}

/**
 * Saves a change.
 *
 * @param done what the page says of it
 */
export function useSaveOwn(profile: ProfileClient, done: string) {
  const fleet = useFleet()
  const auth = useAuthProvider<FleetAuth>()
  const cache = useQueryClient()
  const key = keyOf(useUser().email)
  const keep = (record: object) =>
    cache.setQueryData<ProfileClient>(key, before => before && { ...before, ...record })

  const save = useSaveOver({
    save: (current, change: ClientInput) => fleet.saveProfile({ ...profile, ...current, ...change }),
    // Records never hold a password.
    isSaved: (record, change) =>
      Object.entries(change).every(([name, value]) => !(name in record) || record[name] === value),
    onEarlierSave: keep,
  })
  return async (change: ClientInput): Promise<Client> => {
    try {
      const saved = await save(profile, change)
      keep(saved)
      await follow(saved, done, auth)
      return saved
    } catch (error) {
      const theirs = conflictingRecord(error)
      // From now on the change is made to what was left by who was first.
      if (theirs) keep(theirs)
      throw error
    }
  }
}

/**
 * The token holds the user's name and address: a change of either needs a new token. Where the server gives none, the
 * user signs in again with the new address.
 */
async function follow(
  saved: { name: string; email: string },
  done: string,
  auth: FleetAuth | undefined,
): Promise<void> {
  const before = session.current()?.user
  if (!before || (before.name === saved.name && before.email === saved.email)) return
  const moved = before.email.toLowerCase() !== saved.email.toLowerCase()
  if (moved) {
    carryOver(before.email, saved.email)
    keepNotice(done)
  }
  const renewed = await auth?.renew().catch(() => false)
  if (moved && !renewed) {
    keepNotice(undefined)
    session.end('renamed')
  }
}
