/** The forms of clients, vendors and groups (§2): what they refuse (§5), and the messages after a save (§8). */
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { batchRecord, clientRecord, vendorRecord } from '../support/consoleRecords'
import { choose, enter, press, shows, signIn, user } from '../support/consoleWorld'
import { openRecords } from '../support/recordScreens'
import { payload, refusal, stubServer } from '../support/stubServer'

let server: ReturnType<typeof stubServer>
beforeEach(() => {
  signIn({ level: 9 })
  server = stubServer({
    'GET /api/models': payload([{ id: 1, name: 'FT-100' }]),
    'GET /api/admin/vendors': payload([vendorRecord(1)]),
    'GET /api/admin/vendors/1': payload(vendorRecord(1)),
    'GET /api/admin/clients': payload([clientRecord(1)]),
    'GET /api/clients/1': payload(clientRecord(1)),
    'GET /api/batches': payload([batchRecord(1)]),
    'GET /api/batches/1': payload(batchRecord(1)),
  })
})
const field = (label: string) => screen.findByLabelText(new RegExp(`^${label}( ?\\*)?$`))
const save = () => press('저장')

interface Form {
  resource: string
  /** The calls that save a new record and a changed one. */
  calls: [string, string]
  /** What is entered one after the other; the message, and the label of the field that has it and the focus. */
  refused: [entered: Record<string, string>, message: string, label: string][]
  sent: object
  ofNew: [failed: string, saved: string]
  /** A required field of a changed record, with its message. */
  required: [label: string, message: string]
  ofChanged: [failed: string, saved: string]
}

const NO_CLIENT = '필수 회원 생성 데이터가 없습니다!'
const NO_BRN = '정확한 사업자 등록번호를 입력해 주십시요!'
const NO_BATCH = '그룹 생성 데이터가 없습니다!'
const SHORT = '비밀번호의 최소 길이는 8자이야 합니다. 다시 입력해 주십시요!'
const PASSWORD = 'Journey-1!'

