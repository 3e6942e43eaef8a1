/** Which fields of devices have an index for sorting. */
import type { CompiledField } from '../compiled'
import { KINDS } from '../kinds'

/** The longest text that an index takes: PostgreSQL refuses entries of more than 2,704 bytes, four for a character. */
export const MAX_INDEXED_LENGTH = 500

/** Whether every value of the field fits into an index. Built-in texts that no one enters are short. */
export function fitsIndex({ type, max, write, storage }: CompiledField): boolean {
  const { size, defaultMax = Number.POSITIVE_INFINITY } = KINDS[type]
  const isSent = storage === 'contract' && write === 'never'
  return size !== 'length' || isSent || (max ?? defaultMax) <= MAX_INDEXED_LENGTH
}
