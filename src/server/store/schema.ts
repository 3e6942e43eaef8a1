/** Types of the tables for Kysely; `migrations/` define the tables. */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { BulkStage } from '../../contract/bulk'
import type { Misunderstood } from '../../contract/deviceMessages'
import type { DataLine } from '../../contract/orderValues'
import type { OrderStatus } from '../../domain/orders'
import type { StoredContent } from './methodContent'

type Created = ColumnType<Date, Date | string | undefined, Date | string>
type NullableTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
/** Written as JSON text and read as a value, on both databases. */
type Json<T> = ColumnType<T, string | undefined, string>

/** The values of added fields, by key. */
export type Extra = Record<string, unknown>

/** New values of devices by API names: columns, and added fields (`extra`). */
export interface BulkPatch {
  columns: Readonly<Record<string, string | number | null>>
  extra: Extra
  /** The keys of the added fields that change in stored `extra`, including their former names. */
  keys: readonly string[]
  /** The sent values, if the new values differ by device. */
  sent?: Extra
}

/** Figures of the parts of a scope: devices, online, lost, weak. */
export type PartFigures = readonly [devices: number, linked: number, lost: number, weak: number]
export type FleetParts = Partial<Record<'sido' | 'model' | 'vendor' | 'client', Record<string, PartFigures>>>

type Text = Generated<string>
type Flag = Generated<boolean>
type Count = Generated<number>

/** Columns of all built-in resources. */
interface Recorded {
  id: Generated<number>
  created: Created
  updated: Created
  extra: Json<Extra>
}

/** An account or a vendor. */
interface Party extends Recorded {
  name: string
  comment: Text
  active: Flag
  paid: Flag
  expired: NullableTime
  img: string | null
}

