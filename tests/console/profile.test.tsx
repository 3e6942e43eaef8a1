/** The profile (§2, §5, §8): the user's data, the number of devices, and what users may change about themselves. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import ProfilePage from '../../src/console/features/profile/ProfilePage'
import { session } from '../../src/console/session'
import { clientRecord } from '../support/consoleRecords'
import { press, renderInConsole, shows, signIn, tokenOf, user } from '../support/consoleWorld'
import { envelope, type Handler, realProvider, refusal, stubServer, unreachable } from '../support/stubServer'

const ME = clientRecord(7, {
  name: '박서준',
  email: 'me@demo.local',
  phone: '01012345678',
  zone: '관제팀',
  duty: '팀장',
  vendor: 1,
  vendor_name: '한빛통신',
  vendor_addr: '서울 종로구 세종대로 209',
  vendor_devices: 30,
  vendor_linked: 10,
  client_devices: 8,
  client_linked: 6,
}) as Record<string, unknown>
const READ = 'GET /api/clients/email/me%40demo.local'
const SAVE = 'PUT /api/client/'
const FAILED = '사용자 정보를 변경하지 못하였습니다! 다시 시도하여 주세요.'

const renew = vi.fn<() => Promise<boolean>>()
let server: ReturnType<typeof stubServer>
let stored: Record<string, unknown>

const read: Handler = () => envelope(stored)
/** Stores all values except passwords. */
const accept: Handler = ({ body }) => {
  const { password: _, current_password: __, ...values } = body!
  stored = { ...stored, ...values }
  return envelope(stored)
}
beforeEach(() => void renew.mockReset().mockResolvedValue(true))

async function open(me: Record<string, unknown> = {}) {
  stored = { ...ME, ...me }
  server = stubServer({ [READ]: read, 'GET /api/clients/email/new%40demo.local': read, [SAVE]: accept })
  signIn({ level: Number(stored.level), name: '박서준', email: 'me@demo.local' })
  const authProvider = { checkError: async () => undefined, renew }
  const page = renderInConsole(<ProfilePage />, { dataProvider: realProvider(), authProvider })
  await screen.findByRole('tablist')
  return page
}

const panel = () => within(screen.getByRole('tabpanel'))
const field = (name: string | RegExp) => panel().getByRole('textbox', { name })
const change = async () => user.click(panel().getByRole('button', { name: '변경' }))
const openTab = (name: string) => user.click(screen.getByRole('tab', { name }))
async function enter(name: string, text: string) {
  await openTab(name)
  fireEvent.change(field(name), { target: { value: text } })
}
const figure = (name: string) => screen.getByRole('group', { name })
const saves = () => server.bodies(SAVE)

describe('the profile shows', () => {
  it('vendor and name, phone, e-mail, department, position and address, and a tab for each change', async () => {
    await open()
    expect(screen.getByRole('heading', { name: /한빛통신\s*박서준/ })).toBeVisible()
    for (const text of ['010-1234-5678', 'me@demo.local', '관제팀 · 팀장', '서울 종로구 세종대로 209'])
      await shows(text)
    const tabs = ['이름', '이메일', '전화번호', '부서', '직책', '비밀번호']
    expect(screen.getAllByRole('tab').map(tab => tab.textContent)).toEqual(tabs)
  })

  it('a master without a vendor', async () => {
    await open({ level: 9, vendor: 0, vendor_name: '', vendor_addr: '' })
    expect(screen.getByRole('heading', { name: /관리자\s*박서준/ })).toBeVisible()
    expect(screen.queryByText('업체 주소')).toBeNull()
  })

  it.each([
    ['a client’s own devices', 3, ['8', '75%', '6']],
    ['the vendor’s devices to its staff', 6, ['30', '33.3%', '10']],
  ])('the number of %s, the share that is online and their number', async (_, level, figures) => {
    await open({ level })
    for (const [at, name] of ['소유 단말', '연결 단말', '연결 갯수'].entries())
      expect(figure(name)).toHaveTextContent(figures[at]!)
  })
})

