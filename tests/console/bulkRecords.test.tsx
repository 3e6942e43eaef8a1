/** Selected rows of a resource that only config describes: several fields edited together, in its own words. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpError } from 'ra-core'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { RecordsChange } from '../../src/console/api/fleet'
import RecordList from '../../src/console/features/records/RecordList'
import { compileWith } from '../support/config'
import { choose, press, renderInConsole, signIn, user } from '../support/consoleWorld'

const CONTRACTS = {
  label: { ko: '계약', en: 'Contracts' },
  labelOne: { ko: '계약', en: 'contract' },
  path: '/app/contracts',
  recordName: 'number',
  source: { dialect: 'simple-rest' },
  access: { list: 'client', show: 'client', create: 'vendor', edit: 'vendor', delete: 'vendor' },
  fields: {
    number: { type: 'text', label: '번호', unique: true },
    place: { type: 'text', label: '위치' },
    note: { type: 'text', label: '메모' },
    pin: { type: 'password', label: 'PIN' },
  },
  list: {
    columns: ['index', 'number', 'place'],
    bulkActions: ['editField', 'remove'],
    texts: { counted: { ko: '계약 %{count}건', en: '1 contract |||| %{count} contracts' } },
  },
  form: { sections: [{ fields: ['number', 'place', 'note', 'pin'] }] },
}

const { shared: config } = compileWith({ 'resources/contracts.json': CONTRACTS })
const changeRecords =
  vi.fn<(resource: object, change: RecordsChange) => Promise<{ records: number; undoSeconds: number }>>()
const undoChange = vi.fn()
const updated = '2026-11-20T00:00:00Z'
const data = [1, 2].map(id => ({ id, number: `C${id}`, place: '서울', note: '', created: updated, updated }))

async function selectBoth() {
  renderInConsole(<RecordList />, {
    at: '/app/contracts',
    resource: 'contracts',
    config,
    dataProvider: {
      getList: async () => ({ data, total: 2 }),
      getMany: async () => ({ data: [] }),
      changeProgress: async () => undefined,
      changeRecords,
      undoChange,
    },
  })
  await screen.findByText('C1')
  await user.click(screen.getAllByRole('checkbox')[0]!)
}
const pressInBar = async (name: string) =>
  user.click(within(await screen.findByRole('toolbar')).getByRole('button', { name }))
const shows = async (text: string | RegExp) => expect(await screen.findByText(text)).toBeVisible()

beforeEach(() => {
  signIn({ level: 6 })
  changeRecords.mockReset()
  undoChange.mockReset()
})

describe('selected contracts', () => {
  it('get several values together, and get the previous ones back', async () => {
    await selectBoth()
    // Without `found` in config, the line above the list has `counted`.
    await shows('계약 2건')
    await shows('계약 2건 선택')
    await pressInBar('항목 수정')
    await press('다른 항목도 수정')
    // Only the fields that several records may share are offered, each once.
    expect(screen.queryByRole('button', { name: '다른 항목도 수정' })).toBeNull()
    fireEvent.change(screen.getByRole('textbox', { name: '위치' }), { target: { value: '부산' } })
    fireEvent.change(screen.getByRole('textbox', { name: '메모' }), { target: { value: '이전' } })
    changeRecords.mockResolvedValueOnce({ records: 2, undoSeconds: 60 })
    await press('계약 2건 변경')
    await shows('계약 2건의 값을 변경하였습니다.')
    const [resource, change] = changeRecords.mock.lastCall!
    expect(resource).toMatchObject({ name: 'contracts' })
    expect(change).toMatchObject({
      kind: 'change',
      choice: { ids: ['1', '2'] },
      expected: 2,
      values: { place: '부산', note: '이전' },
    })
    undoChange.mockResolvedValueOnce({ restored: 1, left: 1, names: [{ id: '2', name: 'C2' }] })
    await press('되돌리기')
    await shows('그 사이 바뀐 계약 1건의 값은 그대로 두었습니다: C2')
    expect(undoChange).toHaveBeenCalledWith('contracts', change.name)
  })

  it('keep the value of a field that is dropped again', async () => {
    await selectBoth()
    await pressInBar('항목 수정')
    await choose('항목', '메모')
    fireEvent.change(screen.getByRole('textbox', { name: '메모' }), { target: { value: '이전' } })
    await press('다른 항목도 수정')
    await press('이 항목은 수정하지 않기: 위치')
    changeRecords.mockResolvedValueOnce({ records: 2, undoSeconds: 60 })
    await press('계약 2건 변경')
    await waitFor(() => expect(changeRecords).toHaveBeenCalled())
    expect(changeRecords.mock.lastCall![1].values).toEqual({ note: '이전' })
  })

  it('are deleted without the records that cannot be', async () => {
    await selectBoth()
    await pressInBar('삭제')
    await shows('계약 2건의 삭제는 되돌릴 수 없습니다. 이력은 남습니다.')
    const rows = [{ row: 1, column: '번호', value: 'C1', code: 'inUse', message: '쓰이고 있습니다.' }]
    changeRecords.mockRejectedValueOnce(
      new HttpError('맞지 않습니다.', 422, { code: 'bulk.rows', rows, rowsTotal: 1 }),
    )
    await press('계약 2건 삭제')
    await shows('쓰이고 있습니다.')
    changeRecords.mockResolvedValueOnce({ records: 1, undoSeconds: 0 })
    await press('맞지 않는 계약 1건 빼고 계약 1건 삭제')
    await shows('계약 1건의 삭제를 마쳤습니다.')
    expect(changeRecords.mock.lastCall?.[1]).toMatchObject({ kind: 'remove', expected: 2, leaveOut: 1 })
  })
})
