/**
 * The page of a device: what config puts on it, one timeline in pages, and what becomes of it where there is nothing to
 * show.
 */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ResourceContextProvider } from 'ra-core'
import { Route, Routes } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createRefresher } from '../../src/console/api/live/refresher'
import DevicePage from '../../src/console/features/device/DevicePage'
import { chartRows, gradeBands, levelsOf, timeTicks } from '../../src/console/features/device/signal/chart'
import { durationText } from '../../src/console/features/device/timeline/duration'
import { control } from '../../src/console/features/orders'
import { pageOf, pageOfRow } from '../../src/console/recordPage'
import { answer, config, renderInConsole, signIn } from '../support/consoleWorld'
import { type Handler, payload, realProvider, refusal, stubServer } from '../support/stubServer'

const IMEI = '358126091045147'
const device = {
  id: IMEI,
  isdn: '01015111436',
  serial: '1122',
  model: 'FT-100',
  batch: '',
  version: '1.8.2',
  release: '20251204.2',
  edition: 'Standard',
  linked: '2026-11-21T17:31:18Z',
  closed: '0001-01-01T00:00:00Z',
  created: '2026-09-16T22:56:18Z',
  vpn: {},
  modem: { apn: 'iot.lte', band: 8, rsrp: -85 },
  online: true,
  sido: 'KR-30',
  vendor_name: '가'.repeat(130),
  client_name: '',
  sees: { signals: true, timeline: ['order', 'result', 'connection', 'change'] },
}
const point = (at: string, rsrp: number, gap = false) => ({
  at,
  rsrp,
  gap,
  min: rsrp - 4,
  max: rsrp + 3,
  seconds: 3600,
})
const order = (id: number) => ({
  kind: 'order',
  key: String(id),
  at: '2026-11-20T12:00:00Z',
  order: id,
  title: '',
  caption: `명령 ${id}`,
  status: 'failure',
  reason: 'expired',
  from: '박지우',
  changed: '2026-11-20T12:00:00Z',
})
const change = {
  kind: 'change',
  key: '7',
  at: '2026-11-19T12:00:00Z',
  action: 'changed',
  client_name: '김도현',
  before: { batch: '' },
  after: { batch: '수도권 화물' },
}
const connection = {
  kind: 'connection',
  key: 'c',
  at: '2026-11-18T12:00:00Z',
  closed: '2026-11-20T15:30:00Z',
}

const timeline: Handler = ({ query }) => {
  const kind = query.get('kind')
  if (query.get('before')) return answer({ result: true, message: '', payload: [order(1)] })
  const all = [order(2), change, connection].filter(entry => !kind || entry.kind === kind)
  return answer({ result: true, message: '', payload: all, ...(kind ? {} : { next: 'more' }) })
}

const at = (address: string) =>
  renderInConsole(
    <ResourceContextProvider value="devices">
      <Routes>
        <Route path="/app/devices/:id" element={<DevicePage />} />
        <Route path="/app/devices" element={<h1>목록</h1>} />
      </Routes>
    </ResourceContextProvider>,
    { dataProvider: realProvider(), at: address, actions: { control } },
  )

const path = `/api/devices/${IMEI}`
let server: ReturnType<typeof stubServer>
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  signIn({ level: 6 })
  server = stubServer({
    [`GET ${path}`]: payload(device),
    [`GET ${path}/signals`]: payload({
      from: '2026-11-20T00:00:00Z',
      to: '2026-11-21T00:00:00Z',
      points: [point('2026-11-20T01:00:00Z', -80), point('2026-11-20T02:00:00Z', -90)],
    }),
    [`GET ${path}/timeline`]: timeline,
  })
})

