/** One's own record: read, and changed a field at a time. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { HttpError, useAuthProvider, useTranslate } from 'ra-core'
import type { ClientInput, ProfileClient } from '../../../contract/clients'
import { failureBody } from '../../api/client'
import { useFleet } from '../../api/verbs'
import type { FleetAuth } from '../../auth/authProvider'
import { useUser } from '../../auth/useSession'
import { session } from '../../session'
import { carryOver } from '../../userKeys'
import { forgetNews, keepNews } from './news'

const keyOf = (email: string) => ['profile', email.toLowerCase()]

export function useProfile() {
  const fleet = useFleet()
  const { email } = useUser()
  return useQuery({
    queryKey: keyOf(email),
    queryFn: ({ signal }) => fleet.profile(email, signal),
  })
}

/** What came of a change. */
export type Outcome =
  | { kind: 'saved' }
  /** `errors` at their fields; `why` is what the server said. */
  | { kind: 'refused'; why: string; errors: Readonly<Record<string, string>> }

/** @returns a function that saves a change; `news` is what the page says of it once it is done */
export function useSaveOwn(profile: ProfileClient) {
  const fleet = useFleet()
  const auth = useAuthProvider<FleetAuth>()
  const translate = useTranslate()
  const cache = useQueryClient()
  const key = keyOf(useUser().email)
  const keep = (record: object) =>
    cache.setQueryData<ProfileClient>(key, before => before && { ...before, ...record })

  return async (change: ClientInput, news: string): Promise<Outcome> => {
    try {
      const saved = await fleet.saveProfile({ ...profile, ...change })
      keep(saved)
      await follow(saved, news, auth)
      return { kind: 'saved' }
    } catch (error) {
      const { errors = {}, code, record } = failureBody(error)
      // Somebody else was first: from now on the change is made to what they left.
      if (error instanceof HttpError && code === 'conflict' && record) keep(record)
      const why = error instanceof Error ? translate(error.message, { _: error.message }) : ''
      return { kind: 'refused', why, errors }
    }
  }
}

/**
 * A session knows its user by the name and the address in its token: with another one it needs another token. Where the server
 * gives none, whoever changed the address signs in with the new one.
 */
async function follow(
  saved: { name: string; email: string },
  news: string,
  auth: FleetAuth | undefined,
): Promise<void> {
  const before = session.current()?.user
  if (!before || (before.name === saved.name && before.email === saved.email)) return
  const moved = before.email.toLowerCase() !== saved.email.toLowerCase()
  if (moved) {
    carryOver(before.email, saved.email)
    keepNews(news)
  }
  const renewed = await auth?.renew().catch(() => false)
  if (moved && !renewed) {
    forgetNews()
    session.end('renamed')
  }
}
