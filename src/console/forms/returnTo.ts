/** Where a form leads back to, when it was opened from another page than the list of its records. It travels in the state of the address. */
import { createContext, useContext } from 'react'
import { useLocation } from 'react-router'

export interface Opened {
  /** The address of that page, its tab included. */
  returnTo: string
  /** What the page is called, for the way back. */
  name: string
  /** What a new record begins with. */
  begin?: Readonly<Record<string, unknown>>
}

const OpenedFrom = createContext<Opened | undefined>(undefined)
export const OpenedFromProvider = OpenedFrom.Provider

/** The state that links of this part of the page carry. */
export const useOpener = (): Opened | undefined => useContext(OpenedFrom)

/** From where this form was opened; only addresses of the console count. */
export function useOpened(): Opened | undefined {
  const state = useLocation().state as Partial<Opened> | null
  const { returnTo, name, begin } = state ?? {}
  if (typeof returnTo !== 'string' || !returnTo.startsWith('/app/')) return undefined
  return { returnTo, name: typeof name === 'string' ? name : '', ...(begin && { begin }) }
}
