/**
 * The way from an input to the form's owner. JSON Forms tells of a change 10 ms later, so that Enter right behind the last
 * digit would send the value without it; the inputs therefore report to this as well.
 */
import { createContext, useContext } from 'react'

/** What was entered; `undefined` for nothing. */
export type MethodValue = string | number | undefined

const ReportContext = createContext<(value: MethodValue) => void>(() => {})

export const ReportProvider = ReportContext.Provider

/** A change handler that tells JSON Forms and the owner. */
export function useReport(handleChange: (path: string, value: MethodValue) => void, path: string) {
  const report = useContext(ReportContext)
  return (text: string) => {
    const value = text === '' ? undefined : text
    handleChange(path, value)
    report(value)
  }
}
