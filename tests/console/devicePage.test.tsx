/** The page of a device: the sections of config, the signal, one timeline in pages, and failures. */
import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createRefresher } from '../../src/console/api/live/refresher'
import DevicePage from '../../src/console/features/device/DevicePage'
import { chartRows, gradeBands, levelsOf, timeTicks } from '../../src/console/features/device/signal/chart'
import { actions } from '../../src/console/features/orders'
import { usePageOfRow } from '../../src/console/pageOfRow'
import { pageOf } from '../../src/console/recordPage'
import { durationText } from '../../src/console/ui/time/duration'
import type { CompiledResource } from '../../src/engine/compiled'
import { deviceRecord } from '../support/consoleRecords'
import { answer, config, press, renderInConsole, signIn, user } from '../support/consoleWorld'
import { envelope, type Handler, payload, realProvider, refusal, stubServer } from '../support/stubServer'

const { id: IMEI } = deviceRecord()
const LONG_NAME = '가'.repeat(130)
const DEVICE = deviceRecord(0, {
  online: true,
  sido: 'KR-30',
  vendor_name: LONG_NAME,
  client_name: '',
  sees: { signals: true, timeline: ['order', 'result', 'connection', 'change'] },
})
const READ = `GET /api/devices/${IMEI}`
const SIGNALS = `${READ}/signals`
const TIMELINE = `${READ}/timeline`

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
const CHANGE = {
  kind: 'change',
  key: '7',
  at: '2026-11-19T12:00:00Z',
  action: 'changed',
  client_name: '김도현',
  before: { batch: '' },
  after: { batch: '수도권 화물' },
}
const CONNECTION = {
  kind: 'connection',
  key: 'c',
  at: '2026-11-18T12:00:00Z',
  closed: '2026-11-20T15:30:00Z',
  reconnects: 197,
}

/** Answers two pages of all entries, or one page of a single kind. */
const timeline: Handler = ({ query }) => {
  if (query.has('before')) return envelope([order(1)])
  const kind = query.get('kind')
  const entries = [order(2), CHANGE, CONNECTION]
  return kind ? envelope(entries.filter(entry => entry.kind === kind)) : envelope(entries, { next: 'more' })
}

let server: ReturnType<typeof stubServer>
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  signIn({ level: 6 })
  const points = [point('2026-11-20T01:00:00Z', -80), point('2026-11-20T02:00:00Z', -90)]
  server = stubServer({
    [READ]: payload(DEVICE),
    [SIGNALS]: payload({ from: '2026-11-20T00:00:00Z', to: '2026-11-21T00:00:00Z', points }),
    [TIMELINE]: timeline,
  })
})

const open = (query = '', id = IMEI) =>
  renderInConsole(
    <Routes>
      <Route path="/app/devices/:id" element={<DevicePage />} />
      <Route path="/app/devices" element={<h1>목록</h1>} />
    </Routes>,
    {
      dataProvider: realProvider(),
      resource: 'devices',
      at: `/app/devices/${id}${query}`,
      actions,
    },
  )
const heading = () => screen.findByRole('heading', { level: 1, name: '010-1511-1436' })
const FIGURES = '평균 −85 dBm · 최저 −94 dBm · 최고 −77 dBm'
const openTab = async (name: string) => user.click(await screen.findByRole('tab', { name }))
const entries = async () => within(await screen.findByRole('list', { name: '전체' }))

