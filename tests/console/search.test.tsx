/** The search of everything, opened with a slash. */
import { act, screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ActionDialogProps } from '../../src/console/feature'
import { SearchBox } from '../../src/console/features/search'
import { commandsOf, splitCommand } from '../../src/console/features/search/commands'
import { hitsOf, listWith, splitAtMatch } from '../../src/console/features/search/hits'
import { pageCommands } from '../../src/console/pageCommands'
import { Screen } from '../../src/console/ui/Screen'
import { deviceRecord } from '../support/consoleRecords'
import { config, press, renderInConsole, signIn, user } from '../support/consoleWorld'

const search = vi.fn<(text: string) => Promise<unknown>>()
const FOUND = [
  { resource: 'vendors', id: 4, name: '한빛텔레매틱스', detail: '서울' },
  { resource: 'batches', id: 9, name: '한빛 화물', detail: 'FT-100' },
]

beforeEach(() => {
  signIn({ level: 9 })
  search.mockReset().mockResolvedValue(FOUND)
})

const CommandDialog = ({ record, command }: ActionDialogProps) => (
  <div role="dialog">{`${record?.id} ${command}`}</div>
)
const field = () => screen.findByRole('combobox', { name: '검색' })
const option = (name: RegExp) => screen.findByRole('option', { name })
const open = () =>
  renderInConsole(
    <>
      <SearchBox />
      <input aria-label="other" />
      <Routes>
        <Route path="/app/orders" element={<Screen title="제어 명령">{null}</Screen>} />
        <Route path="*" element={null} />
      </Routes>
    </>,
    { dataProvider: { search } },
  )
async function openAndType(text: string) {
  const page = open()
  await user.keyboard('/')
  if (text) await user.type(await field(), text)
  return { ...page, path: () => page.router.state.location.pathname }
}

describe('the search box', () => {
  it('keeps focus and text when the screen of a link is shown later', async () => {
    const { router } = await openAndType('한')
    const heading = () => screen.findByRole('heading', { name: '제어 명령' })
    await act(() => router.navigate('/app/orders'))
    await heading()
    expect(await field()).toHaveFocus()
    await user.keyboard('빛/')
    expect(await field()).toHaveValue('한빛/')
    await user.keyboard('{Escape}')
    await act(() => router.navigate('/'))
    await act(() => router.navigate('/app/orders'))
    expect(await heading()).toHaveFocus()
  })

  it('opens another record with the arrow keys', async () => {
    const { path } = await openAndType('한빛')
    await option(/한빛 화물/)
    await user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(path()).toBe('/app/groups/batches/9/show'))
  })

  it('opens the device of a pasted number, also when Enter comes before the answer', async () => {
    const { id, isdn } = deviceRecord()
    search.mockResolvedValue([{ resource: 'devices', id, name: isdn, detail: id }])
    const { path } = await openAndType('')
    await user.click(await field())
    await user.paste('010-1511-1436')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(path()).toBe(`/app/devices/${id}`))
  })

  it('shows a failure, still offers the list of devices, and searches again', async () => {
    search.mockRejectedValueOnce(new Error('x'))
    await openAndType('0101')
    expect(await screen.findByText(/검색하지 못했습니다/)).toBeInTheDocument()
    await option(/디바이스 목록에서/)
    await press('다시 시도')
    await option(/한빛텔레매틱스/)
    expect(screen.queryByText(/검색하지 못했습니다/)).toBeNull()
  })
})

