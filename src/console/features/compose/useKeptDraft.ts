/** The draft as it stands, kept in this browser for this user with every change: closing the tab loses nothing. */
import { type Store, useStoreContext } from 'ra-core'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Draft, draftFrom, EMPTY, isEmpty, UNFINISHED } from './draft'
import { type DraftPlace, draftKey } from './draftSlots'

const keysOf = ({ slot }: DraftPlace) => ({ key: draftKey(slot), targetsKey: `compose.targets.${slot}` })

/** What was kept there of a draft of this origin. */
export function keptDraft(store: Store, place: DraftPlace): Draft | undefined {
  const { key, targetsKey } = keysOf(place)
  const kept = store.getItem<{ origin?: unknown } | undefined>(key)
  if (kept?.origin !== place.origin) return undefined
  return draftFrom(kept, store.getItem(targetsKey))
}

interface KeepOptions {
  /** The value is a secret: it does not lie about in a browser. */
  secret?: boolean
  /** Those kept before: there may be many thousands. */
  sameTargets?: boolean
}

/** @returns whether there was room for it */
export function keepDraft(store: Store, place: DraftPlace, draft: Draft, options: KeepOptions = {}): boolean {
  const { secret = false, sameTargets = false } = options
  const { key, targetsKey } = keysOf(place)
  if (isEmpty(draft) && draft.mode === EMPTY.mode) {
    store.removeItem(key)
    store.removeItem(targetsKey)
    return true
  }
  const { targets, value, started, expired, ...rest } = draft
  const whole = (time: string) => (time === UNFINISHED ? '' : time)
  try {
    store.setItem(key, {
      ...rest,
      origin: place.origin,
      started: whole(started),
      expired: whole(expired),
      ...(secret ? {} : { value }),
    })
    if (!sameTargets) store.setItem(targetsKey, targets)
    return true
  } catch {
    return false
  }
}

interface Options {
  place: DraftPlace
  initial: Draft
  /** Whether the value of this draft is one that is not kept. */
  isSecret: (draft: Draft) => boolean
}

export function useKeptDraft({ place, initial, isSecret }: Options) {
  const store = useStoreContext()
  const [draft, setDraft] = useState(initial)
  const [kept, setKept] = useState(true)
  const begun = useRef(initial)
  const written = useRef<Draft['targets']>(undefined)
  const secret = isSecret(draft)

  useEffect(() => {
    // What was merely opened is not a draft yet.
    if (begun.current === draft && place.origin !== '') return
    const sameTargets = written.current === draft.targets
    written.current = draft.targets
    setKept(keepDraft(store, place, draft, { secret, sameTargets }))
  }, [store, place, draft, secret])

  const change = useCallback((part: Partial<Draft>) => setDraft(before => ({ ...before, ...part })), [])
  /** Ends the draft: nothing of it stays. */
  const drop = useCallback(() => keepDraft(store, place, EMPTY), [store, place])
  return { draft, change, replace: setDraft, drop, kept, secret }
}