describe('the page of a device', () => {
  it('shows the sections and buttons of config, and says what is absent', async () => {
    at(`/app/devices/${IMEI}`)
    expect(await screen.findByRole('heading', { level: 1, name: '010-1511-1436' })).toBeInTheDocument()
    const now = within(screen.getByRole('region', { name: '지금' }))
    expect(now.getByText('대전광역시')).toBeInTheDocument()
    const owner = within(screen.getByRole('region', { name: '소속' }))
    expect(owner.getByText('가'.repeat(130))).toBeInTheDocument()
    expect(owner.getAllByText('–').length).toBeGreaterThan(1)
    expect(screen.getByRole('button', { name: '제어' })).toBeInTheDocument()
    expect(screen.getAllByRole('tab').map(tab => tab.textContent)).toEqual([
      '신호',
      '제어 명령',
      '연결 이력',
      '전체 이력',
    ])
  })

  it('says the signal in figures, and as a table for who does not see the chart', async () => {
    at(`/app/devices/${IMEI}?range=7d`)
    expect(await screen.findByText('평균 −85 dBm · 최저 −94 dBm · 최고 −77 dBm')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: '표로 보기' }))
    const table = screen.getByRole('table', { name: '표로 보기' })
    expect(within(table).getAllByRole('row')).toHaveLength(3)
    expect(within(table).getByRole('columnheader', { name: '시각 (UTC)' })).toBeInTheDocument()
    const { query } = server.sent(`GET ${path}/signals`)[0]!
    expect(Date.parse(query.get('to')!) - Date.parse(query.get('from')!)).toBe(7 * 86_400_000)
  })

  it('has one timeline, narrowed by kind and read on at a press', async () => {
    const { router } = at(`/app/devices/${IMEI}?tab=timeline`)
    const list = await screen.findByRole('list', { name: '전체' })
    expect(within(list).getAllByRole('listitem').length).toBeGreaterThanOrEqual(3)
    expect(within(list).getByRole('link', { name: '명령 2' })).toHaveAttribute('href', '/app/orders/2')
    expect(within(list).getByText('수도권 화물')).toBeInTheDocument()
    expect(within(list).getByText('2일 3시간')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: '더 보기' }))
    expect(await within(list).findByRole('link', { name: '명령 1' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: '더 보기' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: '연결' }))
    await waitFor(() => expect(screen.queryByRole('link', { name: '명령 2' })).toBeNull())
    expect(new URLSearchParams(router.state.location.search).get('kind')).toBe('connection')
  })

  it('shows the tabs of what the caller may see alone', async () => {
    server.handlers[`GET ${path}`] = payload({
      ...device,
      sees: { signals: false, timeline: ['connection'] },
    })
    at(`/app/devices/${IMEI}?tab=signal`)
    await screen.findByRole('tab', { name: '연결 이력' })
    expect(screen.queryByRole('tab', { name: '신호' })).toBeNull()
    expect(screen.queryByRole('tab', { name: '제어 명령' })).toBeNull()
    expect(server.sent(`GET ${path}/signals`)).toEqual([])
  })

  it('says what became of its secrets in words, and no more of them', async () => {
    const by = { kind: 'change', at: '2026-11-19T12:00:00Z', client_name: '김도현' }
    const entries = [
      {
        ...by,
        key: '8',
        action: 'secretsIssued',
        before: null,
        after: { old_until: '2026-11-24T03:00:00.000Z' },
      },
      { ...by, key: '9', action: 'secretsRevoked', before: { revoked: 1 }, after: null },
    ]
    server.handlers[`GET ${path}/timeline`] = payload(entries)
    at(`/app/devices/${IMEI}?tab=timeline`)
    const list = await screen.findByRole('list', { name: '전체' })
    expect(within(list).getByText('접속 비밀키 발급')).toBeInTheDocument()
    expect(within(list).getByText('접속 비밀키 회수')).toBeInTheDocument()
    expect(list.textContent).not.toMatch(/secrets|old_until|revoked|2026-11-24/)
  })

  it('keeps the chosen time of the signal while another tab is open', async () => {
    const { router } = at(`/app/devices/${IMEI}?tab=signal&range=30d`)
    await userEvent.click(await screen.findByRole('tab', { name: '제어 명령' }))
    await userEvent.click(screen.getByRole('tab', { name: '신호' }))
    const params = new URLSearchParams(router.state.location.search)
    expect([params.get('tab'), params.get('range')]).toEqual(['signal', '30d'])
  })

  it('is read again when something of this device or of its orders changes, and of no other', async () => {
    const { queryClient } = at(`/app/devices/${IMEI}`)
    await screen.findByText('평균 −85 dBm · 최저 −94 dBm · 최고 −77 dBm')
    const refresher = createRefresher({ queries: queryClient, provider: realProvider() as never, everyMs: 0 })
    const reads = () => ['', '/signals', '/timeline'].map(part => server.sent(`GET ${path}${part}`).length)
    const [device, signals] = reads() as [number, number]
    refresher.apply([{ resource: 'devices', ids: ['350000000000000'] }])
    refresher.apply([{ resource: 'devices', ids: [IMEI] }])
    await waitFor(() => expect(reads()).toEqual([device + 1, signals + 1, 0]))
    await userEvent.click(screen.getByRole('tab', { name: '제어 명령' }))
    await screen.findByRole('link', { name: '명령 2' })
    const [, , timeline] = reads() as [number, number, number]
    refresher.apply([{ resource: 'orders', ids: ['7'] }])
    await waitFor(() => expect(reads()).toEqual([device + 1, signals + 1, timeline + 1]))
    refresher.stop()
  })

  it('says that a device is unknown, with the way back', async () => {
    server.handlers['GET /api/devices'] = () => answer({ data: [], count: 0, draw: 0 })
    const { router } = at('/app/devices/123')
    expect(await screen.findByText('디바이스를 찾을 수 없습니다.')).toBeInTheDocument()
    const [, back] = screen.getAllByRole('link', { name: '디바이스 목록으로' })
    await userEvent.click(back!)
    expect(router.state.location.pathname).toBe('/app/devices')
  })

  it('offers to try again where it failed', async () => {
    server.handlers[`GET ${path}`] = refusal(500, '서버 오류입니다.')
    at(`/app/devices/${IMEI}`)
    expect(await screen.findByText('서버 오류입니다.')).toBeInTheDocument()
    server.handlers[`GET ${path}`] = payload(device)
    await userEvent.click(screen.getByRole('button', { name: '다시 시도' }))
    expect(await screen.findByRole('heading', { name: '010-1511-1436' })).toBeInTheDocument()
  })

  it('shows the facts alone on a server that has no such page', async () => {
    const { sees: _, ...known } = device
    server.handlers[`GET ${path}`] = () => answer('', 404)
    server.handlers['GET /api/devices'] = () => answer({ data: [known], count: 1, draw: 0 })
    at(`/app/devices/${IMEI}`)
    expect(await screen.findByRole('heading', { name: '010-1511-1436' })).toBeInTheDocument()
    await waitFor(() => expect(document.querySelector('.MuiSkeleton-root')).toBeNull())
    expect(screen.queryByRole('tab')).toBeNull()
  })
})

