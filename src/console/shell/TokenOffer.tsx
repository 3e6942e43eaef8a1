/**
 * Handles `/login?token=…` while a user is signed in (decision 41). A token that the server refuses is reported. A
 * token of the same user replaces the current one. For a token of another user, the user is asked first.
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
  const [isAsking, setAsking] = useState(false)
  const email = current?.user.email

  useEffect(() => {
    if (!offer) return
    let isCancelled = false
    const check = async () => {
      const isValid = await isAccepted(offer.token)
      if (isCancelled) return
      if (isValid && offer.user?.email !== email) return setAsking(true)
      offeredToken.set(undefined)
      if (isValid) session.begin(offer.token!)
      else notify('account.offer.bad', { type: 'warning' })
    }
    void check()
    return () => {
      isCancelled = true
      setAsking(false)
    }
  }, [offer, email, notify])

  if (!isAsking || !offer?.token || !offer.user || !current) return null
  const { token, user } = offer
  const dismiss = () => offeredToken.set(undefined)
  const decline = () => {
    dismiss()
    if (offer.isNewSession) void endSession(token)
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
        dismiss()
        session.begin(token)
      }}
      onClose={decline}
    />
  )
}

const TIMEOUT_MS = 10_000

/** Ends the session of a declined token. */
async function endSession(token: string): Promise<void> {
  const { method, url } = addressOf('auth.logout')
  await fetch(url, {
    method,
    headers: { Authorization: `Bearer ${token}` },
    credentials: 'omit',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
    .then(drain)
    .catch(() => undefined)
}

/** Reads a response to its end: an unread body would keep its connection busy. */
const drain = (response: Response) => response.arrayBuffer()

/** Whether the server accepts the token. Does not use the client, which would send the token of the signed-in user. */
async function isAccepted(token: string | undefined): Promise<boolean> {
  if (!token) return false
  try {
    const response = await fetch(addressOf('batches.models', {}, { page_limit: 1 }).url, {
      headers: { Authorization: `Bearer ${token}`, Accept: 'application/json' },
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await drain(response)
    const { status } = response
    // 403: the user lacks the right to this call, but the token is valid.
    return status < 400 || status === 403
  } catch {
    return false
  }
}
