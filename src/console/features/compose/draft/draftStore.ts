/**
 * Drafts in the browser's storage, for this user: closing the tab loses nothing. Every tab that composes has a slot of
 * its own: `new`, `new.2` and so on, or `from`, `from.2` for drafts begun from another order. What a closed tab left
 * behind is found by the next one that is opened.
 */
import { type Store, useStoreContext } from 'ra-core'
import { useEffect, useRef, useState } from 'react'
import type { Values } from '../../../forms/record/formValues'
import { type Draft, draftFrom, EMPTY, isEmpty } from './draft'

export interface DraftSlot {
  name: string
  /** What its draft was begun from (`reply=12`); empty for nothing. */
  origin: string
}

interface Claim {
  tab: string
  /** When the tab was last seen, in milliseconds. */
  at: number
}

/** Names this load of the page. */
const TAB = Math.random().toString(36).slice(2)

const SEEN_EVERY_MS = 20_000
/**
 * Longer than a minute, as browsers run the timers of hidden tabs once a minute. A tab that is closed releases its slot
 * itself.
 */
const GONE_AFTER_MS = 150_000
const MOST_SLOTS = 50

const draftKey = (slot: string) => `compose.draft.${slot}`
/** Apart from the rest, so that thousands of targets are not written with every key press. */
const targetsKey = (slot: string) => `compose.targets.${slot}`
const claimKey = (slot: string) => `compose.open.${slot}`
const kindOf = (origin: string) => (origin === '' ? 'new' : 'from')

const storedOrigin = (store: Store, slot: string) =>
  store.getItem<{ origin?: unknown } | undefined>(draftKey(slot))?.origin

/**
 * The slot for a draft of this origin: the one that this tab had before, else a free one that holds such a draft, else
 * the first free one.
 *
 * @param own the slot that this tab had before
 */
export function freeSlot(
  store: Store,
  origin: string,
  { tab = TAB, now = Date.now(), own }: { tab?: string; now?: number; own?: string | null } = {},
): string {
  const kind = kindOf(origin)
  const isFree = (slot: string) => {
    const claim = store.getItem<Claim | undefined>(claimKey(slot))
    return !claim || claim.tab === tab || !(now - claim.at < GONE_AFTER_MS)
  }
  const all = Array.from({ length: MOST_SLOTS }, (_, at) => (at === 0 ? kind : `${kind}.${at + 1}`))
  const free = all.filter(isFree)
  if (own && free.includes(own)) return own
  return free.find(slot => storedOrigin(store, slot) === origin) ?? free[0] ?? kind
}

/** The slot of this page, as long as the page is open. */
export function useDraftSlot(origin: string): DraftSlot {
  const store = useStoreContext()
  const [slot] = useState(() => {
    const remembered = `compose.slot.${kindOf(origin)}`
    const name = freeSlot(store, origin, { own: sessionStorage.getItem(remembered) })
    sessionStorage.setItem(remembered, name)
    return { origin, name }
  })
  useEffect(() => {
    const key = claimKey(slot.name)
    const claim = () => store.setItem(key, { tab: TAB, at: Date.now() } satisfies Claim)
    const release = () => store.removeItem(key)
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
  return slot
}

/** The draft in the slot, if it is of this origin. */
export function readDraft(store: Store, { name, origin }: DraftSlot): Draft | undefined {
  if (storedOrigin(store, name) !== origin) return undefined
  return draftFrom(store.getItem(draftKey(name)) as object, store.getItem(targetsKey(name)))
}

interface WriteOptions {
  /** Stored in place of the value, which is or has a secret. */
  concealed?: string | undefined
  /** The stored targets are the same, and are not written again. */
  sameTargets?: boolean
  /** What the fields that config adds begin with. */
  start?: Values
}

/** @returns whether there was room for it */
export function writeDraft(
  store: Store,
  { name, origin }: DraftSlot,
  draft: Draft,
  { concealed, sameTargets = false, start = {} }: WriteOptions = {},
): boolean {
  if (isEmpty(draft, start) && draft.mode === EMPTY.mode) {
    store.removeItem(draftKey(name))
    store.removeItem(targetsKey(name))
    return true
  }
  try {
    const { targets, ...rest } = draft
    store.setItem(draftKey(name), { ...rest, origin, ...(concealed !== undefined && { value: concealed }) })
    if (!sameTargets) store.setItem(targetsKey(name), [...targets.values()])
    return true
  } catch {
    return false
  }
}

/**
 * Stores the draft with every change.
 *
 * @param options `concealed`: stored in place of its value
 * @returns whether there was room for it
 */
export function useStoredDraft(
  slot: DraftSlot,
  draft: Draft,
  { concealed, start }: { concealed: string | undefined; start: Values },
): boolean {
  const store = useStoreContext()
  const [hasRoom, setHasRoom] = useState(true)
  const opened = useRef(draft)
  const storedTargets = useRef<Draft['targets']>(undefined)
  useEffect(() => {
    // A draft from another order is stored once it is changed.
    if (opened.current === draft && slot.origin !== '') return
    const sameTargets = storedTargets.current === draft.targets
    storedTargets.current = draft.targets
    setHasRoom(writeDraft(store, slot, draft, { concealed, sameTargets, start }))
  }, [store, slot, draft, concealed, start])
  return hasRoom
}
