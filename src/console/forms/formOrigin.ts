/**
 * Where a form leads back to, when it was opened from another page than the list of its records. It travels in the
 * state of the address.
 */
import { createContext, useContext } from 'react'
import { useLocation } from 'react-router'

export interface FormOrigin {
  /** The address of that page, its tab included. */
  returnTo: string
  /** What the page is called, for the way back. */
  name: string
  /** What a new record begins with. */
  begin?: Readonly<Record<string, unknown>>
}

const FormOriginContext = createContext<FormOrigin | undefined>(undefined)
export const FormOriginProvider = FormOriginContext.Provider

/** The state that links of this part of the page carry. */
export const useLinkOrigin = (): FormOrigin | undefined => useContext(FormOriginContext)

/** From where this form was opened; only addresses of the console count. */
export function useFormOrigin(): FormOrigin | undefined {
  const state = useLocation().state as Partial<FormOrigin> | null
  const { returnTo, name, begin } = state ?? {}
  if (typeof returnTo !== 'string' || !returnTo.startsWith('/app/')) return undefined
  return { returnTo, name: typeof name === 'string' ? name : '', ...(begin && { begin }) }
}