describe.each<Form>([
  {
    resource: 'clients',
    calls: ['PUT /api/clients/', 'PUT /api/clients/'],
    refused: [
      [{ 설명: '첫 줄\n둘째 줄' }, NO_CLIENT, '이름'],
      [{ 이름: '새 회원' }, NO_CLIENT, '이메일'],
      [{ 이메일: 'not-an-address' }, '정확한 이메일을 입력해 주십시요!', '이메일'],
      [{ 이메일: 'new@demo.local', 비밀번호: '1234567', '비밀번호 확인': '1234567' }, SHORT, '비밀번호'],
      [{ 비밀번호: PASSWORD }, '비밀번호가 일치하지 않습니다!', '비밀번호 확인'],
      [{ '비밀번호 확인': PASSWORD, 전화번호: '010123' }, '정확한 전화번호를 입력해 주십시요!', '전화번호'],
    ],
    sent: {
      comment: '첫 줄\n둘째 줄',
      password: PASSWORD,
      level: 3,
      active: true,
      paid: false,
    },
    ofNew: ['회원 생성에 실패하였습니다!', '회원을 생성하였습니다.'],
    required: ['이름', '필수 회원 데이터가 없습니다!'],
    ofChanged: ['회원 수정에 실패하였습니다!', '회원을 수정하였습니다.'],
  },
  {
    resource: 'vendors',
    calls: ['PUT /api/admin/vendors', 'PUT /api/admin/vendors/1'],
    refused: [
      [{}, '업체명이 없습니다!', '업체명'],
      [{ 업체명: '새 업체' }, NO_BRN, '사업자 등록번호'],
      [{ '사업자 등록번호': '123456789' }, NO_BRN, '사업자 등록번호'],
      [{ '사업자 등록번호': '1234567890' }, NO_BRN, '사업자 등록번호'],
      [{ '사업자 등록번호': '1208147521', 우편번호: '1234567' }, '6자 이하로 입력해 주세요.', '우편번호'],
      [
        { 우편번호: '123456', 홈페이지: 'javascript:alert(1)' },
        '정확한 주소(URL)를 입력해 주세요.',
        '홈페이지',
      ],
      [{ 홈페이지: 'https://new.example.com', 업체명: '' }, '업체명이 없습니다!', '업체명'],
    ],
    sent: { brn: '1208147521', post: '123456', page: 'https://new.example.com', active: true },
    ofNew: ['업체 생성에 실패하였습니다!', '업체를 생성하였습니다.'],
    required: ['업체명', '업체명이 없습니다!'],
    ofChanged: ['업체 수정에 실패하였습니다!', '업체을 수정하였습니다.'],
  },
  {
    resource: 'batches',
    calls: ['PUT /api/batches/-1', 'PUT /api/batches/1'],
    refused: [
      [{}, NO_BATCH, '모델'],
      [{ 모델: 'FT-100' }, NO_BATCH, '이름'],
      [{ 이름: '새 그룹' }, NO_BATCH, '설명'],
      [{ 설명: '시험용 설명', 이름: '' }, NO_BATCH, '이름'],
    ],
    sent: { id: -1, model: 1, comment: '시험용 설명' },
    ofNew: ['그룹 생성에 실패하였습니다!', '그룹을 생성하였습니다.'],
    required: ['이름', NO_BATCH],
    ofChanged: ['그룹 수정에 실패하였습니다!', '그룹을 수정하였습니다.'],
  },
])('the form of $resource', ({ resource, calls, refused, sent, ofNew, required, ofChanged }) => {
  const expectRefused = async (message: string, label: string) => {
    await save()
    await waitFor(async () =>
      expect(await field(label)).toHaveAccessibleDescription(expect.stringContaining(message)),
    )
    expect(await field(label)).toHaveFocus()
  }
  /** A failed save keeps the values, and the next one succeeds. */
  async function expectSaves(call: string, [failed, saved]: [string, string], label: string) {
    server.handlers[call] = refusal(500, '')
    await save()
    await shows(failed)
    expect(await field(label)).toHaveValue('다시')
    server.handlers[call] = payload({ id: 1 })
    await save()
    await shows(saved)
  }

  it('names the missing or invalid field of a new record, and reports each save', async () => {
    const { router } = openRecords(resource, '/edit/0')
    for (const [entered, message, label] of refused) {
      for (const [name, text] of Object.entries(entered))
        await (name === '모델' ? choose(/^모델/, text) : enter(await field(name), text))
      await expectRefused(message, label)
    }
    expect(server.sent(calls[0])).toEqual([])
    enter(await field(required[0]), '다시')
    await expectSaves(calls[0], ofNew, required[0])
    expect(server.bodies(calls[0]).at(-1)).toMatchObject({ ...sent, name: '다시' })
    await waitFor(() => expect(router.state.location.pathname).not.toMatch(/edit/))
  })

  it('names the missing value of a changed record, and reports each save', async () => {
    openRecords(resource, '/edit/1')
    const [label, message] = required
    enter(await field(label), '')
    await expectRefused(message, label)
    enter(await field(label), '다시')
    await expectSaves(calls[1], ofChanged, label)
    expect(server.bodies(calls[1]).at(-1)?.password ?? '').toBe('')
    expect(screen.queryByRole('combobox', { name: /^모델/ })).toBeNull()
  })
})

it('only a client without a vendor can be marked as paid, and only then has an expiry', async () => {
  openRecords('clients', '/edit/0')
  expect(await field('사용')).toBeChecked()
  await user.click(await screen.findByRole('combobox', { name: /^권한/ }))
  const levels = screen.getAllByRole('option').map(option => option.textContent)
  expect(levels).toEqual(['방문객', '회원', '업체', '관리자'])
  await user.keyboard('{Escape}')
  const expiry = () => screen.queryByRole('group', { name: /^만료/ })
  expect(expiry()).toBeNull()
  await user.click(await field('결제'))
  await waitFor(() => expect(expiry()).toBeVisible())
  await choose(/^업체/, '업체 1')
  await waitFor(() => expect(screen.queryByLabelText('결제')).toBeNull())
  expect(expiry()).toBeNull()
})
