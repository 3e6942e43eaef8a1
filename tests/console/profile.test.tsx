/** The profile (§2, §5, §8): who one is, one's devices in figures, and what one may change of oneself. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { AuthProvider } from 'ra-core'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createClient } from '../../src/console/api/client'
import { createDataProvider } from '../../src/console/api/dataProvider'
import ProfilePage from '../../src/console/features/profile/ProfilePage'
import { session } from '../../src/console/session'
import { answer, config, renderInConsole, signIn, tokenOf } from '../support/consoleWorld'

const ME = {
  id: 7,
  name: '박서준',
  email: 'me@demo.local',
  phone: '01012345678',
  zone: '관제팀',
  duty: '팀장',
  comment: '',
  level: 3,
  level_name: '회원',
  vendor: 1,
  vendor_name: '한빛통신',
  vendor_addr: '서울 종로구 세종대로 209',
  vendor_paid: false,
  vendor_expired: '0001-01-01T00:00:00Z',
  vendor_devices: 30,
  vendor_linked: 10,
  client_devices: 8,
  client_linked: 6,
  active: true,
  paid: false,
  created: '2026-01-02T03:04:05Z',
  expired: '0001-01-01T00:00:00Z',
  updated: '2026-01-02T03:04:05Z',
}

let record: Record<string, unknown>
let refusal: (() => Response) | undefined
const saves: Record<string, unknown>[] = []
const renew = vi.fn<() => Promise<boolean>>()

const server = async (address: string, init: RequestInit = {}) => {
  const { pathname } = new URL(address, 'http://console.test')
  const known = { result: true, message: '' }
  if (pathname === `/api/clients/email/${encodeURIComponent(String(record.email))}`)
    return answer({ ...known, payload: record })
  if (pathname === '/api/client/' && init.method === 'PUT') {
    const body = JSON.parse(String(init.body)) as Record<string, unknown>
    saves.push(body)
    if (refusal) return refusal()
    const { password: _, current_password: __, ...rest } = body
    record = { ...record, ...rest }
    return answer({ ...known, payload: record })
  }
  return answer('', 404)
}

const dataProvider = createDataProvider(
  createClient({
    timeoutMs: 5_000,
    token: () => 't',
    user: () => 'u',
    locale: () => 'ko',
    translate: key => key,
    onUnauthorised: () => undefined,
  }),
  config,
)

beforeEach(() => {
  saves.length = 0
  record = { ...ME }
  refusal = undefined
  renew.mockReset().mockResolvedValue(true)
  vi.stubGlobal('fetch', server)
})

async function open(me: Partial<typeof ME> = {}, at = '/app/profile') {
  record = { ...ME, ...me }
  signIn({ level: Number(record.level), name: String(record.name), email: String(record.email) })
  const shown = renderInConsole(<ProfilePage />, {
    dataProvider,
    authProvider: { checkError: async () => undefined, renew } as unknown as AuthProvider,
    at,
  })
  await screen.findByRole('tablist')
  return shown
}

const tab = (name: string) => screen.getByRole('tab', { name })
const panel = () => screen.getByRole('tabpanel')
const field = (name: string | RegExp) => within(panel()).getByRole('textbox', { name })
const secret = (name: string) => within(panel()).getByLabelText(name, { selector: 'input' })
const change = () => userEvent.click(within(panel()).getByRole('button', { name: '변경' }))
const choose = (name: string) => userEvent.click(tab(name))
const figure = (name: string) => screen.getByRole('group', { name })

describe('what the profile shows', () => {
  it('names the member behind the vendor, with phone, e-mail, department, position and the vendor’s address', async () => {
    await open()
    expect(screen.getByRole('heading', { name: /한빛통신\s*박서준/ })).toBeVisible()
    for (const text of ['010-1234-5678', 'me@demo.local', '관제팀 · 팀장', '서울 종로구 세종대로 209'])
      expect(screen.getByText(text)).toBeVisible()
  })

  it('calls the master so, and no vendor', async () => {
    await open({ level: 9, vendor: 0, vendor_name: '', vendor_addr: '' })
    expect(screen.getByRole('heading', { name: /관리자\s*박서준/ })).toBeVisible()
    expect(screen.queryByText('업체 주소')).toBeNull()
  })

  it('counts the devices of a member: owned, the share online, and how many that are', async () => {
    await open()
    expect(figure('소유 단말')).toHaveTextContent('8')
    expect(figure('연결 단말')).toHaveTextContent('75%')
    expect(figure('연결 갯수')).toHaveTextContent('6')
  })

  it('counts those of the vendor for its staff', async () => {
    await open({ level: 6 })
    expect(figure('소유 단말')).toHaveTextContent('30')
    expect(figure('연결 단말')).toHaveTextContent('33.3%')
  })

  it('has a tab for each thing that can be changed', async () => {
    await open()
    expect(screen.getAllByRole('tab').map(one => one.textContent)).toEqual([
      '이름',
      '이메일',
      '전화번호',
      '부서',
      '직책',
      '비밀번호',
    ])
  })
})

describe('a change', () => {
  it('sends the whole record with what changed, says so, and shows it', async () => {
    await open()
    await choose('부서')
    await userEvent.clear(field('부서'))
    await userEvent.type(field('부서'), '신사업팀')
    await change()
    expect(await screen.findByText('부서 정보를 변경하였습니다.')).toBeVisible()
    expect(saves).toEqual([{ ...ME, zone: '신사업팀' }])
    expect(screen.getByText('신사업팀 · 팀장')).toBeVisible()
    expect(renew).not.toHaveBeenCalled()
  })

  it('sends the digits of a phone number and shows its groups', async () => {
    await open()
    await choose('전화번호')
    expect(field('전화번호')).toHaveValue('010-1234-5678')
    await userEvent.clear(field('전화번호'))
    await userEvent.type(field('전화번호'), '01098765432')
    expect(field('전화번호')).toHaveValue('010-9876-5432')
    await change()
    expect(await screen.findByText('010-9876-5432')).toBeVisible()
    expect(saves[0]).toMatchObject({ phone: '01098765432' })
  })

  it('of the name asks for a token that knows it', async () => {
    await open()
    await userEvent.clear(field('이름'))
    await userEvent.type(field('이름'), '박새롬')
    await change()
    await waitFor(() => expect(renew).toHaveBeenCalledOnce())
    expect(session.current()).toBeDefined()
  })

  it('of the address goes on with a token for it, and what the user had set up goes along', async () => {
    localStorage.setItem('RaStore.user.me@demo.local.theme', '"light"')
    renew.mockImplementation(async () => {
      session.begin(tokenOf({ level: 3, name: ME.name, email: 'new@demo.local' }))
      return true
    })
    await open()
    await choose('이메일')
    await userEvent.clear(field('이메일'))
    await userEvent.type(field('이메일'), 'new@demo.local')
    await change()
    await waitFor(() => expect(session.current()?.user.email).toBe('new@demo.local'))
    expect(await screen.findByText('이메일 정보를 변경하였습니다.')).toBeVisible()
    expect(localStorage.getItem('RaStore.user.new@demo.local.theme')).toBe('"light"')
  })

  it('of the address, on a server that renews no tokens, leads to the login', async () => {
    renew.mockResolvedValue(false)
    await open()
    await choose('이메일')
    await userEvent.clear(field('이메일'))
    await userEvent.type(field('이메일'), 'new@demo.local')
    await change()
    await waitFor(() => expect(session.current()).toBeUndefined())
    expect(session.ending()).toBe('renamed')
  })

  it('that is cancelled brings the value back and sends nothing', async () => {
    await open()
    await userEvent.type(field('이름'), ' 2세')
    await userEvent.click(within(panel()).getByRole('button', { name: '취소' }))
    expect(field('이름')).toHaveValue('박서준')
    expect(saves).toEqual([])
  })

  it('is filled in by no link', async () => {
    const { router } = await open({}, `/app/profile?source=${encodeURIComponent('{"name":"모르는 사람"}')}`)
    expect(await within(panel()).findByRole('textbox', { name: '이름' })).toHaveValue('박서준')
    expect(router.state.location.search).toBe('')
  })

  it('that is half typed is still there after a look at another tab', async () => {
    await open()
    await userEvent.type(field('이름'), ' 2세')
    await choose('직책')
    await choose('이름')
    expect(field('이름')).toHaveValue('박서준 2세')
  })
})

describe('what is wrong', () => {
  it.each([
    ['이름', '', '변경하고자 하는 값을 입력하여 주세요!'],
    ['부서', '', '변경하고자 하는 값을 입력하여 주세요!'],
    ['이메일', 'x@y', '정확한 이메일을 입력해 주십시요!'],
    ['전화번호', '0101', '정확한 전화번호를 입력해 주십시요!'],
  ])(
    'in %s (%j) is said at the field, which has the focus, and is not sent',
    async (name, text, sentence) => {
      await open()
      await choose(name)
      await userEvent.clear(field(name))
      if (text) await userEvent.type(field(name), text)
      await change()
      expect(await within(panel()).findByText(sentence)).toBeVisible()
      expect(field(name)).toHaveFocus()
      expect(saves).toEqual([])
    },
  )

  it('in a phone number clears it, and it can be brought back', async () => {
    await open()
    await choose('전화번호')
    await userEvent.clear(field('전화번호'))
    await userEvent.type(field('전화번호'), '0101')
    await change()
    await waitFor(() => expect(field('전화번호')).toHaveValue(''))
    await userEvent.click(within(panel()).getByRole('button', { name: /되돌리기/ }))
    expect(field('전화번호')).toHaveValue('010-1')
    expect(saves).toEqual([])
  })

  it('is said in the server’s words where the server finds it, beside the sentence of §8', async () => {
    await open()
    refusal = () =>
      answer(
        {
          result: false,
          message: '이미 사용 중인 이메일입니다',
          code: 'client.emailTaken',
          errors: { email: '이미 사용 중인 이메일입니다' },
        },
        422,
      )
    await choose('이메일')
    await userEvent.clear(field('이메일'))
    await userEvent.type(field('이메일'), 'taken@demo.local')
    await change()
    expect(
      await screen.findByText('사용자 정보를 변경하지 못하였습니다! 다시 시도하여 주세요.'),
    ).toBeVisible()
    expect(within(panel()).getByText('이미 사용 중인 이메일입니다')).toBeVisible()
    expect(field('이메일')).toHaveValue('taken@demo.local')
  })

  it('with the network keeps what was typed', async () => {
    await open()
    refusal = () => {
      throw new TypeError('gone')
    }
    await userEvent.type(field('이름'), '!')
    await change()
    expect(
      await screen.findByText('사용자 정보를 변경하지 못하였습니다! 다시 시도하여 주세요.'),
    ).toBeVisible()
    expect(field('이름')).toHaveValue('박서준!')
  })

  it('between two who change one record is told, and the next try stands on what the other left', async () => {
    await open()
    const theirs = { ...ME, duty: '부장', updated: '2026-05-05T00:00:00Z' }
    refusal = () => answer({ result: false, message: '먼저 수정', code: 'conflict', record: theirs }, 409)
    await userEvent.type(field('이름'), '!')
    await change()
    expect(await screen.findByText('먼저 수정')).toBeVisible()
    expect(screen.getByText('관제팀 · 부장')).toBeVisible()
    refusal = undefined
    await change()
    expect(await screen.findByText('이름 정보를 변경하였습니다.')).toBeVisible()
    expect(saves.at(-1)).toMatchObject({ name: '박서준!', duty: '부장', updated: theirs.updated })
  })

  it('after a try whose answer alone was lost, is none with oneself', async () => {
    await open()
    const mine = { ...ME, name: '박서준!', updated: '2026-05-05T00:00:00Z' }
    const conflict = () => {
      refusal = undefined
      return answer({ result: false, message: '먼저 수정', code: 'conflict', record: mine }, 409)
    }
    refusal = () => {
      refusal = conflict
      throw new TypeError('gone')
    }
    await userEvent.type(field('이름'), '!')
    await change()
    expect(await screen.findByText(/변경하지 못하였습니다/)).toBeVisible()
    await change()
    expect(await screen.findByText('이름 정보를 변경하였습니다.')).toBeVisible()
    expect(screen.queryByText('먼저 수정')).toBeNull()
    expect(saves.at(-1)).toMatchObject({ name: '박서준!', updated: mine.updated })
  })
})

describe('the password', () => {
  const fill = async (current: string, next: string, again: string) => {
    await choose('비밀번호')
    if (current) await userEvent.type(secret('현재 비밀번호'), current)
    if (next) await userEvent.type(secret('새 비밀번호'), next)
    if (again) await userEvent.type(secret('새 비밀번호 확인'), again)
    await change()
  }

  it('is changed with the old one, and the fields are empty again', async () => {
    await open()
    await fill('Old-pass1!', 'Brand-new2@', 'Brand-new2@')
    expect(await screen.findByText(/비밀번호를 변경하였습니다\./)).toBeVisible()
    expect(saves).toEqual([{ ...ME, password: 'Brand-new2@', current_password: 'Old-pass1!' }])
    for (const name of ['현재 비밀번호', '새 비밀번호', '새 비밀번호 확인'])
      expect(secret(name)).toHaveValue('')
  })

  it.each([
    ['', 'Brand-new2@', 'Brand-new2@', '현재 비밀번호를 입력해 주세요.'],
    ['Old-pass1!', '', '', '변경하고자 하는 값을 입력하여 주세요!'],
    ['Old-pass1!', 'lowercase', 'lowercase', '잘못된 비밀번호 입니다. 다시 입력해 주십시요!'],
    ['Old-pass1!', 'Short1!', 'Short1!', '잘못된 비밀번호 입니다. 다시 입력해 주십시요!'],
    ['Old-pass1!', '한글Abcd12!', '한글Abcd12!', '한글 사용은 가능하지 않습니다!'],
    ['Old-pass1!', 'Abc def12!', 'Abc def12!', '공백 사용은 가능하지 않습니다!'],
    ['Old-pass1!', 'Aaaaa1111!', 'Aaaaa1111!', '같은 문자를 4번 이상 사용하실 수 없습니다.'],
    ['Old-pass1!', 'P@ssw0rd', 'P@ssw0rd', '너무 흔한 비밀번호입니다. 다른 비밀번호를 입력해 주세요.'],
    ['Old-pass1!', 'Brand-new2@', 'Brand-new3@', '비밀번호가 일치하지 않습니다!'],
  ])('%j → %j, %j is refused: %s; the confirmation is cleared', async (current, next, again, sentence) => {
    await open()
    await fill(current, next, again)
    expect(await within(panel()).findByText(sentence)).toBeVisible()
    await waitFor(() => expect(secret('새 비밀번호 확인')).toHaveValue(''))
    expect(secret('새 비밀번호')).toHaveValue(next)
    expect(saves).toEqual([])
  })

  it('that was cleared can be brought back', async () => {
    await open()
    await fill('Old-pass1!', 'lowercase', 'lowercase')
    await userEvent.click(await within(panel()).findByRole('button', { name: '되돌리기' }))
    expect(secret('새 비밀번호 확인')).toHaveValue('lowercase')
  })

  it('whose old one is wrong is told at its field', async () => {
    await open()
    const wrong = '현재 비밀번호가 올바르지 않습니다.'
    refusal = () =>
      answer({ result: false, message: wrong, code: 'x', errors: { current_password: wrong } }, 422)
    await fill('nope', 'Brand-new2@', 'Brand-new2@')
    expect(await within(panel()).findByText(wrong)).toBeVisible()
    expect(screen.getByText('사용자 정보를 변경하지 못하였습니다! 다시 시도하여 주세요.')).toBeVisible()
    await waitFor(() => expect(secret('현재 비밀번호')).toHaveFocus())
  })
})

it('a profile that cannot be read says so and is asked for again', async () => {
  signIn({ level: 3, email: 'other@demo.local' })
  renderInConsole(<ProfilePage />, {
    dataProvider,
    authProvider: { checkError: async () => undefined } as unknown as AuthProvider,
  })
  const again = await screen.findByRole('button', { name: '다시 시도' })
  record = { ...ME, email: 'other@demo.local' }
  await userEvent.click(again)
  expect(await screen.findByRole('tablist')).toBeVisible()
})
