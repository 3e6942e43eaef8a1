/** The devices of a batch as a spreadsheet, downloaded and uploaded (§2 Devices dialog, §8). */
import { screen, within } from '@testing-library/react'
import { HttpError } from 'ra-core'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import DevicesDialog from '../../src/console/features/batches/DevicesDialog'
import { chooseFile, press, renderInConsole, shows, signIn, user } from '../support/consoleWorld'

const uploadBatchDevices = vi.fn()
const downloadBatchDevices = vi.fn()
const UPDATED = '단말목록을 업데이트 하였습니다.'
const success = (payload?: object) => ({ result: true, message: '', payload })

beforeEach(() => {
  signIn({ level: 6, vendor: 1 })
  uploadBatchDevices.mockReset().mockResolvedValue(success({ devices: 12, joined: 3, left: 1 }))
  downloadBatchDevices.mockReset().mockResolvedValue({ blob: new Blob(['x']), name: '수도권_단말목록.xlsx' })
})

const open = () =>
  renderInConsole(<DevicesDialog record={{ id: 4, name: '수도권' }} onClose={() => undefined} />, {
    dataProvider: { uploadBatchDevices, downloadBatchDevices },
    resource: 'batches',
  })
async function upload() {
  const page = open()
  const refreshed = vi.spyOn(page.queryClient, 'invalidateQueries')
  await chooseFile(new File(['PK'], 'a.xlsx'))
  await press('업로드')
  return { refreshed }
}

describe('the devices dialog (§2)', () => {
  it('uploads the list of its batch, shows the numbers and refreshes the list', async () => {
    const { refreshed } = await upload()
    await shows(UPDATED)
    await shows('그룹의 단말: 12대 (추가 3대, 제외 1대)')
    expect(uploadBatchDevices.mock.calls[0]!.slice(0, 2)).toEqual([4, expect.any(File)])
    expect(refreshed).toHaveBeenCalled()
  })

  it('says which sheet was read, and how many hidden rows it had', async () => {
    uploadBatchDevices.mockResolvedValue(
      success({ devices: 12, joined: 3, left: 1, sheet: '단말', hiddenRows: 2 }),
    )
    await upload()
    expect(
      await screen.findByText(/여러 시트 가운데 "단말" 시트를 읽었습니다\. 숨겨진 행 2개도 함께 읽었습니다/),
    ).toBeInTheDocument()
  })

  it('lists refused cells and the changes without them, and keeps the file', async () => {
    const message = '잘못된 칸이 1개 있어 아무것도 바꾸지 않았습니다. 고친 후 다시 올려 주세요.'
    const row = {
      row: 3,
      column: 'IMEI',
      value: '1',
      code: 'deviceUnknown',
      message: '등록되지 않은 단말입니다.',
    }
    const leaving = { before: 9, left: 4, joined: 2, regrouped: 0, devices: 7, unknown: 1 }
    const body = { code: 'batchDevices.rows', rows: [row], rowsTotal: 1, leaving }
    uploadBatchDevices.mockRejectedValue(new HttpError(message, 422, body))
    await upload()
    await shows(message)
    await shows(/4대가 빠지고 2대가 들어오며 5대가 남습니다.*등록되지 않은 단말은 1대/)
    const table = screen.getByRole('table', { name: '확인이 필요한 항목 1건' })
    expect(within(table).getAllByRole('row')[1]).toHaveTextContent('3IMEI1등록되지 않은 단말입니다.')
    await shows('a.xlsx')
  })

  it('only downloads for users who may not change the batch', async () => {
    signIn({ level: 3, vendor: 1 })
    open()
    expect(await screen.findByRole('button', { name: '단말 목록 다운로드' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: '업로드' })).toBeNull()
    expect(screen.queryByLabelText('목록 파일', { selector: 'input' })).toBeNull()
    await shows(/스프레드시트 파일로 내려받습니다/)
  })
})

describe('a list that changes the membership of devices', () => {
  const LEAVING = { before: 84, left: 83, joined: 2, regrouped: 0, devices: 3, unknown: 0 }
  const QUESTION = '단말 84대 중 83대가 그룹에서 빠집니다. 계속하시겠습니까?'
  /** Answers an upload with a question. @param numbers replace those of `LEAVING` */
  const asks = (numbers: object = {}) =>
    uploadBatchDevices.mockRejectedValueOnce(
      new HttpError('x', 409, { code: 'batchDevices.leaving', leaving: { ...LEAVING, ...numbers } }),
    )
  /** The numbers that each upload agrees to: leaving, joining, changing their bunch. */
  const agreed = () =>
    uploadBatchDevices.mock.calls.map(([, , { agreedMoves }]) => Object.values(agreedMoves))
  const question = (name: string | RegExp) => screen.findByRole('alertdialog', { name })
  const pressIn = async (dialog: HTMLElement, name: string) =>
    user.click(within(dialog).getByRole('button', { name }))

  it('is applied after a question, with the numbers of that question', async () => {
    asks()
    await upload()
    const dialog = await question(QUESTION)
    expect(dialog).toHaveTextContent('새로 들어오는 단말은 2대이며, 이 그룹의 단말은 3대가 됩니다.')
    expect(agreed()).toEqual([[0, 0, 0]])
    await pressIn(dialog, '계속')
    await shows(UPDATED)
    expect(agreed().slice(1)).toEqual([[83, 2, 0]])
  })

  it('is not applied after a no, and the file stays', async () => {
    asks()
    await upload()
    await pressIn(await question(QUESTION), '취소')
    await shows(/업로드를 취소하였습니다/)
    await shows('a.xlsx')
    expect(agreed()).toHaveLength(1)
  })

  it('is asked about when devices change their bunch, alone or beside others', async () => {
    const staying = { left: 0, joined: 0, regrouped: 7, devices: 84 }
    asks(staying)
    asks({ ...staying, joined: 1, devices: 85 })
    await upload()
    const first = await question('단말 7대의 하위 그룹이 바뀝니다. 계속하시겠습니까?')
    expect(first).toHaveTextContent('그대로 남는 단말은 84대입니다.')
    await pressIn(first, '계속')
    const second = await question(/단말 1대가 그룹에 들어옵니다/)
    expect(second).toHaveTextContent('남는 단말 중 7대는 하위 그룹이 바뀝니다.')
    await pressIn(second, '계속')
    await shows(UPDATED)
    expect(agreed()).toEqual([
      [0, 0, 0],
      [0, 0, 7],
      [0, 1, 7],
    ])
  })
})
