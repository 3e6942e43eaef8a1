/** Compose and the control dialog of a device, over a data provider of mocks. */
import { screen } from '@testing-library/react'
import { vi } from 'vitest'
import Compose from '../../src/console/features/compose/Compose'
import OrdersDialog from '../../src/console/features/orders/dialog/OrdersDialog'
import { deviceRecord } from './consoleRecords'
import { press, renderInConsole, signIn } from './consoleWorld'

/** The calls of the data provider. `resetOrderCalls` gives each its usual result. */
export const orderCalls = {
  getList: vi.fn(),
  getMany: vi.fn(),
  getOne: vi.fn(),
  getManyReference: vi.fn(),
  searchDevices: vi.fn(),
  findNumbers: vi.fn(),
  previewOrder: vi.fn(),
  orderRecipients: vi.fn(),
  registerOrder: vi.fn(),
  cancelOrder: vi.fn(),
  keepsOrderFields: vi.fn(),
}

/** A device that a search of compose finds. */
export const deviceHit = (at = 0, online = true) => ({
  device: `35812609000${String(at).padStart(4, '0')}`,
  number: `0101234${String(at).padStart(4, '0')}`,
  online,
})

const success = (payload: unknown, more: object = {}) => ({ result: true, message: '', payload, ...more })

/** @param records the records of each resource */
export function resetOrderCalls(records: Record<string, object[]>) {
  for (const call of Object.values(orderCalls)) call.mockReset()
  const all = (resource: string) =>
    (records[resource.replace('choices/', '')] ?? []) as { id: unknown; code?: string }[]
  const found = (resource: string, ids: unknown[]) =>
    all(resource).filter(({ id }) => ids.map(String).includes(String(id)))
  orderCalls.getList.mockImplementation(async (resource: string) => ({
    data: all(resource),
    total: all(resource).length,
  }))
  orderCalls.getMany.mockImplementation(async (resource: string, { ids }: { ids: unknown[] }) => ({
    data: found(resource, ids),
  }))
  orderCalls.getOne.mockImplementation(async (resource: string, { id }: { id: unknown }) => ({
    data: found(resource, [id])[0],
  }))
  orderCalls.searchDevices.mockResolvedValue(success([deviceHit(1), deviceHit(2, false)], { length: 2 }))
  orderCalls.previewOrder.mockResolvedValue({ devices: 40, online: 30, offline: 10 })
  orderCalls.orderRecipients.mockResolvedValue([deviceHit(1)])
  orderCalls.registerOrder.mockResolvedValue(success({ id: 77, total: 1 }))
  orderCalls.cancelOrder.mockResolvedValue({ cancelled: 1 })
  orderCalls.keepsOrderFields.mockResolvedValue(false)
}

/** Opens compose and waits for its form. @param query `?failed=12` chooses the failed devices of order 12 */
export async function openCompose(query = '', { level = 6 } = {}) {
  signIn({ level, vendor: 1, email: 'one@demo.local' })
  const page = renderInConsole(<Compose />, { dataProvider: orderCalls, at: `/app/orders/compose${query}` })
  await screen.findByRole('button', { name: /^등록$|^새로 작성$/ })
  return page
}

export const register = () => press('등록')

/** Opens the control dialog, and the form of one command there. */
export async function openCommand(
  caption?: string,
  { dataProvider = orderCalls as object, record = deviceRecord() as object } = {},
) {
  const onClose = vi.fn()
  const dialog = renderInConsole(<OrdersDialog record={record as never} onClose={onClose} />, {
    dataProvider,
  })
  if (caption) await press(caption)
  return { ...dialog, onClose }
}

/** The order sheets that were registered. */
export const sheets = () => orderCalls.registerOrder.mock.calls.map(([sheet]) => sheet)
