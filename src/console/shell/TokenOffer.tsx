/**
 * `/login?token=…` while a user is signed in (decision 41): a token that the server refuses is reported and the session
 * stays, one of the same user is taken, one of another user only after a question.
 */
import { useNotify, useTranslate } from 'ra-core'
import { useEffect, useState } from 'react'
import { addressOf } from '../api/calls'
import { offeredToken } from '../auth/tokenInAddress'
import { useSession } from '../auth/useSession'
import { useObservable } from '../observable'
import { session } from '../session'
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog'

export default function TokenOffer() {
  const offer = useObservable(offeredToken)
  const current = useSession()
  const translate = useTranslate()
  const notify = useNotify()
  const [asked, setAsked] = useState(false)
  const email = current?.user.email

  useEffect(() => {
    if (!offer) return
    let left = false
    const look = async () => {
      const isGood = await isTaken(offer.token)
      if (left) return
      if (isGood && offer.user?.email !== email) return setAsked(true)
      offeredToken.set(undefined)
      if (isGood) session.begin(offer.token!)
      else notify('account.offer.bad', { type: 'warning' })
    }
    void look()
    return () => {
      left = true
      setAsked(false)
    }
  }, [offer, email, notify])

  if (!asked || !offer?.token || !offer.user || !current) return null
  const { token, user } = offer
  const answer = () => offeredToken.set(undefined)
  const decline = () => {
    answer()
    if (offer.isNewSession) void endUnused(token)
  }
  return (
    <ConfirmDialog
      question={translate('account.offer.question')}
      body={translate('account.offer.body', {
        name: current.user.name,
        email: current.user.email,
        other: user.name,
        otherEmail: user.email,
      })}
      yes={translate('account.offer.yes')}
      no={translate('account.offer.no')}
      onYes={() => {
        answer()
        session.begin(token)
      }}
      onClose={decline}
    />
  )
}

const LIMIT_MS = 10_000

/** Ends the session of a token that was not taken. */
async function endUnused(token: string): Promise<void> {
  const { method, url } = addressOf('auth.logout')
  await fetch(url, {
    method,
    headers: { Authorization: `Bearer ${token}` },
    credentials: 'omit',
    signal: AbortSignal.timeout(LIMIT_MS),
  })
    .then(readUp)
    .catch(() => undefined)
}

/** An answer that nobody reads would keep its connection. */
const readUp = (answer: Response) => answer.arrayBuffer()

/** Whether the server accepts the token. Not through the client, which would send the token of the signed-in user. */
async function isTaken(token: string | undefined): Promise<boolean> {
  if (!token) return false
  try {
    const answer = await fetch(addressOf('batches.models', {}, { page_limit: 1 }).url, {
      headers: { Authorization: `Bearer ${token}`, Accept: 'application/json' },
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(LIMIT_MS),
    })
    await readUp(answer)
    const { status } = answer
    // Refused for its rights: the token itself is valid.
    return status < 400 || status === 403
  } catch {
    return false
  }
}
