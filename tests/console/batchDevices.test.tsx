/** The devices of a batch as a spreadsheet, down and up again (§2 Devices dialog, §8). */
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpError, ResourceContextProvider } from 'ra-core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import DevicesDialog from '../../src/console/features/batches/DevicesDialog'
import { session } from '../../src/console/session'
import { chooseFile, renderInConsole, signIn } from '../support/consoleWorld'

const uploadBatchDevices = vi.fn()
const downloadBatchDevices = vi.fn()
const onClose = vi.fn()

beforeEach(() => {
  signIn({ level: 6, vendor: 1 })
  uploadBatchDevices.mockReset().mockResolvedValue({
    result: true,
    message: '',
    payload: { devices: 12, joined: 3, left: 1 },
  })
  downloadBatchDevices.mockReset().mockResolvedValue({ blob: new Blob(['x']), name: '수도권_단말목록.xlsx' })
  onClose.mockReset()
  URL.createObjectURL = vi.fn(() => 'blob:x')
  URL.revokeObjectURL = vi.fn()
})
afterEach(() => session.end('signedOut'))

const open = () =>
  renderInConsole(
    <ResourceContextProvider value="batches">
      <DevicesDialog record={{ id: 4, name: '수도권' }} onClose={onClose} />
    </ResourceContextProvider>,
    { dataProvider: { uploadBatchDevices, downloadBatchDevices } as never },
  )
const choose = (name = 'devices.xlsx') => chooseFile(new File(['PK'], name))
const upload = async () => userEvent.setup().click(await screen.findByRole('button', { name: '업로드' }))

