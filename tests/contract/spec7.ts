/** The calls in the table of §7. */

/** Names of keys, with spaces between them. */
type Keys = string

export const splitKeys = (keys: Keys = ''): string[] => keys.split(' ').filter(key => key !== '')

export interface SpecCall {
  /** As in the table. */
  call: string
  query?: Keys
  /** `upload` for multipart with a part `file`. */
  body?: Keys
  /** Keys of the response; `download` for a file, `open` for "not shown" in the table. */
  answer: Keys
  /** Keys of the payload, or of its items if it is a list. */
  payload?: Keys
  /** Keys of the items of `data`. */
  data?: Keys
}

const envelope = 'result message payload'
const client = 'id name email level vendor phone zone duty comment active paid expired'
const vendor = 'id name brn comment addr post page active maker paid expired'
const batch = 'id name comment model'

export const SPEC_CALLS: SpecCall[] = [
  { call: 'POST /api/auth/login', body: 'email password', answer: 'payload' },
  { call: 'POST /api/auth/signup', body: 'email password', answer: 'result message' },
  {
    call: 'GET /api/admin/clients',
    answer: envelope,
    payload: `${client} level_name vendor_name vendor_paid vendor_expired created`,
  },
  { call: 'GET /api/clients/{id}', answer: envelope, payload: client },
  {
    call: 'GET /api/clients/email/{email}',
    answer: envelope,
    payload: `${client} vendor_addr vendor_devices vendor_linked client_devices client_linked`,
  },
  { call: 'PUT /api/clients/', body: `${client} password`, answer: envelope, payload: client },
  { call: 'PUT /api/client/', body: client, answer: envelope, payload: client },
  { call: 'DELETE /api/admin/clients/{id}', answer: 'open' },
  { call: 'GET /api/admin/clients/images-list', answer: envelope, payload: 'id img' },
  { call: 'GET /api/admin/vendors/images-list', answer: envelope, payload: 'id img' },
  { call: 'GET /api/batches/images-list', answer: envelope, payload: 'id img' },
  { call: 'GET /api/admin/vendors', answer: envelope, payload: `${vendor} created` },
  { call: 'GET /api/admin/vendors/{id}', answer: envelope, payload: `${vendor} created` },
  { call: 'PUT /api/admin/vendors', body: vendor, answer: 'open' },
  { call: 'PUT /api/admin/vendors/{id}', body: vendor, answer: 'open' },
  { call: 'DELETE /api/admin/vendors/{id}', answer: 'open' },
  { call: 'GET /api/dashboard/stats', answer: envelope, payload: 'amount vendors models clients' },
  {
    call: 'GET /api/dashboard/place',
    query: 'sido',
    answer: envelope,
    payload: 'sido count placed linked closed',
  },
  {
    call: 'GET /api/devices',
    query:
      'order_by ascending search[topic] search[alike] status model batch page_index page_limit level draw',
    answer: 'data count draw',
    data: 'id isdn serial model batch version release edition linked closed created vpn modem',
  },
  {
    call: 'POST /api/devices',
    body: 'topic alike status max',
    answer: 'payload length',
    payload: 'number device online',
  },
  { call: 'GET /api/models', answer: envelope, payload: 'id name' },
  { call: 'GET /api/batches?model={id}', query: 'model', answer: envelope, payload: 'id name' },
  { call: 'GET /api/bunches?batch={id}', query: 'batch', answer: envelope, payload: 'id name' },
  {
    call: 'GET /api/methods?subject=order',
    query: 'subject',
    answer: envelope,
    payload: 'code caption content',
  },
  {
    call: 'POST /api/orders/order',
    body: 'code data started expired batch bunch targets',
    answer: 'result message',
  },
  {
    call: 'POST /api/orders',
    body: 'page_index page_limit',
    answer: 'count data',
    data: 'id unreaded starred success failure waiting ongoing total title caption data theme started expired created content from',
  },
  {
    call: 'GET /api/orders/status',
    answer: 'result payload',
    payload: 'overall success failure waiting ongoing',
  },
  { call: 'GET /api/devices/roster/sf', answer: 'download' },
  { call: 'POST /api/devices/roster/ul', body: 'upload', answer: 'result message' },
  { call: 'GET /api/batches', answer: envelope, payload: `${batch} model_name devices maker created` },
  { call: 'GET /api/batches/{id}', answer: envelope, payload: batch },
  { call: 'PUT /api/batches/{id}', body: batch, answer: 'open' },
  { call: 'DELETE /api/batches/{id}', answer: 'open' },
  { call: 'GET /api/batches/devices/dl/{id}', answer: 'download' },
  { call: 'POST /api/batches/devices/ul/{id}', body: 'upload', answer: 'result message' },
]
