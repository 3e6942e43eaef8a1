/** What a spreadsheet did to a number and what can be undone for certain: nothing is guessed. */
import { checkImei } from '../../domain/imei'
import type { CompiledConfig, CompiledRosterColumn } from '../compiled'
import { checkCell } from './cell'
import type { RosterCell } from './types'

/**
 * The text that stood in the cell before the spreadsheet changed it; `undefined` where it is right, or nobody can know.
 *
 * - A phone number without its zero: no number of Korea begins with another digit.
 * - An IMEI of 14 digits in a cell that holds a number, which is right with a zero in front.
 * - A number written with an exponent that still has all its digits.
 */
export function correctedCell(
  cell: RosterCell,
  column: CompiledRosterColumn,
  { roster, resources }: Pick<CompiledConfig, 'roster' | 'resources'>,
): string | undefined {
  const field = resources.devices?.fields[column.field]
  const checked = checkCell(cell, column, field, roster)
  if (!('problem' in checked)) return undefined
  const { code, params } = checked.problem
  if (code === 'phoneZero') return String(params?.number)
  if (code === 'imeiZero' && cell.kind === 'number') return `0${cell.text.replace(/\D/g, '')}`
  const whole = code === 'exponent' ? wholeNumber(cell.text) : undefined
  if (whole === undefined) return undefined
  const again = { ...cell, text: whole, raw: whole }
  if (checkImei(whole) !== undefined && column.field === 'id') return undefined
  const judged = checkCell(again, column, field, roster)
  if (!('problem' in judged)) return whole
  return judged.problem.code === 'phoneZero' ? String(judged.problem.params?.number) : undefined
}

/** Whether a column has numbers that spreadsheets change. */
export function isCorrectable(
  { field, rules }: CompiledRosterColumn,
  { resources }: Pick<CompiledConfig, 'resources'>,
): boolean {
  if (field === 'id' || field === 'isdn' || rules.includes('imei') || rules.includes('phone')) return true
  return resources.devices?.fields[field]?.type === 'phone'
}

/** `3.56938035643809E+14` as its digits; `undefined` if digits are missing. */
function wholeNumber(text: string): string | undefined {
  const [, first = '', rest = '', exponent = ''] =
    /^(\d)(?:[.,](\d*))?E\+?(\d{1,2})$/i.exec(text.trim()) ?? []
  return first !== '' && rest.length === Number(exponent) ? first + rest : undefined
}
