/** The context in which conditions and expressions are evaluated; parameters of this type are called `about`. */
import type { Levels } from '../../domain/authority'
import type { UserName } from './expression'

export interface Circumstance {
  record: Readonly<Record<string, unknown>>
  /** The number of the user's level. */
  level: number
  levels: Levels
  action: 'create' | 'edit'
  /** The record is the user's own account. */
  own?: boolean
  /** Who is signed in. The browser knows the id and the vendor where the token says them. */
  user?: Partial<Readonly<Record<Exclude<UserName, 'level'>, string | number>>>
  /** In milliseconds since 1970; the clock's when absent. */
  now?: number
  /** The referenced records, by the name of the reference field. */
  referenced?: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>
}
