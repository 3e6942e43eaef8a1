/** The question before a deletion names the records that are deleted or cleared with it (`onDelete` of config). */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import DeleteDialog from '../../src/console/features/records/DeleteDialog'
import { compileWith } from '../support/config'
import { configFiles } from '../support/configFiles'
import { deviceRecord } from '../support/consoleRecords'
import { answer, press, renderInConsole, signIn } from '../support/consoleWorld'
import { type Handler, payload, realProvider, refusal, stubServer, unreachable } from '../support/stubServer'

const files = configFiles()
const { shared: config } = compileWith({
  'resources/repairs.json': JSON.parse(files['examples/repairs.json']!),
  'resources/teams.json': JSON.parse(files['examples/teams.json']!),
})

const { id: IMEI } = deviceRecord()
const EFFECTS = `GET /api/removals/devices/${IMEI}`
const REMOVE = `DELETE /api/devices/${IMEI}`
const removed = payload(undefined)
/** Answers how many repairs are deleted with the device, and how many teams are cleared. */
const effects =
  (repairs: number, teams = 0): Handler =>
  () => {
    const count = (resource: string, count: number) => (count > 0 ? [{ resource, count }] : [])
    return answer({ deleted: count('repairs', repairs), cleared: count('teams', teams) })
  }

let server: ReturnType<typeof stubServer>
beforeEach(() => {
  signIn({ level: 9 })
  server = stubServer({ [REMOVE]: removed })
})

function ask(resource = 'devices', id: string | number = IMEI, at = '/') {
  const onClose = vi.fn()
  const question = <DeleteDialog record={{ id, name: '이름' }} onClose={onClose} />
  return { onClose, ...renderInConsole(question, { config, dataProvider: realProvider(), resource, at }) }
}
const dialog = async () => within(await screen.findByRole('alertdialog'))
const shows = async (text: string) => expect(await (await dialog()).findByText(text)).toBeVisible()
const yes = () => screen.findByRole('button', { name: '예' })
const expectEnabled = () => waitFor(async () => expect(await yes()).not.toHaveAttribute('aria-disabled'))
const expectDisabled = async () => expect(await yes()).toHaveAttribute('aria-disabled', 'true')
const queries = () => server.sent(REMOVE).map(({ query }) => query.toString())

describe('the question before a deletion', () => {
  it('names the number of deleted and of cleared records, and sends them along', async () => {
    server.handlers[EFFECTS] = effects(3, 1204)
    const { onClose } = ask()
    const text = await (await dialog()).findByText(/함께 삭제/)
    expect(text.textContent).toBe('함께 삭제: 수리 (3)\n비워짐: 점검반 (1,204)')
    await press('예')
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(queries()).toEqual(['deleted=3&cleared=1204'])
  })

  it('is asked again when these numbers have changed', async () => {
    const message = '그사이 함께 삭제되거나 비워질 데이터가 달라졌습니다.'
    const changed = refusal(409, message, { code: 'record.removalChanged' })
    server.handlers[EFFECTS] = effects(3)
    server.handlers[REMOVE] = call => (call.query.get('deleted') === '4' ? removed : changed)(call)
    const { onClose } = ask()
    await shows('함께 삭제: 수리 (3)')
    server.handlers[EFFECTS] = effects(4)
    await press('예')
    await shows('함께 삭제: 수리 (4)')
    expect((await dialog()).getByRole('alert')).toHaveTextContent(message)
    expect(onClose).not.toHaveBeenCalled()
    await expectEnabled()
    await press('예')
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(queries()).toEqual(['deleted=3&cleared=0', 'deleted=4&cleared=0'])
  })

  it('names no other records when there are none, and leads from the form of the record to its list (§4)', async () => {
    server.handlers[EFFECTS] = effects(0)
    const { router } = ask('devices', IMEI, `/app/devices/edit/${IMEI}`)
    await expectEnabled()
    expect((await dialog()).queryByText(/함께 삭제|비워짐/)).toBeNull()
    await press('예')
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/devices'))
  })

  it('cannot be confirmed before the numbers are known', async () => {
    let respond: (response: Response) => void = () => undefined
    server.handlers[EFFECTS] = () => new Promise<Response>(resolve => (respond = resolve))
    const { onClose } = ask()
    await expectDisabled()
    fireEvent.click(await yes())
    await waitFor(() => expect(server.sent(EFFECTS)).toHaveLength(1))
    expect(queries()).toEqual([])
    respond(answer({ deleted: [{ resource: 'repairs', count: 1 }], cleared: [] }))
    await shows('함께 삭제: 수리 (1)')
    await press('예')
    await waitFor(() => expect(onClose).toHaveBeenCalled())
  })

  it.each<[string, Handler, string | RegExp]>([
    ['refuses', refusal(409, '바꿀 권한이 없습니다.'), '바꿀 권한이 없습니다.'],
    ['is unreachable', unreachable, /.+/],
    ['answers with something else', () => answer({ deleted: 3 }), '서버의 응답을 읽을 수 없습니다.'],
  ])('shows why it cannot be confirmed when the server %s, and reads again', async (_, failure, message) => {
    server.handlers[EFFECTS] = failure
    ask()
    expect(await (await dialog()).findByRole('alert')).toHaveTextContent(message)
    await expectDisabled()
    server.handlers[EFFECTS] = effects(2)
    await press('다시 시도')
    await shows('함께 삭제: 수리 (2)')
    await expectEnabled()
  })

  it('is confirmed without numbers on a server without that call; resources without `onDelete` need none', async () => {
    const { unmount } = ask()
    await expectEnabled()
    expect(server.sent(EFFECTS)).toHaveLength(1)
    await press('예')
    await waitFor(() => expect(queries()).toEqual(['']))
    unmount()
    ask('methods', 3).unmount()
    expect(server.calls.filter(({ path }) => path.startsWith('/api/removals/methods'))).toEqual([])
  })
})
