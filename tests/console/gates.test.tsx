/**
 * An action that needs a confirmation is never performed when the question itself fails: the count of an order,
 * deletions, cancellations and saves. Unknown access is refused.
 */
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { mayAccess } from '../../src/console/auth/access'
import Compose from '../../src/console/features/compose/Compose'
import { EMPTY } from '../../src/console/features/compose/draft/draft'
import { useTargetCount } from '../../src/console/features/compose/targets/useTargetCount'
import { CancelDialog } from '../../src/console/features/orders/detail/Progress'
import { RECORD_ACTIONS } from '../../src/engine/registry'
import { batchRecord } from '../support/consoleRecords'
import { choose, config, press, renderInConsole, signIn, user } from '../support/consoleWorld'
import { register } from '../support/orderScreens'
import { payload, realProvider, refusal, stubServer, unreachable } from '../support/stubServer'

const BATCH = batchRecord(12, { name: '한강 1차', model: 3, devices: 1204 })
const METHODS = [{ code: 'mode', caption: '통신 방식', content: { Type: 'array', Value: ['LTE', 'NB-IoT'] } }]
const COUNT = 'POST /api/orders/preview'
const REGISTER = 'POST /api/orders/order'

const HANDLERS = {
  'GET /api/methods': payload(METHODS),
  'GET /api/models': payload([{ id: 3, name: 'FT-100' }]),
  'GET /api/batches': payload([BATCH]),
  'GET /api/batches/12': payload(BATCH),
  'GET /api/bunches': payload([{ id: 5, name: '북단' }]),
  [REGISTER]: payload({ id: 77, total: 1204 }),
}

/** A lost connection, refusals of the server, and what a proxy puts in the place of a response. */
const FAILURES = [
  ['no connection', unreachable, 'shell.failure.network'],
  ['403', refusal(403, '권한이 없습니다.'), '권한이 없습니다.'],
  ['502 of a proxy', () => new Response('<html>', { status: 502 }), 'shell.failure.server'],
  ['200 with result false', refusal(200, '셀 수 없습니다.'), '셀 수 없습니다.'],
  ['200 with a page', () => new Response('<html>'), 'shell.failure.unreadable'],
] as const
const NO_COUNT = '대상 단말의 수를 알 수 없습니다.'

beforeEach(() => {
  // react-admin logs every failed call.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  signIn({ level: 3, vendor: 1, email: 'one@demo.local' })
})

describe('the count of an order', () => {
  /** The count of a draft for the batch. */
  async function count() {
    const hook: { recount?: () => Promise<unknown> } = {}
    renderInConsole(<CountHook into={hook} />, { dataProvider: realProvider() })
    return hook.recount?.()
  }
  /** Opens compose and completes the draft except for the count. */
  async function openGroup() {
    renderInConsole(<Compose />, { dataProvider: realProvider(), at: '/app/orders/compose' })
    await choose(/제어 명령/, '통신 방식')
    await choose(/값/, 'LTE')
    await choose('그룹', /한강 1차/)
  }
  const dialog = async () => within(await screen.findByRole('dialog'))

  it.each([
    ...FAILURES,
    ['200 without a number', payload({}), NO_COUNT] as const,
    ['200 without a payload', payload(null), NO_COUNT] as const,
  ])('fails with a reason: %s', async (_, failure, reason) => {
    stubServer({ ...HANDLERS, [COUNT]: failure })
    expect(await count()).toEqual({ kind: 'failed', reason })
  })

  it.each([
    ['is unknown', refusal(404, '찾을 수 없습니다.')],
    ['cannot be read', refusal(500, '서버 오류입니다.')],
    ['has no number', payload({ ...BATCH, devices: undefined })],
  ])('fails on a server without that call when the batch %s', async (_, failure) => {
    stubServer({ [COUNT]: refusal(404, ''), 'GET /api/batches/12': failure })
    expect(await count()).toMatchObject({ kind: 'failed' })
  })

  it('that failed leaves the order unsent, shows the reason and can be repeated', async () => {
    const server = stubServer({ ...HANDLERS, [COUNT]: unreachable })
    await openGroup()
    const reason = 'shell.failure.network'
    expect(await screen.findByText(reason)).toBeInTheDocument()
    await register()
    const notSent = '대상 단말의 수를 확인하지 못하여 등록하지 않았습니다.'
    expect(await screen.findByText(notSent)).toBeInTheDocument()
    expect(screen.getByText(reason)).toBeInTheDocument()
    server.handlers[COUNT] = payload({ devices: 1204, online: 1200, offline: 4 })
    await press('다시 시도')
    expect(await screen.findByText('1,204대')).toBeInTheDocument()
    await register()
    await dialog()
    expect(server.sent(REGISTER)).toEqual([])
  })

  it('is the number of the batch on a server without that call', async () => {
    const server = stubServer({ ...HANDLERS, [COUNT]: refusal(405, '') })
    await openGroup()
    await register()
    const confirmation = await dialog()
    expect(server.sent(REGISTER)).toEqual([])
    await user.type(confirmation.getByRole('textbox'), '1204{Enter}')
    await waitFor(() => expect(server.sent(REGISTER)).toHaveLength(1))
  })

  it('of a bunch is at most the number of its batch on such a server', async () => {
    const server = stubServer({ ...HANDLERS, [COUNT]: refusal(404, '') })
    await openGroup()
    await choose(/하위 그룹/, '북단')
    expect(await screen.findByText('최대 1,204대')).toBeInTheDocument()
    await register()
    expect(await screen.findByText('단말 최대 1,204대에 보냅니다')).toBeInTheDocument()
    expect(server.sent(REGISTER)).toEqual([])
  })

  it('is read again by Register, and asks for a confirmation when it has grown', async () => {
    const server = stubServer({ ...HANDLERS, [COUNT]: payload({ devices: 2, online: 2, offline: 0 }) })
    await openGroup()
    await screen.findByText('2대')
    server.handlers[COUNT] = payload({ devices: 1204, online: 1200, offline: 4 })
    await register()
    await dialog()
    expect(server.sent(REGISTER)).toEqual([])
  })
})

function CountHook({ into }: { into: { recount?: () => Promise<unknown> } }) {
  into.recount = useTargetCount({ ...EMPTY, code: 'mode', batch: 12 }).recount
  return null
}

it.each(FAILURES)(
  'after %s the question before a cancellation stays open with an error',
  async (_, failure) => {
    stubServer({ 'POST /api/orders/5/cancel': failure })
    const onClose = vi.fn()
    const question = <CancelDialog order={{ id: 5 } as never} count={2} onClose={onClose} />
    renderInConsole(question, { dataProvider: realProvider() })
    const dialog = within(await screen.findByRole('alertdialog'))
    await user.click(dialog.getAllByRole('button').at(-1)!)
    await dialog.findByRole('alert')
    expect(onClose).not.toHaveBeenCalled()
  },
)

it('access is refused to what config does not know, and to users with an invalid level', () => {
  const actions = [...RECORD_ACTIONS, 'read', 'write', 'export', 'clone', 'constructor']
  const unknown = ['constructor', '__proto__', 'nothing', '', 'devices.nothing', 'devices.constructor']
  for (const resource of unknown)
    for (const action of actions) expect(mayAccess(config, 9, resource, action), resource).toBe(false)
  for (const level of [Number.NaN, undefined, null, -1, 'master'])
    for (const resource of Object.keys(config.resources))
      expect(mayAccess(config, level as number, resource, 'edit'), String(level)).toBe(false)
})
