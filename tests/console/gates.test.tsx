/**
 * What asks before something is done stays shut when its own question fails: the count of an order, deletions,
 * cancellations, saves over somebody else's change, and access.
 */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ResourceContextProvider } from 'ra-core'
import { Route, Routes } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { mayAccess } from '../../src/console/auth/access'
import Compose from '../../src/console/features/compose/Compose'
import { EMPTY } from '../../src/console/features/compose/draft/draft'
import { useTargetCount } from '../../src/console/features/compose/targets/useTargetCount'
import { CancelDialog } from '../../src/console/features/orders/detail/Progress'
import DeleteDialog from '../../src/console/features/records/DeleteDialog'
import RecordEdit from '../../src/console/features/records/RecordEdit'
import { RECORD_ACTIONS } from '../../src/engine/registry'
import { config, renderInConsole, signIn } from '../support/consoleWorld'
import { payload, realProvider, refusal, stubServer, unreachable } from '../support/stubServer'

const batch = { id: 12, name: '한강 1차', comment: '', model: 3, model_name: 'FT-100', devices: 1204 }
const methods = [{ code: 'mode', caption: '통신 방식', content: { Type: 'array', Value: ['LTE', 'NB-IoT'] } }]
const PREVIEW = 'POST /api/orders/preview'
const REGISTER = 'POST /api/orders/order'

const lists = () => ({
  'GET /api/methods': payload(methods),
  'GET /api/models': payload([{ id: 3, name: 'FT-100' }]),
  'GET /api/batches': payload([batch]),
  'GET /api/batches/12': payload(batch),
  'GET /api/bunches': payload([{ id: 5, name: '북단' }]),
  [REGISTER]: payload({ id: 77, total: 1204 }),
})

/** Every way in which a question can fail. */
const FAILURES = [
  ['no connection', unreachable, 'shell.failure.network'],
  ['403', refusal(403, '권한이 없습니다.'), '권한이 없습니다.'],
  ['409', refusal(409, '지금은 안 됩니다.'), '지금은 안 됩니다.'],
  ['422', refusal(422, '제어할 단말이 없습니다.'), '제어할 단말이 없습니다.'],
  ['429', refusal(429, '잠시 뒤에 다시 시도해 주세요.'), '잠시 뒤에 다시 시도해 주세요.'],
  ['500', refusal(500, '서버 오류입니다.'), '서버 오류입니다.'],
  ['502 of a proxy', () => new Response('<html>', { status: 502 }), 'shell.failure.server'],
  ['200 with result false', refusal(200, '셀 수 없습니다.'), '셀 수 없습니다.'],
  ['200 that is a page', () => new Response('<html>'), 'shell.failure.unreadable'],
  ['200 without a number', payload({}), '대상 단말의 수를 알 수 없습니다.'],
  ['200 with nothing', payload(null), '대상 단말의 수를 알 수 없습니다.'],
] as const

type User = ReturnType<typeof userEvent.setup>
async function choose(user: User, name: string | RegExp, option: string | RegExp) {
  await user.click(await screen.findByRole('combobox', { name }))
  await user.click(await screen.findByRole('option', { name: option }))
}
const register = (user: User) => user.click(screen.getByRole('button', { name: '등록' }))

/** A page on which nothing is missing but the count of the group. */
async function openGroup() {
  const user = userEvent.setup()
  renderInConsole(<Compose />, { dataProvider: realProvider(), at: '/app/orders/compose' })
  await choose(user, /제어 명령/, '통신 방식')
  await choose(user, /값/, 'LTE')
  await choose(user, '그룹', /한강 1차/)
  return user
}

/** What Register is answered when it asks how many devices a draft for the group hits. */
async function asked() {
  const probe: Probed = {}
  renderInConsole(<Probe into={probe} />, { dataProvider: realProvider() })
  return probe.recount?.()
}
interface Probed {
  recount?: () => Promise<unknown>
}
function Probe({ into }: { into: Probed }) {
  into.recount = useTargetCount({ ...EMPTY, code: 'mode', batch: 12 }).recount
  return null
}

