/** Reads and changes the user's own record. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAuthProvider } from 'ra-core'
import type { Client, ClientInput, ProfileClient } from '../../../contract/clients'
import { useFleet } from '../../api/fleet'
import { conflictingRecord, useSaveOver } from '../../api/useSaveOver'
import type { FleetAuth } from '../../auth/authProvider'
import { useUser } from '../../auth/useSession'
import { session } from '../../session'
import { moveUserStore } from '../../userStore'
import { showNoticeOnMount } from './useChangeNotices'

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
 * @param doneText the notice to show after the change
 */
export function useSaveProfile(profile: ProfileClient, doneText: string) {
  const fleet = useFleet()
  const auth = useAuthProvider<FleetAuth>()
  const cache = useQueryClient()
  const key = keyOf(useUser().email)
  const updateCache = (record: object) =>
    cache.setQueryData<ProfileClient>(key, previous => previous && { ...previous, ...record })

  const save = useSaveOver({
    save: (current, change: ClientInput) => fleet.saveProfile({ ...profile, ...current, ...change }),
    // A changed password cannot be compared, as records never contain it.
    isSaved: (record, change) =>
      Object.entries(change).every(([name, value]) => !(name in record) || record[name] === value),
    onEarlierSave: updateCache,
  })
  return async (change: ClientInput): Promise<Client> => {
    try {
      const saved = await save(profile, change)
      updateCache(saved)
      await refreshSession(saved, doneText, auth)
      return saved
    } catch (error) {
      const conflicting = conflictingRecord(error)
      // The next attempt changes the record as the other user saved it.
      if (conflicting) updateCache(conflicting)
      throw error
    }
  }
}

/**
 * The token contains name and e-mail address, so a change of either needs a new token. If the server returns none after
 * a change of the address, the user must sign in again.
 */
async function refreshSession(
  saved: { name: string; email: string },
  doneText: string,
  auth: FleetAuth | undefined,
): Promise<void> {
  const previous = session.current()?.user
  if (!previous || (previous.name === saved.name && previous.email === saved.email)) return
  const emailChanged = previous.email.toLowerCase() !== saved.email.toLowerCase()
  if (emailChanged) {
    moveUserStore(previous.email, saved.email)
    showNoticeOnMount(doneText)
  }
  const renewed = await auth?.renew().catch(() => false)
  if (emailChanged && !renewed) {
    showNoticeOnMount(undefined)
    session.end('renamed')
  }
}
