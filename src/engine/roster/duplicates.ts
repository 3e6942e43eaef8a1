/** Finds duplicates within a sheet that registers devices (`unique` of config). */
import type { CompiledResource } from '../compiled'
import { rosterColumn } from '../fields/uniqueFields'
import type { CellProblem } from './types'

interface Row {
  row: number
  values: Readonly<Record<string, string>>
  extra: Readonly<Record<string, unknown>>
}

/**
 * Returns a function to call for each row in order. It remembers the rows, and returns the fields whose values an
 * earlier row has.
 */
export function duplicateFinder(resource: CompiledResource): (row: Row) => [field: string, CellProblem][] {
  const rules = Object.values(resource.fields).flatMap(({ name, unique }) =>
    unique ? [{ name, unique, seen: new Map<string, number>() }] : [],
  )
  return row => {
    const comparableText = (field: string): string => {
      const value = row.extra[field] ?? row.values[field] ?? row.values[rosterColumn(field)]
      return String(value ?? '')
        .normalize('NFC')
        .toLowerCase()
    }
    return rules.flatMap(({ name, unique, seen }): [string, CellProblem][] => {
      const values = [name, ...unique.with].map(comparableText)
      if (values.includes('')) return []
      // A row without a vendor belongs to the sender's vendor.
      const key = JSON.stringify(unique.within === 'vendor' ? [...values, comparableText('vendor')] : values)
      const firstRow = seen.get(key)
      if (firstRow === undefined) {
        seen.set(key, row.row)
        return []
      }
      const { message } = unique
      return [[name, { code: 'duplicateValue', params: { first: firstRow }, ...(message && { message }) }]]
    })
  }
}