beforeEach(() => {
  // react-admin logs every failed call.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  signIn({ level: 3, vendor: 1, email: 'one@demo.local' })
})

describe('the count of an order', () => {
  it.each(FAILURES)('is no number when the count fails: %s', async (_, failure, why) => {
    stubServer({ ...lists(), [PREVIEW]: failure })
    expect(await asked()).toEqual({ kind: 'failed', reason: why })
  })

  it.each(FAILURES.slice(0, 1))(
    'stays unsent, with the reason and a way to ask again: %s',
    async (_, failure, why) => {
      const server = stubServer({ ...lists(), [PREVIEW]: failure })
      const user = await openGroup()
      expect(await screen.findByText(why)).toBeInTheDocument()
      await register(user)
      expect(
        await screen.findByText('대상 단말의 수를 확인하지 못하여 등록하지 않았습니다.'),
      ).toBeInTheDocument()
      expect(screen.getByText(why)).toBeInTheDocument()
      expect(server.sent(REGISTER)).toEqual([])

      // Asked again, it is the number that counts.
      server.handlers[PREVIEW] = payload({ devices: 1204, online: 1200, offline: 4 })
      await user.click(screen.getByRole('button', { name: '다시 시도' }))
      expect(await screen.findByText('1,204대')).toBeInTheDocument()
      await register(user)
      await screen.findByRole('dialog')
      expect(server.sent(REGISTER)).toEqual([])
    },
  )

  it.each([404, 405])('a server without that call (%i) is asked for the batch itself', async status => {
    const server = stubServer({ ...lists(), [PREVIEW]: refusal(status, '') })
    const user = await openGroup()
    await register(user)
    const dialog = within(await screen.findByRole('dialog'))
    expect(server.sent(REGISTER)).toEqual([])
    await user.type(dialog.getByRole('textbox'), '1204{Enter}')
    await waitFor(() => expect(server.sent(REGISTER)).toHaveLength(1))
  })

  it('and a bunch there counts as its whole batch, for nobody knows better', async () => {
    const server = stubServer({ ...lists(), [PREVIEW]: refusal(404, '') })
    const user = await openGroup()
    await choose(user, /하위 그룹/, '북단')
    expect(await screen.findByText('최대 1,204대')).toBeInTheDocument()
    await register(user)
    expect(await screen.findByText('단말 최대 1,204대에 보냅니다')).toBeInTheDocument()
    expect(server.sent(REGISTER)).toEqual([])
  })

  it.each([
    ['not there', refusal(404, '찾을 수 없습니다.')],
    ['not to be had', refusal(500, '서버 오류입니다.')],
    ['without a number', payload({ ...batch, devices: undefined })],
  ])('is no number where the batch is %s either', async (_, failure) => {
    stubServer({ [PREVIEW]: refusal(404, ''), 'GET /api/batches/12': failure })
    expect(await asked()).toMatchObject({ kind: 'failed' })
  })

  it('a count that grew since it was shown is asked for anew', async () => {
    const server = stubServer({ ...lists(), [PREVIEW]: payload({ devices: 2, online: 2, offline: 0 }) })
    const user = await openGroup()
    await screen.findByText('2대')
    server.handlers[PREVIEW] = payload({ devices: 1204, online: 1200, offline: 4 })
    await register(user)
    await screen.findByRole('dialog')
    expect(server.sent(REGISTER)).toEqual([])
  })
})

/** What is not an answer of the server's: refusals, and pages that something on the way puts in its place. */
const REFUSALS = FAILURES.slice(0, 9)