describe('the page of a device', () => {
  it('shows the sections, buttons and tabs of config, and marks absent values', async () => {
    open()
    expect(await heading()).toBeInTheDocument()
    const section = (name: string) => within(screen.getByRole('region', { name }))
    expect(section('지금').getByText('대전광역시')).toBeInTheDocument()
    expect(section('소속').getByText(LONG_NAME)).toBeInTheDocument()
    expect(section('소속').getAllByText('–').length).toBeGreaterThan(1)
    expect(screen.getByRole('button', { name: '제어' })).toBeInTheDocument()
    const tabs = screen.getAllByRole('tab').map(tab => tab.textContent)
    expect(tabs).toEqual(['신호', '제어 명령', '연결 이력', '전체 이력'])
  })

  it('shows the last message that was not understood, with reason and time', async () => {
    const at = '2026-11-20T15:30:00Z'
    const misunderstood = { at, kind: 'telemetry', reason: 'fields', fields: ['rsrp', 'apn'] }
    server.handlers[READ] = payload({ ...DEVICE, misunderstood })
    open()
    const line = (await screen.findByText('마지막으로 이해하지 못한 메시지')).parentElement!
    expect(line).toHaveTextContent(/ · 상태 보고 – 일부 항목을 읽지 못함 – rsrp, apn · 2026/)
  })

  it('shows the signal as figures and as a table', async () => {
    open('?range=7d')
    expect(await screen.findByText(FIGURES)).toBeInTheDocument()
    await press('표로 보기')
    const table = within(screen.getByRole('table', { name: '표로 보기' }))
    expect(table.getAllByRole('row')).toHaveLength(3)
    expect(table.getByRole('columnheader', { name: '시각 (UTC)' })).toBeInTheDocument()
    const { query } = server.sent(SIGNALS)[0]!
    expect(Date.parse(query.get('to')!) - Date.parse(query.get('from')!)).toBe(7 * 86_400_000)
  })

  it('has one timeline, read page by page and filtered by kind', async () => {
    const { router } = open('?tab=timeline')
    const list = await entries()
    expect(list.getByRole('link', { name: '명령 2' })).toHaveAttribute('href', '/app/orders/2')
    for (const text of ['수도권 화물', '2일 3시간', '반복 재접속 (197회)'])
      expect(list.getByText(text)).toBeInTheDocument()
    await press('더 보기')
    expect(await list.findByRole('link', { name: '명령 1' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: '더 보기' })).toBeNull()
    await press('연결')
    const panel = within(screen.getByRole('tabpanel'))
    await waitFor(() => expect(panel.queryByRole('link', { name: '명령 2' })).toBeNull())
    expect(new URLSearchParams(router.state.location.search).get('kind')).toBe('connection')
  })

  it('shows only the tabs that the user may see', async () => {
    server.handlers[READ] = payload({ ...DEVICE, sees: { signals: false, timeline: ['connection'] } })
    open('?tab=signal')
    await screen.findByRole('tab', { name: '연결 이력' })
    for (const name of ['신호', '제어 명령']) expect(screen.queryByRole('tab', { name })).toBeNull()
    expect(server.sent(SIGNALS)).toEqual([])
  })

  it('names changes of its secrets without their details', async () => {
    const change = { kind: 'change', at: CHANGE.at, client_name: '김도현' }
    const issued = { before: null, after: { old_until: '2026-11-24T03:00:00.000Z' } }
    server.handlers[TIMELINE] = payload([
      { ...change, key: '8', action: 'secretsIssued', ...issued },
      { ...change, key: '9', action: 'secretsRevoked', before: { revoked: 1 }, after: null },
    ])
    open('?tab=timeline')
    const list = await screen.findByRole('list', { name: '전체' })
    for (const text of ['접속 비밀키 발급', '접속 비밀키 회수'])
      expect(within(list).getByText(text)).toBeInTheDocument()
    expect(list.textContent).not.toMatch(/secrets|old_until|revoked|2026-11-24/)
  })

  it('is read again after changes of this device and its orders, but of no other device', async () => {
    const { queryClient } = open()
    await screen.findByText(FIGURES)
    await screen.findAllByRole('link', { name: '명령 2' })
    const refresher = createRefresher({
      queries: queryClient,
      provider: realProvider() as never,
      minIntervalMs: 0,
    })
    const reads = () => [READ, SIGNALS, TIMELINE].map(line => server.sent(line).length)
    const [ofDevice, ofSignals, ofTimeline] = reads() as [number, number, number]
    refresher.apply([{ resource: 'devices', ids: ['350000000000000'] }])
    refresher.apply([{ resource: 'devices', ids: [IMEI] }])
    await waitFor(() => expect(reads()).toEqual([ofDevice + 1, ofSignals + 1, ofTimeline + 2]))
    await openTab('제어 명령')
    await within(await screen.findByRole('tabpanel')).findByRole('link', { name: '명령 2' })
    const ofOpenedTab = reads()[2]!
    refresher.apply([{ resource: 'orders', ids: ['7'] }])
    await waitFor(() => expect(reads()).toEqual([ofDevice + 1, ofSignals + 1, ofOpenedTab + 1]))
    refresher.stop()
  })

  it.each([
    ['the signal', '', SIGNALS, FIGURES],
    ['the timeline', '?tab=timeline', TIMELINE, '수도권 화물'],
  ])('shows that %s could not be read, and reads it again', async (_, query, line, shown) => {
    const works = server.handlers[line]!
    server.handlers[line] = refusal(503, '잠시 쉽니다.')
    open(query)
    const panel = within(await screen.findByRole('tabpanel'))
    expect(await panel.findByText('잠시 쉽니다.')).toBeVisible()
    server.handlers[line] = works
    await user.click(panel.getByRole('button', { name: '다시 시도' }))
    expect(await panel.findByText(shown)).toBeInTheDocument()
  })

  it('of an unknown device leads back to the list', async () => {
    server.handlers['GET /api/devices'] = () => answer({ data: [], count: 0, draw: 0 })
    const { router } = open('', '123')
    expect(await screen.findByText('단말을 찾을 수 없습니다.')).toBeInTheDocument()
    const [, back] = screen.getAllByRole('link', { name: '디바이스 목록으로' })
    await user.click(back!)
    expect(router.state.location.pathname).toBe('/app/devices')
  })

  it('has no tabs on a server that lacks the call of this page', async () => {
    const { sees: _, ...row } = DEVICE as Record<string, unknown>
    server.handlers[READ] = () => answer('', 404)
    server.handlers['GET /api/devices'] = () => answer({ data: [row], count: 1, draw: 0 })
    open()
    expect(await heading()).toBeInTheDocument()
    await waitFor(() => expect(document.querySelector('.MuiSkeleton-root')).toBeNull())
    expect(screen.queryByRole('tab')).toBeNull()
  })
})

