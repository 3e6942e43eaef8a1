/**
 * Reports each change to the owner of the input at once. JSON Forms reports it 10 ms later: Enter right after the last digit would
 * send the value without that digit.
 */
import { createContext, useContext } from 'react'

/** The value entered; `undefined` for none. */
export type MethodValue = string | number | undefined

const ReportContext = createContext<(value: MethodValue) => void>(() => {})

export const ReportProvider = ReportContext.Provider

/** A change handler that reports to JSON Forms and to the owner. */
export function useReport(handleChange: (path: string, value: MethodValue) => void, path: string) {
  const report = useContext(ReportContext)
  return (text: string) => {
    const value = text === '' ? undefined : text
    handleChange(path, value)
    report(value)
  }
}