describe('a question whose answer fails', () => {
  it.each(REFUSALS)('a deletion stays open and is not said to be done: %s', async (how, failure) => {
    signIn({ level: 9 })
    const user = userEvent.setup()
    for (const [resource, line, id] of [
      ['vendors', 'DELETE /api/admin/vendors/3', 3],
      ['models', 'DELETE /api/resources/models/3', 3],
    ] as const) {
      // Described resources have no envelope.
      if (resource === 'models' && how === '200 with result false') continue
      stubServer({ [line]: failure })
      const closed = vi.fn()
      const shown = renderInConsole(
        <ResourceContextProvider value={resource}>
          <DeleteDialog record={{ id, name: '이름' }} onClose={closed} />
        </ResourceContextProvider>,
        { dataProvider: realProvider() },
      )
      const dialog = within(await screen.findByRole('alertdialog'))
      await user.click(dialog.getByRole('button', { name: '예' }))
      expect(await dialog.findByRole('alert')).not.toHaveTextContent(/deleted!/)
      expect(closed).not.toHaveBeenCalled()
      expect(screen.queryByText('Vendor has been Deleted!')).toBeNull()
      shown.unmount()
    }
  })

  it.each(REFUSALS)('a cancellation stays open and is not said to be done: %s', async (_, failure) => {
    const user = userEvent.setup()
    stubServer({ 'POST /api/orders/5/cancel': failure })
    const closed = vi.fn()
    renderInConsole(<CancelDialog order={{ id: 5 } as never} count={2} onClose={closed} />, {
      dataProvider: realProvider(),
    })
    const dialog = within(await screen.findByRole('alertdialog'))
    await user.click(dialog.getAllByRole('button').at(-1)!)
    await dialog.findByRole('alert')
    expect(closed).not.toHaveBeenCalled()
  })

  it.each(REFUSALS)('a save keeps what was typed and is not said to be done: %s', async (_, failure) => {
    signIn({ level: 9 })
    const vendor = { id: 1, name: '한강', brn: '1208147521', updated: '2026-01-02T03:04:05Z' }
    const server = stubServer({
      'GET /api/admin/vendors/1': payload(vendor),
      'PUT /api/admin/vendors/1': failure,
    })
    const user = userEvent.setup()
    const { path } = config.resources.vendors!
    renderInConsole(
      <ResourceContextProvider value="vendors">
        <Routes>
          <Route path={`${path}/edit/:id`} element={<RecordEdit />} />
        </Routes>
      </ResourceContextProvider>,
      { dataProvider: realProvider(), at: `${path}/edit/1` },
    )
    const name = await screen.findByRole('textbox', { name: /업체명|이름/ })
    fireEvent.change(name, { target: { value: '한강 둘' } })
    await user.click(screen.getByRole('button', { name: '저장' }))
    expect(await screen.findByText('업체 수정에 실패하였습니다!')).toBeInTheDocument()
    expect(name).toHaveValue('한강 둘')
    expect(screen.queryByText('업체을 수정하였습니다.')).toBeNull()
    // Nothing is saved over what somebody else may have done meanwhile.
    expect(server.sent('PUT /api/admin/vendors/1').map(({ body }) => body?.updated)).toEqual([vendor.updated])
  })
})

describe('access', () => {
  const unknown = [
    'constructor',
    '__proto__',
    'nothing',
    '',
    'devices.nothing',
    'devices.constructor',
    'nothing.id',
  ]
  it.each(unknown)('to %o, which config does not name, is nobody’s', resource => {
    for (const action of [...RECORD_ACTIONS, 'read', 'write', 'export', 'clone', 'constructor']) {
      expect(mayAccess(config, 9, resource, action)).toBe(false)
    }
  })

  it.each([Number.NaN, undefined, null, -1, 'master'])('of a level that is no level (%o) is none', level => {
    for (const resource of Object.keys(config.resources)) {
      expect(mayAccess(config, level as number, resource, 'edit')).toBe(false)
      expect(mayAccess(config, level as number, resource, 'delete')).toBe(false)
    }
  })
})