type Row = Parameters<ReturnType<typeof usePageOfRow>>[1]

const PagePath = ({ resource, row }: { resource: CompiledResource; row: Row }) => (
  <output>{usePageOfRow()(resource, row) ?? 'none'}</output>
)

describe('rows of lists', () => {
  const pageOfRow = (resource: string, row: Row) => {
    const { unmount } = renderInConsole(<PagePath resource={config.resources[resource]!} row={row} />)
    const path = screen.getByRole('status').textContent
    unmount()
    return path
  }

  it('link to the page of their record; rows of devices only on this product’s server', () => {
    const page = `/app/devices/${IMEI}`
    expect(pageOf(config.resources.devices, IMEI)).toBe(page)
    expect(pageOfRow('devices', { id: IMEI, online: false })).toBe(page)
    expect(pageOfRow('devices', { id: IMEI })).toBe('none')
    expect(pageOfRow('devices', { id: '', online: true })).toBe('none')
    signIn({ level: 9 })
    expect(pageOfRow('vendors', { id: 3 })).toBe('/app/admin/vendors/3/show')
    signIn({ level: 3 })
    expect(pageOfRow('vendors', { id: 3 })).toBe('none')
  })

  it('of the history link to the record that was changed, unless it was deleted', () => {
    const entry = { id: 9, resource: 'batches', record: '4', action: 'changed' }
    expect(pageOfRow('history', entry)).toBe('/app/groups/batches/4/show')
    expect(pageOfRow('history', { ...entry, resource: 'orders' })).toBe('/app/orders/4')
    for (const other of [{ action: 'deleted' }, { resource: 'POST /api/batch' }, { record: '' }])
      expect(pageOfRow('history', { ...entry, ...other })).toBe('none')
  })
})

describe('the chart of the signal', () => {
  it('breaks its line at a gap, and marks a single point', () => {
    const rows = chartRows([
      point('2026-11-20T01:00:00Z', -80),
      point('2026-11-20T02:00:00Z', -81),
      point('2026-11-20T09:00:00Z', -82, true),
      point('2026-11-20T15:00:00Z', -83, true),
    ])
    expect(rows.map(({ rsrp }) => rsrp)).toEqual([-80, -81, undefined, -82, undefined, -83])
    expect(rows.filter(({ isAlone }) => isAlone).map(({ rsrp }) => rsrp)).toEqual([-82, -83])
  })

  it('has the bands of the thresholds in config, and room for all points', () => {
    const thresholds = { primary: -80, success: -90, warning: -100 }
    const levels = levelsOf([point('2026-11-20T01:00:00Z', -118)], thresholds)
    expect(levels).toEqual([-130, -70])
    const bands = gradeBands(levels, thresholds).map(({ low, high }) => `${low} to ${high}`)
    expect(bands).toEqual(['-80 to -70', '-90 to -80', '-100 to -90', '-130 to -100'])
  })

  it('has ticks at round times of the zone', () => {
    const [from, to] = [Date.parse('2026-11-19T10:20:00Z'), Date.parse('2026-11-26T10:20:00Z')]
    const first = (zone: 'UTC' | 'KST') => new Date(timeTicks(from, to, '7d', zone)[0]!).toISOString()
    expect(first('UTC')).toBe('2026-11-20T00:00:00.000Z')
    expect(first('KST')).toBe('2026-11-19T15:00:00.000Z')
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