export interface Tables {
  settings: { key: string; value: Json<unknown> }
  vendors: Party & Record<'brn' | 'addr' | 'post' | 'page', Text> & { maker: Flag }
  clients: Party &
    Record<'phone' | 'zone' | 'duty', Text> & {
      vendor_id: Generated<number>
      level: number
      /** By its name in `config/roles.json`; null for none. */
      role: Generated<string | null>
      email: string
      /** Null for accounts that sign in only by a provider. */
      password_hash: string | null
    }
  /** A row for each sign-in; deleting it makes all tokens of the sign-in invalid. */
  sessions: Record<'origin' | 'browser', Text> & {
    id: string
    client_id: number
    begun: Created
    seen: Created
    /** Whether a wall display has extended the session: then it may only read. */
    wall: Flag
  }
  account_logins: Record<'email', Text> & {
    issuer: string
    subject: string
    client_id: number
    provider: string
    created: Created
    used: Created
  }
  signin_tokens: Record<'hash' | 'browser' | 'provider', string> & {
    client_id: number
    expires: Date
  }
  history: Record<'resource' | 'record' | 'label' | 'client' | 'session' | 'origin' | 'request', Text> &
    Record<'vendor_id' | 'level' | 'client_of' | 'client_level', Generated<number>> &
    Record<'before' | 'after', Json<Extra | null> | null> & {
      id: GeneratedAlways<number>
      at: Created
      action: string
      client_id: number | null
    }
  signin_failures: { key: string; failures: number; since: Date; locked: NullableTime }
  models: Recorded & { name: string; vendor_id: Generated<number> }
  batches: Recorded & {
    vendor_id: Generated<number>
    client_id: number | null
    model_id: number
    name: string
    comment: Text
    img: string | null
  }
  bunches: Recorded & { batch_id: number; name: string }
  methods: Recorded & {
    code: string
    caption: string
    subject: Text
    content: Json<StoredContent>
    position: Generated<number>
  }
  devices: Record<'serial' | 'version' | 'release' | 'edition' | 'modem_apn', Text> &
    Record<'modem_band' | 'modem_rsrp', Generated<number>> &
    Record<'client_id' | 'batch_id' | 'bunch_id', number | null> & {
      id: string
      isdn: string
      vendor_id: Generated<number>
      model_id: number
      online: Flag
      linked: NullableTime
      closed: NullableTime
      vpn: Json<Record<string, unknown>>
      sido: string | null
      created: Created
      updated: Created
      extra: Json<Extra>
    }
  orders: Record<'success' | 'failure' | 'waiting' | 'ongoing', Count> & {
    /** bigint; both drivers are set to read it as a number. */
    id: Generated<number>
    sender_id: number | null
    sender_name: string
    vendor_id: Generated<number>
    code: string
    caption: string
    title: Text
    data: Text
    /** The readable lines of a command with several values; `data` has their JSON. */
    data_lines: ColumnType<DataLine[] | null, string | null | undefined, never>
    /** `data` contains a password and is never sent to clients. */
    secret: Flag
    theme: 'device' | 'search' | 'batch' | 'bunch'
    batch_id: number | null
    bunch_id: number | null
    started: NullableTime
    expired: NullableTime
    created: Created
    /** The order is not sent before this time; null for no hold. */
    held_until: NullableTime
    extra: Json<Extra>
    /** Computed from the counts. */
    status: GeneratedAlways<OrderStatus>
    /** The text for searches, in lower case. */
    words: GeneratedAlways<string>
    total: GeneratedAlways<number>
  }
  /** Without foreign keys (decision 156). */
  order_targets: {
    order_id: number
    device_id: string
    number: string
    status: Generated<OrderStatus>
    reason: string | null
    changed: Created
  }
  order_marks: {
    client_id: number
    order_id: number
    is_read: Generated<boolean>
    starred: boolean | null
    archived: Generated<boolean>
  }
  records: {
    id: Generated<number>
    /** The name of its file in config/resources. */
    resource: string
    vendor_id: Generated<number>
    maker_id: number | null
    data: Json<Extra>
    created: Created
    updated: Created
  }
  bulk_changes: {
    id: GeneratedAlways<number>
    client_id: number
    resource: Text
    name: string
    action: string
    stage: Generated<BulkStage>
    done: Count
    total: Count
    cancelled: Flag
    patch: Json<BulkPatch>
    answer: Json<unknown> | null
    undone: Flag
    created: Created
    finished: NullableTime
  }
  bulk_rows: {
    bulk_id: number
    record_id: string
    /** Null for a record that the change has created. */
    before: Json<Pick<BulkPatch, 'columns' | 'extra'> & { vendor: number }> | null
    updated: Created
    after: Json<Pick<BulkPatch, 'columns' | 'extra'>> | null
  }
  gateways: { id: string; started: Created; seen: Created }
  gateway_parts: { part: number; gateway_id: string | null; held_until: NullableTime }
  device_secrets: {
    device_id: string
    hash: string
    created: Created
    expires: NullableTime
    /** When the device first signed in with it. */
    used: NullableTime
    /** The vendor to which the secret belonged before the device moved. */
    former: number | null
  }
  device_signals: Record<'rsrp' | 'rsrp_min' | 'rsrp_max', number> & {
    device_id: string
    /** 0 raw, 1 hourly, 2 daily. */
    grain: Generated<number>
    at: Date | string
    band: Generated<number>
    samples: Generated<number>
  }
  device_misunderstood: Pick<Misunderstood, 'kind' | 'reason' | 'fields'> & { device_id: string; at: Date }
  device_connections: {
    device_id: string
    session: string
    linked: Created
    closed: NullableTime
    /** Connections after the first that are in this row too, and when the last of them began. */
    reconnects: Count
    reconnected: NullableTime
    /** Owner and secrets of the device when it connected (`accessAtConnect`); null once the connection ended. */
    owner: Generated<string | null>
    secrets: Generated<string | null>
  }
  /** By scope of callers, every five minutes; `parts` by name of part and key. */
  fleet_history: Record<'devices' | 'linked' | 'lost' | 'weak', number> & {
    scope: 'all' | 'vendor' | 'guest' | 'client'
    scope_id: number
    at: Date
    parts: Json<FleetParts>
  }
  device_moves: {
    device_id: string
    at: Created
    /** 0 for a change of many devices. */
    batch_id: number
    before: string
    after: string
    field: Generated<string>
    vendor_id: number | null
  }
  idempotency: {
    client_id: number
    key: string
    request: string
    answer: Json<unknown> | null
    created: Created
  }
}
