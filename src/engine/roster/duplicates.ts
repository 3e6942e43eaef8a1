/** Finds duplicates within a sheet that adds records (`unique` of config). */
import type { CompiledResource } from '../compiled'
import { rosterColumn } from '../fields/uniqueFields'
import type { CellProblem } from './types'

interface Row {
  row: number
  values: Readonly<Record<string, string>>
  extra: Readonly<Record<string, unknown>>
}

/** The form in which values are compared. */
export const comparable = (value: unknown): string =>
  String(value ?? '')
    .normalize('NFC')
    .toLowerCase()

/**
 * Returns a function to call with each row, in order. The function returns a problem for each unique field whose value
 * an earlier row already has.
 */
export function duplicateFinder(resource: CompiledResource): (row: Row) => [field: string, CellProblem][] {
  const rules = Object.values(resource.fields).flatMap(({ name, unique }) =>
    unique ? [{ name, unique, firstRows: new Map<string, number>() }] : [],
  )
  return row => {
    const comparableText = (field: string): string =>
      comparable(row.extra[field] ?? row.values[field] ?? row.values[rosterColumn(field)])
    return rules.flatMap(({ name, unique, firstRows }): [string, CellProblem][] => {
      const values = [name, ...unique.with].map(comparableText)
      if (values.includes('')) return []
      // All rows without a vendor belong to the sender's vendor, so their empty text can be compared.
      const key = JSON.stringify(unique.within === 'vendor' ? [...values, comparableText('vendor')] : values)
      const firstRow = firstRows.get(key)
      if (firstRow === undefined) {
        firstRows.set(key, row.row)
        return []
      }
      const { message } = unique
      return [[name, { code: 'duplicateValue', params: { first: firstRow }, ...(message && { message }) }]]
    })
  }
}
