/** What decides which rows a caller has, and of which tables. */
import type { Caller } from '../caller'
import type { CounterScope } from './counters'

/**
 * The part of the data that a caller sees. Vendor 0 is the provider itself: staff of vendor 0 see what belongs to the provider. A
 * guest sees what the clients of its vendor see together, and nothing without a vendor.
 */
export type Scope = CounterScope

/** What of a caller decides about the scope. */
export type Asking = Pick<Caller, 'id' | 'level' | 'vendor' | 'levels' | 'role'>

/** Tables whose rows a caller sees and changes within its scope. */
export type ScopedTable =
  | 'vendors'
  | 'clients'
  | 'models'
  | 'batches'
  | 'bunches'
  | 'methods'
  | 'devices'
  | 'orders'
  | 'records'
