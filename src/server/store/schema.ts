/** The tables as Kysely sees them; the truth is in `migrations/`. */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { MethodContent } from '../../domain/methodInput'
import type { OrderStatus } from '../../domain/orders'

type Created = ColumnType<Date, Date | string | undefined, Date | string>
type MaybeTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
/** Written as JSON text, read as a value: the same on both databases. */
type Json<T> = ColumnType<T, string | undefined, string>

/** What config-added fields leave in a record. */
export type Extra = Record<string, unknown>

export interface Tables {
  settings: { key: string; value: Json<unknown> }
  vendors: {
    id: Generated<number>
    name: string
    brn: Generated<string>
    comment: Generated<string>
    addr: Generated<string>
    post: Generated<string>
    page: Generated<string>
    active: Generated<boolean>
    maker: Generated<boolean>
    paid: Generated<boolean>
    expired: MaybeTime
    img: string | null
    created: Created
    updated: Created
    extra: Json<Extra>
  }
  clients: {
    id: Generated<number>
    vendor_id: Generated<number>
    level: number
    name: string
    email: string
    password_hash: string
    phone: Generated<string>
    zone: Generated<string>
    duty: Generated<string>
    comment: Generated<string>
    active: Generated<boolean>
    paid: Generated<boolean>
    expired: MaybeTime
    img: string | null
    created: Created
    updated: Created
    extra: Json<Extra>
  }
  /** One for each sign-in; all its tokens are worthless once it is gone. */
  sessions: {
    id: string
    client_id: number
    begun: Created
    seen: Created
    origin: Generated<string>
    browser: Generated<string>
  }
  history: {
    id: GeneratedAlways<number>
    at: Created
    action: string
    resource: Generated<string>
    record: Generated<string>
    label: Generated<string>
    vendor_id: Generated<number>
    level: Generated<number>
    client_id: number | null
    client: Generated<string>
    client_of: Generated<number>
    client_level: Generated<number>
    session: Generated<string>
    origin: Generated<string>
    request: Generated<string>
    before: Json<Extra | null> | null
    after: Json<Extra | null> | null
  }
  signin_failures: { key: string; failures: number; since: Date; locked: MaybeTime }
  models: {
    id: Generated<number>
    name: string
    vendor_id: Generated<number>
    created: Created
    updated: Created
    extra: Json<Extra>
  }
  batches: {
    id: Generated<number>
    vendor_id: Generated<number>
    model_id: number
    name: string
    comment: Generated<string>
    img: string | null
    created: Created
    updated: Created
    extra: Json<Extra>
  }
  bunches: {
    id: Generated<number>
    batch_id: number
    name: string
    created: Created
    updated: Created
    extra: Json<Extra>
  }
  methods: {
    id: Generated<number>
    code: string
    caption: string
    subject: Generated<string>
    content: Json<MethodContent>
    position: Generated<number>
    created: Created
    updated: Created
    extra: Json<Extra>
  }
  devices: {
    id: string
    isdn: string
    serial: Generated<string>
    vendor_id: Generated<number>
    client_id: number | null
    model_id: number
    batch_id: number | null
    bunch_id: number | null
    version: Generated<string>
    release: Generated<string>
    edition: Generated<string>
    online: Generated<boolean>
    linked: MaybeTime
    closed: MaybeTime
    vpn: Json<Record<string, unknown>>
    modem_apn: Generated<string>
    modem_band: Generated<number>
    modem_rsrp: Generated<number>
    sido: string | null
    created: Created
    extra: Json<Extra>
  }
  orders: {
    /** bigint; both drivers are set to read it as a number. */
    id: Generated<number>
    sender_id: number | null
    sender_name: string
    vendor_id: Generated<number>
    code: string
    caption: string
    title: Generated<string>
    data: Generated<string>
    /** The data is a password: it is never shown again. */
    secret: Generated<boolean>
    theme: 'device' | 'search' | 'batch' | 'bunch'
    batch_id: number | null
    bunch_id: number | null
    started: MaybeTime
    expired: MaybeTime
    created: Created
    /** No device gets it before; null for no hold. */
    held_until: MaybeTime
    /** Follows from the counts. */
    status: GeneratedAlways<OrderStatus>
    /** What a search looks through, in lower case. */
    words: GeneratedAlways<string>
    success: Generated<number>
    failure: Generated<number>
    waiting: Generated<number>
    ongoing: Generated<number>
    total: GeneratedAlways<number>
  }
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
  idempotency: {
    client_id: number
    key: string
    request: string
    status: number | null
    answer: Json<unknown> | null
    created: Created
  }
}
