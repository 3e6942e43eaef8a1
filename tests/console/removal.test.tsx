/**
 * The question before a deletion says what else goes and is emptied (`onDelete` of config), and nobody agrees to what
 * is not known.
 */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ResourceContextProvider } from 'ra-core'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ConfigProvider } from '../../src/console/config'
import DeleteDialog from '../../src/console/features/records/DeleteDialog'
import { compileConfig } from '../../src/engine/load/compileConfig'
import { configFiles } from '../support/configFiles'
import { answer, renderInConsole, signIn } from '../support/consoleWorld'
import { type Handler, realProvider, refusal, stubServer, unreachable } from '../support/stubServer'

const files = configFiles()
const compiled = compileConfig({
  ...files,
  'resources/repairs.json': files['examples/repairs.json']!,
  'resources/teams.json': files['examples/teams.json']!,
})
if (!compiled.ok) throw new Error(JSON.stringify(compiled.errors))
const config = compiled.config.shared

const EFFECTS = 'GET /api/removals/devices/356938035643809'
const REMOVE = 'DELETE /api/devices/356938035643809'
const effects =
  (deleted: object[], cleared: object[] = []): Handler =>
  () =>
    answer({ deleted, cleared })

function ask(resource = 'devices', id: string | number = '356938035643809') {
  const closed = vi.fn()
  const shown = renderInConsole(
    <ConfigProvider value={config}>
      <ResourceContextProvider value={resource}>
        <DeleteDialog record={{ id, name: '이름' }} onClose={closed} />
      </ResourceContextProvider>
    </ConfigProvider>,
    { dataProvider: realProvider() },
  )
  return { ...shown, closed }
}
const dialog = async () => within(await screen.findByRole('alertdialog'))
const yes = async () => (await dialog()).getByRole('button', { name: '예' })

beforeEach(() => {
  signIn({ level: 9 })
})

describe('the question before a deletion', () => {
  it('says how many records of which kind go too, and how many are emptied', async () => {
    const server = stubServer({
      [EFFECTS]: effects([{ resource: 'repairs', count: 3 }], [{ resource: 'teams', count: 1204 }]),
      [REMOVE]: () => answer({ result: true, message: '' }),
    })
    const { closed } = ask()
    const shown = await (await dialog()).findByText(/함께 삭제/)
    expect(shown.textContent).toBe('함께 삭제: 수리 3건\n비워짐: 점검반 1,204건')
    await userEvent.click(await yes())
    await waitFor(() => expect(closed).toHaveBeenCalled())
    expect(server.sent(REMOVE).map(({ query }) => query.toString())).toEqual(['deleted=3&cleared=1204'])
  })

  it('is asked anew where others have come to refer to it meanwhile', async () => {
    const changed = '그사이 함께 삭제되거나 비워질 데이터가 달라졌습니다.'
    const server = stubServer({
      [EFFECTS]: effects([{ resource: 'repairs', count: 3 }]),
      [REMOVE]: ({ query }) =>
        query.get('deleted') === '4'
          ? answer({ result: true, message: '' })
          : answer({ result: false, message: changed, code: 'record.removalChanged' }, 409),
    })
    const { closed } = ask()
    await (await dialog()).findByText('함께 삭제: 수리 3건')
    server.handlers[EFFECTS] = effects([{ resource: 'repairs', count: 4 }])
    await userEvent.click(await yes())
    expect(await (await dialog()).findByText('함께 삭제: 수리 4건')).toBeVisible()
    expect((await dialog()).getByRole('alert')).toHaveTextContent(changed)
    expect(closed).not.toHaveBeenCalled()
    await waitFor(async () => expect(await yes()).not.toHaveAttribute('aria-disabled'))
    await userEvent.click(await yes())
    await waitFor(() => expect(closed).toHaveBeenCalled())
    expect(server.sent(REMOVE).map(({ query }) => query.get('deleted'))).toEqual(['3', '4'])
  })

  it('says nothing of what there is none of', async () => {
    stubServer({ [EFFECTS]: effects([]) })
    ask()
    await waitFor(async () => expect(await yes()).not.toHaveAttribute('aria-disabled'))
    expect((await dialog()).queryByText(/함께 삭제|비워짐/)).toBeNull()
  })

  it('cannot be agreed to before that is known', async () => {
    let tell: (response: Response) => void = () => undefined
    const server = stubServer({
      [EFFECTS]: () =>
        new Promise<Response>(resolve => {
          tell = resolve
        }),
      [REMOVE]: () => answer({ result: true, message: '' }),
    })
    const { closed } = ask()
    expect(await yes()).toHaveAttribute('aria-disabled', 'true')
    fireEvent.click(await yes())
    await waitFor(() => expect(server.sent(EFFECTS)).toHaveLength(1))
    expect(server.sent(REMOVE)).toEqual([])
    tell(answer({ deleted: [{ resource: 'repairs', count: 1 }], cleared: [] }))
    await (await dialog()).findByText('함께 삭제: 수리 1건')
    await userEvent.click(await yes())
    await waitFor(() => expect(closed).toHaveBeenCalled())
  })

  it.each<[string, Handler, string | RegExp]>([
    ['refused', refusal(409, '바꿀 권한이 없습니다.'), '바꿀 권한이 없습니다.'],
    ['cut off', unreachable, /.+/],
    ['no answer of the server', () => answer({ deleted: 3 }), '서버의 응답을 읽을 수 없습니다.'],
  ])('says why where it is %s, and asks again', async (_, failure, sentence) => {
    const server = stubServer({ [EFFECTS]: failure })
    ask()
    expect(await (await dialog()).findByRole('alert')).toHaveTextContent(sentence)
    expect(await yes()).toHaveAttribute('aria-disabled', 'true')
    server.handlers[EFFECTS] = effects([{ resource: 'repairs', count: 2 }])
    await userEvent.click((await dialog()).getByRole('button', { name: '다시 시도' }))
    await (await dialog()).findByText('함께 삭제: 수리 2건')
    expect(await yes()).not.toHaveAttribute('aria-disabled')
  })

  it('is as ever on a server that has no such call, and where config says nothing', async () => {
    const server = stubServer({})
    ask()
    await waitFor(async () => expect(await yes()).not.toHaveAttribute('aria-disabled'))
    expect(server.sent(EFFECTS)).toHaveLength(1)
    server.handlers[REMOVE] = () => answer({ result: true, message: '' })
    await userEvent.click(await yes())
    await waitFor(() => expect(server.sent(REMOVE)).toHaveLength(1))
    expect(server.sent(REMOVE)[0]!.query.toString()).toBe('')
    ask('methods', 3).unmount()
    expect(server.calls.filter(({ path }) => path.startsWith('/api/removals/methods'))).toEqual([])
  })
})