describe('a change', () => {
  it('sends the whole record with the new value, confirms it and shows it', async () => {
    await open()
    await enter('부서', '신사업팀')
    await change()
    await shows('부서 정보를 변경하였습니다.')
    expect(saves()).toEqual([{ ...ME, zone: '신사업팀' }])
    await shows('신사업팀 · 팀장')
    expect(renew).not.toHaveBeenCalled()
    await enter('전화번호', '01098765432')
    await change()
    await shows('010-9876-5432')
    expect(saves()[1]).toMatchObject({ phone: '01098765432', zone: '신사업팀' })
  })

  it('of the e-mail address continues with a new token, and keeps the user’s preferences', async () => {
    localStorage.setItem('RaStore.user.me@demo.local.theme', '"light"')
    renew.mockImplementation(async () => {
      session.begin(tokenOf({ level: 3, name: '박서준', email: 'new@demo.local' }))
      return true
    })
    await open()
    await enter('이메일', 'new@demo.local')
    await change()
    await waitFor(() => expect(session.current()?.user.email).toBe('new@demo.local'))
    await shows('이메일 정보를 변경하였습니다.')
    expect(localStorage.getItem('RaStore.user.new@demo.local.theme')).toBe('"light"')
  })

  it('of the e-mail address leads to the login on a server that renews no tokens', async () => {
    renew.mockResolvedValue(false)
    await open()
    await enter('이메일', 'new@demo.local')
    await change()
    await waitFor(() => expect(session.current()).toBeUndefined())
    expect(session.ending()).toBe('renamed')
  })

  it('that is unfinished is kept while another tab is open, and sends nothing if it is cancelled', async () => {
    await open()
    await user.type(field('이름'), ' 2세')
    await openTab('직책')
    await openTab('이름')
    expect(field('이름')).toHaveValue('박서준 2세')
    await user.click(panel().getByRole('button', { name: '취소' }))
    expect(field('이름')).toHaveValue('박서준')
    expect(saves()).toEqual([])
  })
})

describe('an error', () => {
  it('is shown at the focused field, and nothing is sent; a wrong phone number is cleared and can be restored', async () => {
    await open()
    for (const [name, text, message] of [
      ['부서', '', '변경하고자 하는 값을 입력하여 주세요!'],
      ['이메일', 'x@y', '정확한 이메일을 입력해 주십시요!'],
      ['전화번호', '0101', '정확한 전화번호를 입력해 주십시요!'],
    ] as const) {
      await enter(name, text)
      await change()
      expect(await panel().findByText(message)).toBeVisible()
      expect(field(name)).toHaveFocus()
    }
    await waitFor(() => expect(field('전화번호')).toHaveValue(''))
    await press(/되돌리기/)
    expect(field('전화번호')).toHaveValue('010-1')
    expect(saves()).toEqual([])
  })

  it('of the server is shown at its field, with the sentence of §8', async () => {
    await open()
    const message = '이미 사용 중인 이메일입니다'
    server.handlers[SAVE] = refusal(422, message, { errors: { email: message } })
    await enter('이메일', 'taken@demo.local')
    await change()
    await shows(FAILED)
    expect(panel().getByText(message)).toBeVisible()
    expect(field('이메일')).toHaveValue('taken@demo.local')
  })

  it('of a save without an answer is shown, and the tab keeps its value', async () => {
    await open()
    server.handlers[SAVE] = unreachable
    await enter('부서', '신사업팀')
    await change()
    await shows(FAILED)
    await shows(/shell\.failure\.unknown/)
    expect(field('부서')).toHaveValue('신사업팀')
  })

  it('of a conflicting save is shown; the next save is based on the other user’s values', async () => {
    await open()
    const record = { ...ME, duty: '부장', updated: '2026-05-05T00:00:00Z' }
    server.handlers[SAVE] = refusal(409, '먼저 수정', { code: 'conflict', record })
    await enter('이름', '박서준!')
    await change()
    await shows('먼저 수정')
    await shows('관제팀 · 부장')
    server.handlers[SAVE] = accept
    await change()
    await shows('이름 정보를 변경하였습니다.')
    expect(saves().at(-1)).toMatchObject({ name: '박서준!', duty: '부장', updated: record.updated })
  })
})

const secret = (name: string) => panel().getByLabelText(name, { selector: 'input' })
const NAMES = ['현재 비밀번호', '새 비밀번호', '새 비밀번호 확인']
async function fill(...values: string[]) {
  await openTab('비밀번호')
  for (const [at, value] of values.entries()) fireEvent.change(secret(NAMES[at]!), { target: { value } })
  await change()
}

it('the password is refused with a reason, and its confirmation is cleared', async () => {
  await open()
  for (const [current, next, confirmation, message] of [
    ['', 'Brand-new2@', 'Brand-new2@', '현재 비밀번호를 입력해 주세요.'],
    ['Old-pass1!', '', '', '변경하고자 하는 값을 입력하여 주세요!'],
    ['Old-pass1!', 'P@ssw0rd', 'P@ssw0rd', '너무 흔한 비밀번호입니다. 다른 비밀번호를 입력해 주세요.'],
    ['Old-pass1!', 'Brand-new2@', 'Brand-new3@', '비밀번호가 일치하지 않습니다!'],
    ['Old-pass1!', 'lowercase', 'lowercase', '잘못된 비밀번호 입니다. 다시 입력해 주십시요!'],
  ] as const) {
    await fill(current, next, confirmation)
    expect(await panel().findByText(message)).toBeVisible()
    await waitFor(() => expect(secret('새 비밀번호 확인')).toHaveValue(''))
    expect(secret('새 비밀번호')).toHaveValue(next)
  }
  expect(saves()).toEqual([])
  await press('되돌리기')
  expect(secret('새 비밀번호 확인')).toHaveValue('lowercase')
})
