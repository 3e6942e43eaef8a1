/**
 * Where a tab keeps its draft. Every tab that composes has a slot of its own: `new`, `new.2` and so on, or `from`, `from.2` for
 * drafts begun from another order. What a closed tab left behind is found by the next one that is opened.
 */
import { type Store, useStoreContext } from 'ra-core'
import { useEffect, useState } from 'react'

/** A draft's place in the browser's storage. */
export interface DraftPlace {
  /** What it was begun from (`reply=12`); empty for nothing. */
  origin: string
  slot: string
}

interface Claim {
  tab: string
  /** When the tab was last seen, in milliseconds. */
  at: number
}

/** One load of the page. */
const TAB = Math.random().toString(36).slice(2)

const SEEN_EVERY_MS = 20_000
/** Browsers run the timers of a hidden tab once a minute. A tab that was closed gives its slot back itself. */
const GONE_AFTER_MS = 150_000
const MOST_SLOTS = 50

export const draftKey = (slot: string) => `compose.draft.${slot}`
const claimKey = (slot: string) => `compose.open.${slot}`
const slotName = (kind: string, number: number) => (number === 1 ? kind : `${kind}.${number}`)

/**
 * The slot for a draft of this origin: the tab's own of before, else one in which such a draft was left, else the first that is
 * free.
 *
 * @param own the slot that this tab had before
 */
export function freeSlot(
  store: Store,
  origin: string,
  { tab = TAB, now = Date.now(), own }: { tab?: string; now?: number; own?: string | null } = {},
): string {
  const kind = origin === '' ? 'new' : 'from'
  const isFree = (slot: string) => {
    const claim = store.getItem<Claim | undefined>(claimKey(slot))
    return !claim || claim.tab === tab || !(now - claim.at < GONE_AFTER_MS)
  }
  const holds = (slot: string) =>
    store.getItem<{ origin?: unknown } | undefined>(draftKey(slot))?.origin === origin
  const slots = Array.from({ length: MOST_SLOTS }, (_, at) => slotName(kind, at + 1)).filter(isFree)
  if (own && slots.includes(own)) return own
  return slots.find(holds) ?? slots[0] ?? kind
}

/** The place of the draft on this page, as long as the page is open. */
export function useDraftPlace(origin: string): DraftPlace {
  const store = useStoreContext()
  const remembered = `compose.slot.${origin === '' ? 'new' : 'from'}`
  const [place] = useState(() => {
    const free = freeSlot(store, origin, { own: sessionStorage.getItem(remembered) })
    sessionStorage.setItem(remembered, free)
    return { origin, slot: free }
  })
  const { slot } = place
  useEffect(() => {
    const claim = () => store.setItem(claimKey(slot), { tab: TAB, at: Date.now() } satisfies Claim)
    const release = () => store.removeItem(claimKey(slot))
    claim()
    const timer = setInterval(claim, SEEN_EVERY_MS)
    window.addEventListener('pagehide', release)
    window.addEventListener('pageshow', claim)
    return () => {
      clearInterval(timer)
      window.removeEventListener('pagehide', release)
      window.removeEventListener('pageshow', claim)
      release()
    }
  }, [store, slot])
  return place
}