describe('commands', () => {
  const context = {
    config,
    level: 9,
    may: () => true,
    actions: {
      create: { label: '', icon: () => null, to: () => '' },
      delete: { label: '삭제', icon: () => null, Dialog: CommandDialog },
    },
    page: [],
    translate: (text: unknown, { name = '' }: Record<string, unknown> = {}) =>
      typeof text === 'string' ? `${text} ${name}` : ((text as { ko?: string } | undefined)?.ko ?? ''),
  }
  const names = (text: string) => commandsOf(context, text).map(({ name }) => name)
  const METHODS = [{ code: 'reboot', caption: '단말 재시작', content: { Type: 'array' } }]

  it('lead to screens, to forms of new records, and by abbreviated filters to the list of devices', () => {
    expect(names('업체관리')).toEqual(['업체관리'])
    expect(commandsOf(context, 'records.form.create 그룹')[0]?.to).toBe('/app/groups/batches/edit/0')
    const [hit] = commandsOf(context, '오프라인 경남')
    expect(decodeURIComponent(hit!.to)).toBe('/app/devices?filter={"status":"closed","sido":"KR-48"}')
    for (const text of ['오프라인 오프라인', '경남(', '9042', '']) expect(names(text)).toEqual([])
  })

  it('are recognised before and after a number', () => {
    for (const text of ['재시작 9042', '9042 재시작'])
      expect(splitCommand(text, METHODS)).toEqual({ query: '9042', named: METHODS })
    for (const text of ['9042', '재시작', '종료 9042']) expect(splitCommand(text, METHODS)).toBeUndefined()
  })

  it('open the control dialog of a found device by Ctrl+K, a command and digits; recent hits come back', async () => {
    const device = deviceRecord()
    search.mockResolvedValue([{ resource: 'devices', id: device.id, name: device.isdn, detail: device.id }])
    renderInConsole(<SearchBox />, {
      dataProvider: {
        search,
        getList: async (resource: string) => ({
          data: resource === 'choices/methods' ? METHODS : [],
          total: 7,
        }),
        getMany: async () => ({ data: [device] }),
        getOne: async () => ({ data: device }),
      },
      actions: { control: { label: '', icon: () => null, Dialog: CommandDialog } },
    })
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await field(), '1436')
    await option(/전체 검색 \(7\)/)
    await option(/온라인/)
    await user.keyboard('{Enter}')
    await user.keyboard('{Control>}k{/Control}')
    await option(/010-1511-1436/)
    await user.type(await field(), '재시작 1436')
    await user.click(await option(/단말 재시작 → 010-1511-\s*1436/))
    expect(await screen.findByRole('dialog')).toHaveTextContent(`${device.id} reboot`)
  })
})

it('row and bulk actions open for a found record, and for the selected rows of the shown list', async () => {
  const run = vi.fn()
  pageCommands.set([{ name: 'remove', label: '선택 삭제', detail: '12개 선택', run }])
  renderInConsole(<SearchBox />, {
    dataProvider: { search, getOne: async () => ({ data: { id: 9, updated: '2026-01-01T00:00:00Z' } }) },
    actions: { delete: { label: '삭제', icon: () => null, Dialog: CommandDialog } },
  })
  await user.keyboard('/')
  await user.type(await field(), '선택')
  await user.click(await option(/선택 삭제/))
  expect(run).toHaveBeenCalledOnce()
  pageCommands.set([])
  await user.keyboard('/')
  await user.type(await field(), '한빛 화물 삭제')
  await user.click(await option(/삭제 → \s*한빛 화물/))
  expect(search).toHaveBeenLastCalledWith('한빛 화물', expect.anything())
  // The dialog shows the id and the command; an action of a record has no command.
  expect(await screen.findByRole('dialog')).toHaveTextContent('9 undefined')
})

describe('a found record', () => {
  const mayAll = () => true

  it('of a number is looked up in the list of devices on a server without search (decision 22)', () => {
    const hits = hitsOf(config, mayAll, '010-1234', undefined)
    expect(hits.map(({ to }) => to)).toEqual([listWith(config.resources.devices!, '0101234')])
    expect(hitsOf(config, mayAll, '한빛', undefined)).toEqual([])
  })

  it('leads to the list for users without its form, and is hidden from users without its list', () => {
    const mayList = (resource: string, action: string) => action === 'list' && resource !== 'vendors'
    const hits = hitsOf(config, mayList, '한빛', FOUND as never)
    expect(hits.map(({ resource }) => resource)).toEqual(['batches'])
    expect(hits[0]!.to).toContain('/app/groups/batches?filter=')
  })

  it.each([
    ['010-1365-1365', '1365', ['010-1365-', '1365', '']],
    ['010-1365-0000', '10-136', ['0', '10-136', '5-0000']],
    ['358126091037375', '9103', ['3581260', '9103', '7375']],
    ['한빛 Telecom', 'TELE', ['한빛 ', 'Tele', 'com']],
    ['서울', '한빛', ['서울', '', '']],
  ])('shown as %s marks the searched text %s', (shown, text, parts) => {
    expect(splitAtMatch(shown, text)).toEqual(parts)
  })

  it('of digits is followed by the list of devices, within their group', () => {
    const found = [{ resource: 'devices', id: '358', name: '01013651365', detail: '358' }, ...FOUND]
    const hits = hitsOf(config, mayAll, '1365', found as never)
    expect(hits.map(({ key }) => key)).toEqual(['devices 358', 'list', 'vendors 4', 'batches 9'])
  })

  it('of an unknown resource is ignored', () => {
    const unknown = [{ resource: 'constructor', id: 1, name: '', detail: '' }]
    expect(hitsOf(config, mayAll, 'x', unknown as never)).toEqual([])
  })
})
