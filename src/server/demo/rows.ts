/** The rows that the demo fleet is made of; times are ISO text, JSON columns plain values. */
import type { MethodContent } from '../../domain/methodInput'
import type { OrderStatus } from '../../domain/orders'

export interface VendorRow {
  id: number
  name: string
  brn: string
  comment: string
  addr: string
  post: string
  page: string
  active: boolean
  maker: boolean
  paid: boolean
  expired: string | null
  created: string
}

/** Without its password. */
export interface ClientRow {
  id: number
  vendor_id: number
  level: number
  name: string
  email: string
  phone: string
  zone: string
  duty: string
  active: boolean
  paid: boolean
  created: string
}

export interface ModelRow {
  id: number
  name: string
  vendor_id: number
  created: string
}

export interface BatchRow {
  id: number
  vendor_id: number
  model_id: number
  name: string
  comment: string
  created: string
}

export interface BunchRow {
  id: number
  batch_id: number
  name: string
  created: string
}

export interface MethodRow {
  code: string
  caption: string
  content: MethodContent
  position: number
}

export interface DeviceRow {
  id: string
  isdn: string
  serial: string
  vendor_id: number
  client_id: number | null
  model_id: number
  batch_id: number | null
  bunch_id: number | null
  version: string
  release: string
  edition: string
  online: boolean
  linked: string | null
  closed: string | null
  vpn: Record<string, string>
  modem_apn: string
  modem_band: number
  modem_rsrp: number
  sido: string | null
  created: string
}

export interface OrderRow {
  id: number
  sender_id: number
  sender_name: string
  vendor_id: number
  code: string
  caption: string
  title: string
  data: string
  theme: 'device' | 'search' | 'batch' | 'bunch'
  batch_id: number | null
  bunch_id: number | null
  started: string | null
  expired: string | null
  created: string
  success: number
  failure: number
  waiting: number
  ongoing: number
}

export interface TargetRow {
  order_id: number
  device_id: string
  number: string
  status: OrderStatus
  reason: string | null
  changed: string
}

export interface MarkRow {
  client_id: number
  order_id: number
  is_read: boolean
  starred: boolean | null
  archived: boolean
}

export interface History {
  orders: OrderRow[]
  targets: TargetRow[]
  marks: MarkRow[]
}

export interface Fleet extends History {
  vendors: VendorRow[]
  models: ModelRow[]
  batches: BatchRow[]
  bunches: BunchRow[]
  clients: ClientRow[]
  methods: MethodRow[]
  devices: DeviceRow[]
}
