/**
 * Stores the user's drafts in the browser, so that they survive a closed tab. Each tab that composes claims its own
 * slot: `new`, `new.2` and so on, or `from`, `from.2` for drafts based on another order. The next tab takes over the
 * slot and draft of a closed one.
 */
import { type Store, useStoreContext } from 'ra-core'
import { useEffect, useRef, useState } from 'react'
import { isStorageVolatile, tabStore } from '../../../browserStorage'
import type { Values } from '../../../forms/record/formValues'
import { type Draft, draftFrom, EMPTY, isEmpty } from './draft'

export interface DraftSlot {
  name: string
  /** The order on which the draft is based (`reply=12`), as in the query string; empty for a new order. */
  origin: string
}

interface Claim {
  tab: string
  /** When the tab last renewed the claim: milliseconds since 1970. */
  at: number
}

/** Random id of this page load. */
const TAB = Math.random().toString(36).slice(2)

const CLAIM_RENEWAL_MS = 20_000
/**
 * A claim expires if its tab ended without releasing it. More than a minute, as browsers run timers of hidden tabs once
 * a minute.
 */
const CLAIM_EXPIRY_MS = 150_000
const MAX_SLOTS = 50

const draftKey = (slot: string) => `compose.draft.${slot}`
/** Stored separately, so that thousands of targets are not written with each key press. */
const targetsKey = (slot: string) => `compose.targets.${slot}`
const claimKey = (slot: string) => `compose.open.${slot}`
const kindOf = (origin: string) => (origin === '' ? 'new' : 'from')

const storedOrigin = (store: Store, slot: string) =>
  store.getItem<{ origin?: unknown } | undefined>(draftKey(slot))?.origin

/**
 * Chooses the slot for a draft of this origin: the previous slot of this tab, else a free slot with a draft of this
 * origin, else the first free slot.
 *
 * @param previous the slot that this tab used before
 */
export function freeSlot(
  store: Store,
  origin: string,
  { tab = TAB, now = Date.now(), previous }: { tab?: string; now?: number; previous?: string | null } = {},
): string {
  const kind = kindOf(origin)
  const isFree = (slot: string) => {
    const claim = store.getItem<Claim | undefined>(claimKey(slot))
    // Negated, so that a stored claim without a valid time counts as expired.
    return !claim || claim.tab === tab || !(now - claim.at < CLAIM_EXPIRY_MS)
  }
  const all = Array.from({ length: MAX_SLOTS }, (_, index) => (index === 0 ? kind : `${kind}.${index + 1}`))
  const free = all.filter(isFree)
  if (previous && free.includes(previous)) return previous
  // If no slot is free, this tab shares the first one.
  return free.find(slot => storedOrigin(store, slot) === origin) ?? free[0] ?? kind
}

/** Claims a slot while the page is open. */
export function useDraftSlot(origin: string): DraftSlot {
  const store = useStoreContext()
  const [slot] = useState(() => {
    const sessionKey = `compose.slot.${kindOf(origin)}`
    const name = freeSlot(store, origin, { previous: tabStore.getItem(sessionKey) })
    tabStore.setItem(sessionKey, name)
    return { origin, name }
  })
  useEffect(() => {
    const key = claimKey(slot.name)
    const claim = () => store.setItem(key, { tab: TAB, at: Date.now() } satisfies Claim)
    const release = () => store.removeItem(key)
    claim()
    const timer = setInterval(claim, CLAIM_RENEWAL_MS)
    window.addEventListener('pagehide', release)
    window.addEventListener('pageshow', claim)
    return () => {
      clearInterval(timer)
      window.removeEventListener('pagehide', release)
      window.removeEventListener('pageshow', claim)
      release()
    }
  }, [store, slot])
  return slot
}

/** The draft in the slot, if it has this origin. */
export function readDraft(store: Store, { name, origin }: DraftSlot): Draft | undefined {
  if (storedOrigin(store, name) !== origin) return undefined
  return draftFrom(store.getItem(draftKey(name)) as object, store.getItem(targetsKey(name)))
}

interface WriteOptions {
  /** The value without its secret parts, stored in its place; absent if the value has no secret. */
  redactedValue?: string | undefined
  /** Whether the stored targets are up to date, so that they need not be written. */
  sameTargets?: boolean
  /** Initial values of the fields that config adds. */
  initialExtra?: Values
}

/** @returns false if the browser's storage is full */
export function writeDraft(
  store: Store,
  { name, origin }: DraftSlot,
  draft: Draft,
  { redactedValue, sameTargets = false, initialExtra = {} }: WriteOptions = {},
): boolean {
  if (isEmpty(draft, initialExtra) && draft.mode === EMPTY.mode) {
    store.removeItem(draftKey(name))
    store.removeItem(targetsKey(name))
    return true
  }
  try {
    const { targets, ...rest } = draft
    store.setItem(draftKey(name), {
      ...rest,
      origin,
      ...(redactedValue !== undefined && { value: redactedValue }),
    })
    if (!sameTargets) store.setItem(targetsKey(name), [...targets.values()])
    // `setItem` does not throw if the browser stores nothing: the user's store then keeps the value in memory.
    return !isStorageVolatile.get()
  } catch {
    return false
  }
}

/**
 * Stores the draft after each change.
 *
 * @returns false if the browser's storage is full
 */
export function useStoredDraft(
  slot: DraftSlot,
  draft: Draft,
  { redactedValue, initialExtra }: { redactedValue: string | undefined; initialExtra: Values },
): boolean {
  const store = useStoreContext()
  const [hasRoom, setHasRoom] = useState(true)
  const initialDraft = useRef(draft)
  const storedTargets = useRef<Draft['targets']>(undefined)
  useEffect(() => {
    // A draft based on another order is stored only after the user changes it.
    if (initialDraft.current === draft && slot.origin !== '') return
    const sameTargets = storedTargets.current === draft.targets
    storedTargets.current = draft.targets
    setHasRoom(writeDraft(store, slot, draft, { redactedValue, sameTargets, initialExtra }))
  }, [store, slot, draft, redactedValue, initialExtra])
  return hasRoom
}