describe('a link to the page', () => {
  it('is there where config describes one and the server is ours', () => {
    const { devices, vendors } = config.resources
    expect(pageOf(devices, IMEI)).toBe(`/app/devices/${IMEI}`)
    expect(pageOf(vendors, 3)).toBeUndefined()
    expect(pageOfRow(devices!, { id: IMEI, online: false })).toBe(`/app/devices/${IMEI}`)
    expect(pageOfRow(devices!, { id: IMEI })).toBeUndefined()
    expect(pageOfRow(devices!, { id: '', online: true })).toBeUndefined()
  })
})

describe('the chart of the signal', () => {
  it('breaks its line where there is a gap, and marks a point that stands alone', () => {
    const rows = chartRows([
      point('2026-11-20T01:00:00Z', -80),
      point('2026-11-20T02:00:00Z', -81),
      point('2026-11-20T09:00:00Z', -82, true),
      point('2026-11-20T15:00:00Z', -83, true),
    ])
    expect(rows.map(({ rsrp }) => rsrp)).toEqual([-80, -81, undefined, -82, undefined, -83])
    expect(rows.filter(({ alone }) => alone).map(({ rsrp }) => rsrp)).toEqual([-82, -83])
  })

  it('has the bands of the thresholds in config, and room for all points', () => {
    const at = { primary: -80, success: -90, warning: -100 }
    const levels = levelsOf([point('2026-11-20T01:00:00Z', -118)], at)
    expect(levels).toEqual([-130, -70])
    expect(gradeBands(levels, at).map(({ low, high }) => [low, high])).toEqual([
      [-80, -70],
      [-90, -80],
      [-100, -90],
      [-130, -100],
    ])
  })

  it('writes round times in the zone that is shown', () => {
    const [from, to] = [Date.parse('2026-11-19T10:20:00Z'), Date.parse('2026-11-26T10:20:00Z')]
    const iso = (zone: 'UTC' | 'KST') => new Date(timeTicks(from, to, '7d', zone)[0]!).toISOString()
    expect(iso('UTC')).toBe('2026-11-20T00:00:00.000Z')
    expect(iso('KST')).toBe('2026-11-19T15:00:00.000Z')
    expect(timeTicks(from, to, '7d', 'UTC')).toHaveLength(7)
  })
})

it.each([
  [500, 'ko', '0초'],
  [61_000, 'ko', '1분 1초'],
  [86_400_000 * 2, 'ko', '2일'],
  [3_600_000 * 26, 'en', '1 day 2 hours'],
])('%i ms in %s is %s', (ms, locale, text) => {
  expect(durationText(ms, locale)).toBe(text)
})
