/**
 * The page to which a form returns when it was not opened from the list of its records. Links pass it in the location
 * state of react-router.
 */
import { createContext, useContext } from 'react'
import { useLocation } from 'react-router'

export interface FormOrigin {
  /** The address of that page, with its open tab. */
  returnTo: string
  /** The title of that page, for the button that leads back. */
  name: string
  /** Initial values of a new record. */
  initialValues?: Readonly<Record<string, unknown>>
}

const FormOriginContext = createContext<FormOrigin | undefined>(undefined)
export const FormOriginProvider = FormOriginContext.Provider

/** The location state for links in this part of the page. */
export const useLinkOrigin = (): FormOrigin | undefined => useContext(FormOriginContext)

/** This page as the origin of the forms that its links open. @param name the title of the page */
export function useOriginHere(name: string): FormOrigin {
  const { pathname, search } = useLocation()
  return { returnTo: `${pathname}${search}`, name }
}

/** The page from which this form was opened. Only addresses of the console are accepted. */
export function useFormOrigin(): FormOrigin | undefined {
  const state = useLocation().state as Partial<FormOrigin> | null
  const { returnTo, name, initialValues } = state ?? {}
  if (typeof returnTo !== 'string' || !returnTo.startsWith('/app/')) return undefined
  return { returnTo, name: typeof name === 'string' ? name : '', ...(initialValues && { initialValues }) }
}
