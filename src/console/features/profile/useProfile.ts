/** One's own record: read, and changed a field at a time. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAuthProvider } from 'ra-core'
import { useRef } from 'react'
import type { Client, ClientInput, ProfileClient } from '../../../contract/clients'
import { failureBody } from '../../api/client'
import { isOutcomeUnknown } from '../../api/delivery'
import { useFleet } from '../../api/fleet'
import { isRecord } from '../../api/reader'
import type { FleetAuth } from '../../auth/authProvider'
import { useUser } from '../../auth/useSession'
import { session } from '../../session'
import { carryOver } from '../../userKeys'
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

  /** What was sent by a try that got no answer. */
  const unanswered = useRef<ClientInput>(undefined)

  const send = async (base: ProfileClient, change: ClientInput): Promise<Client> => {
    try {
      const saved = await fleet.saveProfile({ ...base, ...change })
      unanswered.current = undefined
      return saved
    } catch (error) {
      const earlier = unanswered.current
      unanswered.current = isOutcomeUnknown(error) ? change : undefined
      const left = conflicting(error)
      if (!left) throw error
      // From now on the change is made to what was left by who was first.
      keep(left)
      if (!earlier || !holds(left, earlier)) throw error
      // Nobody else: it is what an earlier try of one's own has saved.
      return send({ ...base, ...left }, change)
    }
  }

  return async (change: ClientInput): Promise<Client> => {
    const saved = await send(profile, change)
    keep(saved)
    await follow(saved, done, auth)
    return saved
  }
}

function conflicting(error: unknown): Partial<ProfileClient> | undefined {
  const { code, record } = failureBody(error)
  return code === 'conflict' && isRecord(record) ? record : undefined
}

/** No record tells a password. */
const holds = (record: Record<string, unknown>, change: ClientInput) =>
  Object.entries(change).every(([name, value]) => !(name in record) || record[name] === value)

/**
 * A session knows its user by the name and the address in its token: with another one it needs another token. Where the server
 * gives none, whoever changed the address signs in with the new one.
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
