/** Records as the API returns them, for component tests. */
export const NEVER = '0001-01-01T00:00:00Z'
const STAMPS = { created: '2026-01-02T03:04:05Z', updated: '2026-01-02T03:04:05Z' }

export const vendorRecord = (id: number, more: object = {}) => ({
  id,
  name: `업체 ${id}`,
  brn: '1208147521',
  active: true,
  paid: false,
  expired: NEVER,
  ...STAMPS,
  ...more,
})

export const clientRecord = (id: number, more: object = {}) => ({
  id,
  name: `회원 ${id}`,
  email: `c${id}@demo.local`,
  phone: '01011112222',
  level: 3,
  level_name: '회원',
  vendor: 0,
  active: true,
  paid: false,
  expired: NEVER,
  ...STAMPS,
  ...more,
})

export const batchRecord = (id: number, more: object = {}) => ({
  id,
  name: '수도권',
  comment: '집배송',
  model: 1,
  model_name: 'FT-100',
  devices: 0,
  maker: '업체 2',
  vendor: 2,
  ...STAMPS,
  ...more,
})

/** The device 358126091045147 (010-1511-1436), or the `at`-th after it. It is online, and has no `updated`. */
export const deviceRecord = (at = 0, more: object = {}) => ({
  id: `35812609104${5147 + at}`,
  isdn: `0101511${1436 + at}`,
  serial: 1122 + at,
  model: 'FT-100',
  batch: '',
  linked: '2026-11-19T07:04:01Z',
  closed: NEVER,
  vpn: {},
  modem: { apn: 'iot.lte', band: 8, rsrp: -85 },
  created: STAMPS.created,
  ...more,
})

/** An order as lists have it. @param counts how many of its targets have each state */
export function orderRecord(id: number, counts: object = { success: 1 }, more: object = {}) {
  const targets = { success: 0, failure: 0, waiting: 0, ongoing: 0, ...counts }
  return {
    id,
    unreaded: false,
    starred: false,
    title: `명령 ${id}`,
    caption: '표시등 밝기',
    data: '12',
    theme: 'search',
    content: '',
    from: '박지우',
    started: NEVER,
    expired: '2026-11-21T12:40:52Z',
    created: '2026-11-20T12:40:52Z',
    ...targets,
    total: targets.success + targets.failure + targets.waiting + targets.ongoing,
    ...more,
  }
}

/** The fields that only the page of an order has. */
export const ORDER_DETAIL = {
  holdUntil: NEVER,
  aim: {
    theme: 'search',
    batch_id: 0,
    bunch_id: 0,
    first: { device: deviceRecord().id, number: deviceRecord().isdn },
  },
  cancellable: 0,
  attachments: [],
}

export const targetRecord = (at: number, status: string, reason = '') => ({
  device: deviceRecord(at).id,
  number: deviceRecord(at).isdn,
  model: 'FT-100',
  online: status === 'success',
  status,
  reason,
  changed: '2026-11-20T12:41:00Z',
})
