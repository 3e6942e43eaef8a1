/** What was typed in a dialog or on the profile is not lost by a stray click, Escape, a link or a reload. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import BulkDialog from '../../src/console/features/bulk/BulkDialog'
import { PasteDialog } from '../../src/console/features/compose/targets/PasteDialog'
import ProfilePage from '../../src/console/features/profile/ProfilePage'
import RosterDialog from '../../src/console/features/roster/RosterDialog'
import { SheetDialog } from '../../src/console/features/sheets/SheetDialog'
import { clientRecord, deviceRecord } from '../support/consoleRecords'
import { choose, chooseFile, config, press, renderInConsole, signIn, user } from '../support/consoleWorld'
import { openCommand, resetOrderCalls } from '../support/orderScreens'
import { payload, realProvider, stubServer } from '../support/stubServer'

const QUESTION = '저장하지 않고 나가시겠습니까?'
const question = () => screen.findByRole('alertdialog', { name: QUESTION })
const METHODS = [{ id: 'light', code: 'light', caption: '밝기', content: { Type: 'number', Holder: '128' } }]

const reloadIsAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
const clickBackdrop = () => fireEvent.click(document.querySelector('.MuiDialog-container')!)

beforeEach(() => void signIn({ level: 9, email: 'master@demo.local' }))

describe('the command dialog of a device', () => {
  beforeEach(() => resetOrderCalls({ methods: METHODS }))

  it('closes at once without input', async () => {
    const { onClose } = await openCommand('밝기')
    expect(reloadIsAsked()).toBe(false)
    await user.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledOnce()
  })

  it.each([
    ['Escape', async () => user.keyboard('{Escape}')],
    ['its cross', async () => press('닫기')],
  ])('asks at %s before typed text is lost', async (_, leave) => {
    const { onClose } = await openCommand('밝기')
    await user.type(await screen.findByRole('spinbutton'), '12')
    expect(reloadIsAsked()).toBe(true)
    await leave()
    await question()
    await press('계속 작성')
    await waitFor(() => expect(screen.queryByText(QUESTION)).toBeNull())
    expect(onClose).not.toHaveBeenCalled()
    await leave()
    await press('저장하지 않고 나가기')
    expect(onClose).toHaveBeenCalledOnce()
  })
})

it('the paste dialog asks before a click outside closes it', async () => {
  stubServer()
  const onClose = vi.fn()
  renderInConsole(<PasteDialog text="" targets={new Map()} onAdd={vi.fn()} onClose={onClose} />, {
    dataProvider: realProvider(),
  })
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: '010-1234-5678' } })
  fireEvent.mouseDown(document.querySelector('.MuiDialog-container')!)
  clickBackdrop()
  await question()
  expect(onClose).not.toHaveBeenCalled()
})

const openBulkChange = async (onClose: () => void, changeRecords = vi.fn()) => {
  const device = deviceRecord(1)
  renderInConsole(
    <BulkDialog
      name="editField"
      resource={config.resources.devices!}
      choice={{ ids: [device.id] }}
      count={1}
      shown={[device]}
      onClose={onClose}
      onDone={() => undefined}
    />,
    { dataProvider: { ...realProvider(), changeRecords, changeProgress: async () => undefined } },
  )
  await choose('항목', '시리얼')
  fireEvent.change(screen.getByRole('textbox', { name: '시리얼' }), { target: { value: 'S-2' } })
}

it.each<[string, (onClose: () => void) => Promise<void>]>([
  ['a change of many devices', openBulkChange],
  [
    'the registration of a corrected sheet',
    async onClose => {
      const checked = { rows: 1, headers: [], headerRow: 1, firstBadRows: [], firstCorrections: [] }
      const faults = {
        headerFaults: [],
        unknownHeaders: [],
        numbering: [],
        badRowCount: 0,
        correctionCount: 0,
        reading: {},
      }
      let answer = (_: { data: unknown }) => {}
      class CheckWorker {
        set onmessage(listen: typeof answer) {
          answer = listen
        }
        postMessage() {}
        terminate() {}
      }
      vi.stubGlobal('Worker', CheckWorker)
      renderInConsole(<RosterDialog onClose={onClose} />, { dataProvider: realProvider() })
      await chooseFile(new File(['PK'], 'devices.xlsx'))
      const result = { ...checked, ...faults, isChanged: true, isEdited: true, checkedOnServer: true }
      await act(async () => answer({ data: { is: 'result', result } }))
    },
  ],
])('%s asks at Escape and before a reload', async (_, openFilled) => {
  stubServer()
  const onClose = vi.fn()
  await openFilled(onClose)
  expect(reloadIsAsked()).toBe(true)
  await user.keyboard('{Escape}')
  await question()
  expect(onClose).not.toHaveBeenCalled()
  await press('저장하지 않고 나가기')
  expect(onClose).toHaveBeenCalledOnce()
})

it('a running change of many devices asks before a reload', async () => {
  stubServer()
  const changeRecords = vi.fn(() => new Promise<never>(() => undefined))
  await openBulkChange(() => undefined, changeRecords)
  await press('단말 1대 변경')
  await waitFor(() => expect(changeRecords).toHaveBeenCalled())
  expect(reloadIsAsked()).toBe(true)
})

it('a running upload asks before a reload', async () => {
  stubServer()
  const send = vi.fn(() => new Promise<never>(() => undefined))
  const upload = { send, late: '' }
  const download = { label: '샘플', done: '', get: vi.fn() }
  const dialog: ReactElement = (
    <SheetDialog title="t" help="h" download={download} upload={upload} onClose={() => undefined} />
  )
  renderInConsole(dialog, { dataProvider: realProvider() })
  await chooseFile(new File(['a'], 'a.csv'))
  expect(reloadIsAsked()).toBe(false)
  await press('업로드')
  await waitFor(() => expect(send).toHaveBeenCalled())
  expect(reloadIsAsked()).toBe(true)
})

it('the profile asks before the page is left, and not after a save', async () => {
  const own = clientRecord(7, { email: 'master@demo.local', phone: '01012345678', name: '박서준' })
  stubServer({
    'GET /api/clients/email/master%40demo.local': payload(own),
    'PUT /api/client/': payload({ ...own, name: '새 이름' }),
  })
  const { router } = renderInConsole(<ProfilePage />, { dataProvider: realProvider(), at: '/app/profile' })
  await screen.findByRole('tablist')
  fireEvent.change(screen.getByRole('textbox', { name: /^이름/ }), { target: { value: '새 이름' } })
  expect(reloadIsAsked()).toBe(true)
  await act(async () => void router.navigate('/app/devices'))
  await question()
  expect(router.state.location.pathname).toBe('/app/profile')
  await press('계속 작성')
  await press('변경')
  await waitFor(() => expect(reloadIsAsked()).toBe(false))
  await act(async () => void router.navigate('/app/devices'))
  expect(router.state.location.pathname).toBe('/app/devices')
})
