/** The form of a device that moves to another vendor asks when the secret of the former vendor ends. */
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { deviceRecord, vendorRecord } from '../support/consoleRecords'
import { choose, press, signIn, user } from '../support/consoleWorld'
import { openRecords } from '../support/recordScreens'
import { payload, restPage, stubServer } from '../support/stubServer'

const SEES = { sees: { signals: false, timeline: [] }, misunderstood: null }
const DEVICE = deviceRecord(0, { ...SEES, vendor: 1, sido: '', updated: '2026-11-20T00:00:00Z' })
const ADDRESS = `/api/devices/${DEVICE.id}`
const status = (more: object = {}) =>
  payload({
    issued: '2026-11-20T03:00:00Z',
    old_until: null,
    former: null,
    overlap_hours: 24,
    after_move_days: 30,
    ...more,
  })

let server: ReturnType<typeof stubServer>
beforeEach(() => {
  server = stubServer({
    [`GET ${ADDRESS}`]: payload(DEVICE),
    [`GET ${ADDRESS}/secret`]: status(),
    [`PUT ${ADDRESS}`]: payload({ ...DEVICE, vendor: 2, updated: '2026-11-21T00:00:00Z' }),
    'GET /api/admin/vendors': payload([vendorRecord(1), vendorRecord(2)]),
    'GET /api/admin/clients': payload([]),
    'GET /api/models': payload([{ id: 1, name: 'FT-100' }]),
    'GET /api/batches': payload([]),
    'GET /api/resources/models': restPage([{ id: 1, name: 'FT-100' }]),
  })
})

const move = async (level = 9) => {
  signIn({ level })
  openRecords('devices', `/edit/${DEVICE.id}`)
  await choose('소유 업체', '업체 2')
  await press('저장')
}
const SAVED = '단말을 수정하였습니다.'
const sent = () => server.sent(`PUT ${ADDRESS}`).map(({ query }) => query.get('former_secrets'))
const dialog = async () => within(await screen.findByRole('dialog', { name: '업체 이동' }))

it.each([
  ['by default at the first use of a new one', 'firstUse'],
  ['now, if the user wants so', 'now'],
])('a move asks when the secret ends: %s', async (_, end) => {
  await move()
  const asked = await dialog()
  expect(asked.getByText(/비밀키가 있는 단말 1대가 다른 업체로/)).toBeVisible()
  expect(asked.getByRole('radio', { name: /늦어도 30일 후/ })).toBeChecked()
  expect(sent()).toEqual([])
  if (end === 'now') await user.click(asked.getByRole('radio', { name: /^지금 바로/ }))
  await user.click(asked.getByRole('button', { name: '옮기기' }))
  expect(await screen.findByText(SAVED)).toBeInTheDocument()
  expect(sent()).toEqual([end])
})

it('a move saves nothing if its question is cancelled; the input stays', async () => {
  await move()
  await user.click((await dialog()).getByRole('button', { name: '취소' }))
  expect(await screen.findByRole('combobox', { name: '소유 업체' })).toHaveValue('업체 2')
  expect(sent()).toEqual([])
})

it.each([
  ['has no secret', status({ issued: null })],
  ['is saved on a server that knows no secrets', undefined],
])('a move asks nothing if the device %s', async (_, handler) => {
  server.handlers[`GET ${ADDRESS}/secret`] = handler ?? server.fallback
  await move()
  expect(await screen.findByText(SAVED)).toBeInTheDocument()
  expect(sent()).toEqual([null])
})
