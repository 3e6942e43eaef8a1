/**
 * Types of the rows of the demo fleet: columns as in their tables, with times as ISO text and JSON columns as plain
 * values.
 */
import type { SelectType } from 'kysely'
import type { Tables } from '../store/schema'

type Plain<Value> = Value extends Date ? string : Value
type Row<Name extends keyof Tables, Column extends keyof Tables[Name]> = {
  [Key in Column]: Plain<SelectType<Tables[Name][Key]>>
}
/** A row without these columns, which the database fills itself. */
type RowBut<Name extends keyof Tables, Omitted extends keyof Tables[Name]> = Row<
  Name,
  Exclude<keyof Tables[Name], Omitted>
>

export type VendorRow = RowBut<'vendors', 'img' | 'updated' | 'extra'>
/** Without the password, which is the same for all accounts. */
export type ClientRow = RowBut<
  'clients',
  'password_hash' | 'role' | 'comment' | 'expired' | 'img' | 'updated' | 'extra'
>
export type ModelRow = RowBut<'models', 'updated' | 'extra'>
export type BatchRow = RowBut<'batches', 'img' | 'updated' | 'extra' | 'client_id'>
export type BunchRow = RowBut<'bunches', 'updated' | 'extra'>
type MethodRow = Row<'methods', 'code' | 'caption' | 'content' | 'position'>
export type DeviceRow = RowBut<'devices', 'updated' | 'extra'>
export type OrderRow = RowBut<
  'orders',
  'data_lines' | 'secret' | 'held_until' | 'status' | 'words' | 'total' | 'extra'
>
export type TargetRow = Row<'order_targets', keyof Tables['order_targets']>
export type MarkRow = Row<'order_marks', keyof Tables['order_marks']>

export interface History {
  orders: OrderRow[]
  targets: TargetRow[]
  marks: MarkRow[]
}

export interface DemoFleet extends History {
  vendors: VendorRow[]
  models: ModelRow[]
  batches: BatchRow[]
  bunches: BunchRow[]
  clients: ClientRow[]
  methods: MethodRow[]
  devices: DeviceRow[]
}
