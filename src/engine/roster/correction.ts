/** Restores numbers that a spreadsheet has changed, if the original is certain. */
import { checkImei } from '../../domain/imei'
import type { CompiledRosterColumn } from '../compiled'
import { checkCell } from './cell'
import type { SheetPlan } from './plan'
import type { RosterCell } from './types'

/**
 * The original text of a cell; `undefined` if the cell is correct or the original cannot be determined. Restores
 *
 * - the zero of a phone number, since Korean numbers begin with 0;
 * - the zero of an IMEI that the cell contains as a number of 14 digits, if the IMEI is valid with it;
 * - numbers in scientific notation that still have all their digits.
 */
export function correctedCell(
  cell: RosterCell,
  column: CompiledRosterColumn,
  plan: SheetPlan,
): string | undefined {
  const field = plan.resource.fields[column.field]
  const checked = checkCell(cell, column, field, plan)
  if (!('problem' in checked)) return undefined
  const { code, params } = checked.problem
  if (code === 'phoneZero') return String(params?.number)
  if (code === 'imeiZero' && cell.kind === 'number') return `0${cell.text.replace(/\D/g, '')}`
  const allDigits = code === 'exponent' ? digitsOfExponent(cell.text) : undefined
  if (allDigits === undefined) return undefined
  // A wrong check digit proves that the restored IMEI is not the original, even if config accepts wrong check digits.
  if (column.rules.includes('imei') && checkImei(allDigits) !== undefined) return undefined
  const recheck = checkCell({ ...cell, text: allDigits, raw: allDigits }, column, field, plan)
  if (!('problem' in recheck)) return allDigits
  return recheck.problem.code === 'phoneZero' ? String(recheck.problem.params?.number) : undefined
}

/** True for columns with numbers that spreadsheets may change: IMEIs and phone numbers. */
export function isCorrectable(
  { field, rules }: CompiledRosterColumn,
  { resource }: Pick<SheetPlan, 'resource'>,
): boolean {
  if (rules.includes('imei') || rules.includes('phone')) return true
  return resource.fields[field]?.type === 'phone'
}

/** `3.56938035643809E+14` → `356938035643809`; `undefined` if digits are missing. */
function digitsOfExponent(text: string): string | undefined {
  const [, first = '', rest = '', exponent = ''] =
    /^(\d)(?:[.,](\d*))?E\+?(\d{1,2})$/i.exec(text.trim()) ?? []
  return first !== '' && rest.length === Number(exponent) ? first + rest : undefined
}
