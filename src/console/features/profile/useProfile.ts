/** One's own record: read, and changed a field at a time. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAuthProvider, useTranslate } from 'ra-core'
import { useRef } from 'react'
import type { ClientInput, ProfileClient } from '../../../contract/clients'
import { failureBody } from '../../api/client'
import { isOutcomeUnknown } from '../../api/delivery'
import { isRecord } from '../../api/reader'
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

  /** What was sent by a try that got no answer. */
  const unanswered = useRef<ClientInput>(undefined)

  const send = async (base: ProfileClient, change: ClientInput) => {
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

  return async (change: ClientInput, news: string): Promise<Outcome> => {
    try {
      const saved = await send(profile, change)
      keep(saved)
      await follow(saved, news, auth)
      return { kind: 'saved' }
    } catch (error) {
      const { errors = {} } = failureBody(error)
      const why = error instanceof Error ? translate(error.message, { _: error.message }) : ''
      return { kind: 'refused', why, errors }
    }
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