describe('the devices dialog (§2)', () => {
  it('says that the list replaces the devices, and gives it', async () => {
    open()
    expect(await screen.findByRole('dialog', { name: '수도권 단말 목록' })).toBeInTheDocument()
    expect(screen.getByText(/업로드한 목록의 단말이 이 그룹의 단말이 됩니다/)).toBeInTheDocument()
    await userEvent.setup().click(screen.getByRole('button', { name: '단말 목록 다운로드' }))
    expect(await screen.findByText('단말 목록을 다운로드 하였습니다!')).toBeInTheDocument()
    expect(downloadBatchDevices).toHaveBeenCalledWith(4)
  })

  it('asks for a file when there is none, and sends nothing', async () => {
    open()
    await upload()
    expect(await screen.findByText('목록 파일을 선택 후, 업로드 해 주세요!')).toBeInTheDocument()
    expect(uploadBatchDevices).not.toHaveBeenCalled()
  })

  it('sends the list for its batch, says so with the numbers, and the list is asked for again', async () => {
    const { queryClient } = open()
    const refreshed = vi.spyOn(queryClient, 'invalidateQueries')
    await choose()
    await upload()
    expect(await screen.findByText('단말목록을 업데이트 하였습니다.')).toBeInTheDocument()
    expect(screen.getByText('그룹의 단말: 12대 (추가 3대, 제외 1대)')).toBeInTheDocument()
    expect(uploadBatchDevices.mock.calls[0]!.slice(0, 2)).toEqual([4, expect.any(File)])
    expect(refreshed).toHaveBeenCalled()
  })

  it('says so as well where the server tells no numbers', async () => {
    uploadBatchDevices.mockResolvedValue({ result: true, message: '' })
    open()
    await choose()
    await upload()
    expect(await screen.findByText('단말목록을 업데이트 하였습니다.')).toBeInTheDocument()
    expect(screen.queryByText(/그룹의 단말:/)).toBeNull()
  })

  describe('when devices would leave the group', () => {
    const QUESTION = '단말 84대 중 83대가 그룹에서 빠집니다. 계속하시겠습니까?'
    const leaving = { before: 84, left: 83, joined: 2, regrouped: 0, devices: 3, unknown: 0 }
    beforeEach(() => {
      uploadBatchDevices.mockRejectedValueOnce(
        new HttpError('빠집니다', 409, { code: 'batchDevices.leaving', leaving }),
      )
    })
    const agreed = () => uploadBatchDevices.mock.calls.map(([, , { agreed }]) => Object.values(agreed))

    it('asks with the number, and goes on with that number alone', async () => {
      open()
      await choose()
      await upload()
      const question = await screen.findByRole('alertdialog', { name: QUESTION })
      expect(question).toHaveTextContent('새로 들어오는 단말은 2대이며, 이 그룹의 단말은 3대가 됩니다.')
      expect(agreed()).toEqual([[0, 0, 0]])
      await userEvent.setup().click(within(question).getByRole('button', { name: '계속' }))
      expect(await screen.findByText('단말목록을 업데이트 하였습니다.')).toBeInTheDocument()
      expect(agreed()).toEqual([
        [0, 0, 0],
        [83, 2, 0],
      ])
    })

    it('asks again where another number would leave by then', async () => {
      uploadBatchDevices.mockRejectedValueOnce(
        new HttpError('빠집니다', 409, {
          code: 'batchDevices.leaving',
          leaving: { ...leaving, before: 85, left: 84 },
        }),
      )
      open()
      await choose()
      await upload()
      await userEvent.setup().click(await screen.findByRole('button', { name: '계속' }))
      expect(
        await screen.findByRole('alertdialog', {
          name: '단말 85대 중 84대가 그룹에서 빠집니다. 계속하시겠습니까?',
        }),
      ).toBeInTheDocument()
      expect(agreed()).toEqual([
        [0, 0, 0],
        [83, 2, 0],
      ])
    })

    it('shows what joins also where nothing leaves', async () => {
      uploadBatchDevices.mockReset().mockRejectedValueOnce(
        new HttpError('들어옵니다', 409, {
          code: 'batchDevices.leaving',
          leaving: { ...leaving, left: 0, devices: 86 },
        }),
      )
      uploadBatchDevices.mockResolvedValue({ result: true, message: '' })
      open()
      await choose()
      await upload()
      const question = await screen.findByRole('alertdialog', {
        name: '단말 2대가 그룹에 들어옵니다. 계속하시겠습니까?',
      })
      expect(question).toHaveTextContent('그대로 남는 단말은 84대이며, 이 그룹의 단말은 86대가 됩니다.')
      await userEvent.setup().click(within(question).getByRole('button', { name: '계속' }))
      expect(await screen.findByText('단말목록을 업데이트 하였습니다.')).toBeInTheDocument()
      expect(agreed()).toEqual([
        [0, 0, 0],
        [0, 2, 0],
      ])
    })

    it('asks also where devices that stay would change their bunch, and beside what moves', async () => {
      const staying = { before: 84, left: 0, joined: 0, regrouped: 7, devices: 84, unknown: 0 }
      const asking = (numbers: object) =>
        new HttpError('바뀝니다', 409, { code: 'batchDevices.leaving', leaving: numbers })
      uploadBatchDevices
        .mockReset()
        .mockRejectedValueOnce(asking(staying))
        .mockRejectedValueOnce(asking({ ...staying, joined: 1, devices: 85 }))
        .mockResolvedValue({ result: true, message: '' })
      open()
      await choose()
      await upload()
      const first = await screen.findByRole('alertdialog', {
        name: '단말 7대의 하위 그룹이 바뀝니다. 계속하시겠습니까?',
      })
      expect(first).toHaveTextContent('그대로 남는 단말은 84대입니다.')
      await userEvent.setup().click(within(first).getByRole('button', { name: '계속' }))
      const second = await screen.findByRole('alertdialog', { name: /단말 1대가 그룹에 들어옵니다/ })
      expect(second).toHaveTextContent('남는 단말 중 7대는 하위 그룹이 바뀝니다.')
      await userEvent.setup().click(within(second).getByRole('button', { name: '계속' }))
      expect(await screen.findByText('단말목록을 업데이트 하였습니다.')).toBeInTheDocument()
      expect(agreed()).toEqual([
        [0, 0, 0],
        [0, 0, 7],
        [0, 1, 7],
      ])
    })

    it('changes nothing for a no, and keeps the file', async () => {
      open()
      await choose('a.xlsx')
      await upload()
      const question = await screen.findByRole('alertdialog', { name: QUESTION })
      await userEvent.setup().click(within(question).getByRole('button', { name: '취소' }))
      expect(await screen.findByText(/업로드를 취소하였습니다/)).toBeInTheDocument()
      expect(agreed()).toEqual([[0, 0, 0]])
      expect(screen.getByText('a.xlsx')).toBeInTheDocument()
    })
  })

  it('names row, column, value and reason of every refused cell, and keeps the file', async () => {
    const message = '잘못된 칸이 1개 있어 아무것도 바꾸지 않았습니다. 고친 후 다시 올려 주세요.'
    uploadBatchDevices.mockRejectedValue(
      new HttpError(message, 422, {
        code: 'batchDevices.rows',
        rows: [
          { row: 3, column: 'IMEI', value: '1', code: 'deviceUnknown', message: '등록되지 않은 단말입니다.' },
        ],
        rowsTotal: 1,
        leaving: { before: 9, left: 4, joined: 2, regrouped: 0, devices: 7, unknown: 1 },
      }),
    )
    open()
    await choose('a.xlsx')
    await upload()
    expect(await screen.findByText(message)).toBeInTheDocument()
    expect(
      screen.getByText(/4대가 빠지고 2대가 들어오며 5대가 남습니다.*등록되지 않은 단말은 1대/),
    ).toBeVisible()
    const table = screen.getByRole('table', { name: '확인이 필요한 항목 1건' })
    expect(within(table).getAllByRole('row')[1]).toHaveTextContent('3IMEI1등록되지 않은 단말입니다.')
    expect(screen.getByText('a.xlsx')).toBeInTheDocument()
  })

  it('is a download alone for those who may not change the batch', async () => {
    session.end('signedOut')
    signIn({ level: 3, vendor: 1 })
    open()
    expect(await screen.findByRole('button', { name: '단말 목록 다운로드' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: '업로드' })).toBeNull()
    expect(screen.queryByLabelText('목록 파일', { selector: 'input' })).toBeNull()
    expect(screen.getByText(/스프레드시트 파일로 내려받습니다/)).toBeInTheDocument()
  })
})
