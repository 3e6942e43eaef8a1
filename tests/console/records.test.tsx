import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ResourceContextProvider } from 'ra-core'
import type { ReactElement } from 'react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createClient } from '../../src/console/api/client'
import { createDataProvider } from '../../src/console/api/dataProvider'
import { create, edit, remove } from '../../src/console/features/records'
import RecordCreate from '../../src/console/features/records/RecordCreate'
import RecordEdit from '../../src/console/features/records/RecordEdit'
import RecordList from '../../src/console/features/records/RecordList'
import { session } from '../../src/console/session'
import { configFiles } from '../support/configFiles'
import { answer, config, renderInConsole, signIn } from '../support/consoleWorld'
import { picture, pictureBytes } from '../support/pictures'
import { configWith } from '../support/sims'

type Handler = (url: URL, init: RequestInit) => Response | undefined

const calls: { method: string; path: string; body?: Record<string, unknown> }[] = []
let handlers: Record<string, Handler> = {}

/** The server: answers by method and path; what nobody expects is not found. */
const server = async (address: string, init: RequestInit) => {
  const url = new URL(address, 'http://console.test')
  const method = init.method ?? 'GET'
  calls.push({
    method,
    path: url.pathname,
    ...(init.body ? { body: JSON.parse(String(init.body)) as Record<string, unknown> } : {}),
  })
  return handlers[`${method} ${url.pathname}`]?.(url, init) ?? answer('', 404)
}
const payload = (value: unknown) => () => answer({ result: true, message: '', payload: value })
const sent = (method: string) => calls.filter(call => call.method === method)

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
  () => session.current()?.user.level ?? 0,
)

/** The screens of one resource at their addresses. */
function open(name: string, path: string) {
  const { path: list } = config.resources[name]!
  const at = (screenOf: ReactElement) => (
    <ResourceContextProvider value={name}>{screenOf}</ResourceContextProvider>
  )
  return renderInConsole(
    <Routes>
      <Route path={list} element={at(<RecordList />)} />
      <Route path={`${list}/edit/0`} element={at(<RecordCreate />)} />
      <Route path={`${list}/edit/:id`} element={at(<RecordEdit />)} />
    </Routes>,
    { dataProvider, actions: { create, edit, delete: remove }, at: `${list}${path}` },
  )
}

const vendor = (id: number, more: object = {}) => ({
  id,
  name: `업체 ${id}`,
  brn: '1208147521',
  comment: '',
  addr: '',
  post: '',
  page: '',
  active: true,
  maker: false,
  paid: false,
  expired: '0001-01-01T00:00:00Z',
  created: '2026-01-02T03:04:05Z',
  updated: '2026-01-02T03:04:05Z',
  ...more,
})
const client = (id: number, more: object = {}) => ({
  id,
  name: `회원 ${id}`,
  email: `c${id}@demo.local`,
  phone: '01011112222',
  zone: '',
  duty: '',
  comment: '',
  level: 3,
  level_name: '회원',
  vendor: 0,
  vendor_name: '',
  vendor_paid: false,
  vendor_expired: '0001-01-01T00:00:00Z',
  active: true,
  paid: false,
  created: '2026-01-02T03:04:05Z',
  expired: '0001-01-01T00:00:00Z',
  updated: '2026-01-02T03:04:05Z',
  ...more,
})

beforeEach(() => {
  signIn({ level: 9 })
  calls.length = 0
  handlers = {
    'GET /api/admin/vendors': payload([vendor(1), vendor(2)]),
    'GET /api/admin/vendors/1': payload(vendor(1)),
    'GET /api/admin/clients': payload([
      client(1, {
        vendor: 1,
        vendor_name: '업체 1',
        vendor_paid: true,
        vendor_expired: '2027-05-06T07:08:09Z',
      }),
      client(2),
    ]),
    'GET /api/clients/2': payload(client(2)),
  }
  vi.stubGlobal('fetch', server)
})
afterEach(() => session.end('signedOut'))

const user = userEvent.setup({ delay: null })
const type = async (label: string | RegExp, text: string) => {
  const field = await screen.findByLabelText(label)
  await user.clear(field)
  if (text) await user.type(field, text)
}
const save = async () => user.click(await screen.findByRole('button', { name: '저장' }))

describe('the lists of config', () => {
  it('shows vendors with their number in groups, and the buttons of each row by its name', async () => {
    open('vendors', '')
    expect(await screen.findAllByText('120-81-47521')).toHaveLength(2)
    expect(screen.getByText('2 개의 업체가 있습니다.')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: '업체 1 수정' })).toHaveAttribute(
      'href',
      '/app/admin/vendors/edit/1',
    )
    expect(screen.getByRole('link', { name: '생성' })).toHaveAttribute('href', '/app/admin/vendors/edit/0')
    expect(screen.getByRole('button', { name: '업체 2 삭제' })).toBeInTheDocument()
  })

  it('a client is paid by its vendor, and expires with it (§2)', async () => {
    open('clients', '')
    const row = (await screen.findByText('회원 1')).closest('tr')!
    expect(within(row).getByText('납부')).toBeInTheDocument()
    expect(within(row).getByText('2027 05-06 16:08:09')).toBeInTheDocument()
    expect(screen.getByRole('columnheader', { name: '만료 (KST)' })).toBeInTheDocument()
    const other = screen.getByText('회원 2').closest('tr')!
    expect(within(other).getByText('미납')).toBeInTheDocument()
  })

  it('shows pictures beside the names where the server has them, and goes without where it has none', async () => {
    handlers['GET /api/admin/vendors/images-list'] = payload([{ id: 1, img: picture() }])
    const { container } = open('vendors', '')
    await screen.findByText('업체 1')
    await waitFor(() => expect(container.querySelector('img')).toHaveAttribute('src', picture()))
    expect(container.querySelectorAll('img')).toHaveLength(1)
  })

  it('follows no address that a server has in place of a picture', async () => {
    const img = 'https://elsewhere.example/a.png'
    handlers['GET /api/admin/vendors/images-list'] = payload([{ id: 1, img }])
    const { container } = open('vendors', '')
    await screen.findByText('업체 1')
    await waitFor(() => expect(container.querySelector('.MuiAvatar-root')).toHaveTextContent('업'))
    expect(container.querySelectorAll('img')).toHaveLength(0)
  })

  it('fetches the pictures that a row names one by one, and gives their addresses back', async () => {
    const made = vi.fn((_blob: Blob) => 'blob:one')
    const revoked = vi.fn()
    vi.stubGlobal(
      'URL',
      Object.assign(class extends URL {}, { createObjectURL: made, revokeObjectURL: revoked }),
    )
    handlers['GET /api/admin/vendors'] = payload([
      { ...vendor(1), pictures: ['img'] },
      { ...vendor(2), pictures: [] },
    ])
    handlers['GET /api/pictures/vendors/1/img'] = () =>
      new Response(new Blob([new Uint8Array(pictureBytes())]), { headers: { 'content-type': 'image/png' } })
    const { container, unmount } = open('vendors', '')
    await waitFor(() => expect(container.querySelector('img')).toHaveAttribute('src', 'blob:one'))
    expect(container.querySelectorAll('.MuiAvatar-root')).toHaveLength(2)
    expect(container.querySelectorAll('img')).toHaveLength(1)
    expect(made.mock.calls[0]![0].type).toBe('image/png')
    const paths = sent('GET').map(({ path }) => path)
    expect(paths.filter(path => path.includes('/pictures/'))).toEqual(['/api/pictures/vendors/1/img'])
    expect(paths).not.toContain('/api/admin/vendors/images-list')
    unmount()
    expect(revoked).toHaveBeenCalledWith('blob:one')
  })

  it('leads to a form of the record itself, which has what the list leaves out', async () => {
    handlers['GET /api/admin/vendors'] = payload([{ ...vendor(1), pictures: ['img'] }])
    handlers['GET /api/admin/vendors/1'] = payload({ ...vendor(1), img: picture() })
    const { container } = open('vendors', '')
    await user.click(await screen.findByRole('link', { name: '업체 1 수정' }))
    await screen.findByRole('textbox', { name: /업체명/ })
    expect(container.querySelector('form img')).toHaveAttribute('src', picture())
  })
})

describe('deleting', () => {
  it('asks by name, takes the row away and says so', async () => {
    handlers['DELETE /api/admin/vendors/2'] = () => {
      handlers['GET /api/admin/vendors'] = payload([vendor(1)])
      return answer({ result: true, message: '' })
    }
    open('vendors', '')
    await user.click(await screen.findByRole('button', { name: '업체 2 삭제' }))
    expect(await screen.findByText('업체 "업체 2" 을(를) 삭제하시겠습니까?')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: '예' }))
    expect(await screen.findByText('Vendor has been Deleted!')).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByRole('cell', { name: '업체 2' })).toBeNull())
  })

  it('nothing is sent when the answer is no', async () => {
    open('vendors', '')
    await user.click(await screen.findByRole('button', { name: '업체 2 삭제' }))
    await user.click(await screen.findByRole('button', { name: '아니요' }))
    expect(sent('DELETE')).toEqual([])
  })

  it('a refusal says why, and the record stays', async () => {
    handlers['DELETE /api/admin/vendors/1'] = () =>
      answer({ result: false, code: 'x', message: '단말 3대가 남아 있습니다.' }, 409)
    open('vendors', '')
    await user.click(await screen.findByRole('button', { name: '업체 1 삭제' }))
    await user.click(await screen.findByRole('button', { name: '예' }))
    expect(
      await screen.findByText(/업체 삭제에 실패하였습니다!\s+단말 3대가 남아 있습니다./),
    ).toBeInTheDocument()
    expect(screen.getByText('업체 1')).toBeInTheDocument()
  })
})

describe('a new record', () => {
  it('says at its fields what is missing, sends nothing, and puts the focus on the first', async () => {
    open('vendors', '/edit/0')
    await save()
    expect(await screen.findByText('업체명이 없습니다!')).toBeInTheDocument()
    expect(screen.getByText('정확한 사업자 등록번호를 입력해 주십시요!')).toBeInTheDocument()
    expect(screen.getByLabelText(/업체명/)).toHaveFocus()
    expect(sent('PUT')).toEqual([])
  })

  it('is sent by the call of §7 with the defaults of config, and the user is back at the list', async () => {
    handlers['PUT /api/admin/vendors'] = payload(vendor(3))
    const { router } = open('vendors', '/edit/0')
    await type(/업체명/, ' 새 업체 ')
    await type(/사업자 등록번호/, '120-81-47521')
    expect(screen.getByLabelText(/사업자 등록번호/)).toHaveValue('120-81-47521')
    await save()
    expect(await screen.findByText('업체를 생성하였습니다.')).toBeInTheDocument()
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/admin/vendors'))
    expect(sent('PUT')[0]!.body).toMatchObject({
      id: 0,
      name: '새 업체',
      brn: '1208147521',
      active: true,
      paid: false,
    })
  })

  it('begins with who is signed in where config says so, by name, and is sent with their id', async () => {
    const file = JSON.parse(configFiles()['resources/vendors.json']!) as {
      fields: object
      form: { sections: { fields: string[] }[] }
    }
    file.form.sections[0]!.fields.push('by')
    const by = { type: 'reference', reference: 'clients', label: '담당', default: { expression: 'user.id' } }
    Object.assign(file.fields, { by: { ...by, read: 'vendor', write: 'vendor' } })
    const { vendors } = config.resources
    config.resources.vendors = configWith('vendors', file).shared.resources.vendors!
    onTestFinished(() => {
      config.resources.vendors = vendors!
    })
    signIn({ level: 9, id: 2 })
    handlers['PUT /api/admin/vendors'] = payload(vendor(3))
    open('vendors', '/edit/0')
    await waitFor(() => expect(screen.getByRole('combobox', { name: /담당/ })).toHaveValue('회원 2'))
    await type(/업체명/, '새 업체')
    await type(/사업자 등록번호/, '120-81-47521')
    await save()
    await waitFor(() => expect(sent('PUT')[0]?.body).toMatchObject({ by: 2 }))
  })

  it('takes no values from an address', async () => {
    const { router } = open('vendors', `/edit/0?source=${encodeURIComponent('{"name":"남의 값"}')}`)
    expect(await screen.findByLabelText(/업체명/)).toHaveValue('')
    expect(router.state.location.search).toBe('')
  })

  it('keeps what was typed when the server refuses or is gone, and shows its errors at their fields', async () => {
    handlers['PUT /api/admin/vendors'] = () =>
      answer(
        {
          result: false,
          code: 'x',
          message: '이미 있는 번호입니다.',
          errors: { brn: '이미 있는 번호입니다.' },
        },
        422,
      )
    open('vendors', '/edit/0')
    await type(/업체명/, '새 업체')
    await type(/사업자 등록번호/, '1208147521')
    await save()
    expect(await screen.findByText('이미 있는 번호입니다.')).toBeInTheDocument()
    expect(screen.getByText('업체 생성에 실패하였습니다!')).toBeInTheDocument()
    await waitFor(() => expect(screen.getByLabelText(/사업자 등록번호/)).toHaveFocus())
    expect(screen.getByLabelText(/업체명/)).toHaveValue('새 업체')

    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('network')))
    await save()
    expect(await screen.findByText(/저장되었는지 확인하지 못하였습니다/)).toBeInTheDocument()
    expect(screen.getByLabelText(/업체명/)).toHaveValue('새 업체')
  })

  it('asks before it is left unsaved', async () => {
    const { router } = open('vendors', '/edit/0')
    await type(/업체명/, '새 업체')
    await user.click(screen.getByRole('link', { name: '목록으로' }))
    await user.click(await screen.findByRole('button', { name: '계속 작성' }))
    expect(screen.getByLabelText(/업체명/)).toHaveValue('새 업체')
    await user.click(screen.getByRole('link', { name: '목록으로' }))
    await user.click(await screen.findByRole('button', { name: '저장하지 않고 나가기' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/admin/vendors'))
  })

  it('shows the expiry only while paid is on, with now filled in', async () => {
    open('vendors', '/edit/0')
    expect(await screen.findByLabelText(/업체명/)).toBeInTheDocument()
    expect(screen.queryByText(/만료 \(KST\)/)).toBeNull()
    await user.click(screen.getByRole('switch', { name: '결제' }))
    expect(await screen.findAllByText(/만료 \(KST\)/)).not.toHaveLength(0)
    await user.click(screen.getByRole('switch', { name: '결제' }))
    await waitFor(() => expect(screen.queryByText(/만료 \(KST\)/)).toBeNull())
  })
})

describe('the client form (§2, §5)', () => {
  it('a wrong phone number is cleared when it is sent, and can be brought back', async () => {
    open('clients', '/edit/0')
    await type(/^이름/, '홍길동')
    await type(/전화번호/, '010123')
    await save()
    expect(await screen.findByText(/정확한 전화번호를 입력해 주십시요!/)).toBeInTheDocument()
    await waitFor(() => expect(screen.getByLabelText(/전화번호/)).toHaveValue(''))
    await user.click(screen.getByRole('button', { name: '되돌리기 (010123)' }))
    expect(screen.getByLabelText(/전화번호/)).toHaveValue('010-123')
  })

  it('a wrong e-mail is named, and the focus goes back to it', async () => {
    open('clients', '/edit/0')
    await type(/^이름/, '홍길동')
    await type(/이메일/, 'hong@')
    await save()
    expect(await screen.findByText('정확한 이메일을 입력해 주십시요!')).toBeInTheDocument()
    expect(screen.getByLabelText(/이메일/)).toHaveFocus()
  })

  it('the two passwords must be the same; the second is never sent', async () => {
    handlers['PUT /api/clients/'] = payload(client(3))
    open('clients', '/edit/0')
    await type(/^이름/, '홍길동')
    await type(/이메일/, 'hong@demo.local')
    const [first, again] = await screen.findAllByPlaceholderText(/8자 이상/)
    await user.type(first!, 'hangang-73')
    await user.type(again!, 'hangang-99')
    await save()
    expect(await screen.findByText('비밀번호가 일치하지 않습니다!')).toBeInTheDocument()
    await user.clear(again!)
    await user.type(again!, 'hangang-73')
    await save()
    await waitFor(() => expect(sent('PUT')).toHaveLength(1))
    expect(sent('PUT')[0]!.body).toMatchObject({ password: 'hangang-73', level: 3, vendor: 0 })
    expect(sent('PUT')[0]!.body).not.toHaveProperty('password_confirmation')
  })

  it.each([
    [9, ['방문객', '회원', '업체', '관리자']],
    [6, ['방문객', '회원', '업체']],
  ])('level %d is offered levels up to its own (§6)', async (level, offered) => {
    session.end('signedOut')
    signIn({ level, vendor: level === 9 ? 0 : 1 })
    open('clients', '/edit/0')
    await user.click(await screen.findByRole('combobox', { name: /권한/ }))
    expect((await screen.findAllByRole('option')).map(option => option.textContent)).toEqual(offered)
  })
})

describe('the password of a client', () => {
  it('is asked for with the placeholder of the spec in a new form, and says there nothing of leaving it empty', async () => {
    open('clients', '/edit/0')
    expect(await screen.findAllByPlaceholderText(/8자 이상/)).toHaveLength(2)
    expect(screen.queryByText(/비워 두면/)).toBeNull()
  })

  it('may be left empty in the form of somebody else, and the form says so', async () => {
    open('clients', '/edit/2')
    expect(await screen.findAllByPlaceholderText(/8자 이상/)).toHaveLength(2)
    expect(screen.getByText('비워 두면 바뀌지 않습니다.')).toBeInTheDocument()
  })

  it('is not offered for one’s own account, which changes it in the profile', async () => {
    handlers['GET /api/clients/2'] = payload(client(2, { email: 'Master@demo.local' }))
    handlers['PUT /api/clients/'] = payload(client(2, { email: 'Master@demo.local', duty: '팀장' }))
    open('clients', '/edit/2')
    await type(/직책/, '팀장')
    expect(screen.queryByPlaceholderText(/8자 이상/)).toBeNull()
    expect(screen.queryByText(/비밀번호/)).toBeNull()
    await save()
    expect(await screen.findByText('회원을 수정하였습니다.')).toBeInTheDocument()
    expect(sent('PUT')[0]!.body).not.toHaveProperty('password')
  })
})

describe('the owner of a batch', () => {
  const batch = {
    id: 4,
    name: '수도권',
    comment: '집배송',
    model: 1,
    model_name: 'FT-100',
    devices: 0,
    maker: '업체 2',
    vendor: 2,
    created: '2026-01-02T03:04:05Z',
    updated: '2026-01-02T03:04:05Z',
  }
  beforeEach(() => {
    handlers['GET /api/models'] = payload([{ id: 1, name: 'FT-100' }])
    handlers['GET /api/batches'] = payload([batch])
    handlers['GET /api/batches/4'] = payload(batch)
  })

  it('is chosen by a master when it is made, and is the provider when nobody says otherwise', async () => {
    handlers['PUT /api/batches/-1'] = payload(batch)
    open('batches', '/edit/0')
    const owner = await screen.findByRole('combobox', { name: /소유 업체/ })
    expect(owner).toHaveValue('서비스 제공자')
    await user.click(screen.getByRole('combobox', { name: /모델/ }))
    await user.click(await screen.findByRole('option', { name: 'FT-100' }))
    await type(/^이름/, '수도권')
    await type(/^설명/, '집배송')
    await user.click(owner)
    await user.click(await screen.findByRole('option', { name: '업체 2' }))
    await save()
    await waitFor(() => expect(sent('PUT')).toHaveLength(1))
    expect(sent('PUT')[0]!.body).toMatchObject({ id: -1, model: 1, vendor: 2, name: '수도권' })
  })

  it('is text once it is made, and the list is narrowed by it', async () => {
    const { unmount } = open('batches', '/edit/4')
    expect(await screen.findByText('소유 업체')).toBeInTheDocument()
    expect(await screen.findByText('업체 2')).toBeInTheDocument()
    expect(screen.queryByRole('combobox', { name: /소유 업체/ })).toBeNull()
    unmount()
    open('batches', '')
    expect(await screen.findByRole('cell', { name: '수도권' })).toBeInTheDocument()
    await user.click(screen.getByRole('combobox', { name: '소유 업체' }))
    await user.click(await screen.findByRole('option', { name: '업체 1' }))
    await waitFor(() => expect(screen.queryByRole('cell', { name: '수도권' })).toBeNull())
  })

  it('is no choice of staff, whose batches are their vendor’s', async () => {
    session.end('signedOut')
    signIn({ level: 6, vendor: 1 })
    const { unmount } = open('batches', '/edit/0')
    expect(await screen.findByLabelText(/^이름/)).toBeInTheDocument()
    expect(screen.queryByText('소유 업체')).toBeNull()
    unmount()
    open('batches', '/edit/4')
    expect(await screen.findByLabelText(/^이름/)).toHaveValue('수도권')
    expect(screen.queryByText('소유 업체')).toBeNull()
  })
})

describe('a record that there is', () => {
  it('is sent back whole, with what was changed and without a password, and the form stays', async () => {
    handlers['GET /api/clients/2'] = payload(client(2, { house: '본관', color: 'x' }))
    handlers['PUT /api/clients/'] = payload(client(2, { duty: '팀장', updated: '2026-02-02T00:00:00Z' }))
    open('clients', '/edit/2')
    await type(/직책/, '팀장')
    await save()
    expect(await screen.findByText('회원을 수정하였습니다.')).toBeInTheDocument()
    const body = sent('PUT')[0]!.body!
    expect(body).toMatchObject({ id: 2, duty: '팀장', house: '본관', updated: '2026-01-02T03:04:05Z' })
    expect(body).not.toHaveProperty('password')
    expect(screen.getByLabelText(/직책/)).toHaveValue('팀장')
  })

  it('the second of two is told what the first changed, and neither loses anything', async () => {
    const theirs = vendor(1, { name: '그들의 이름', updated: '2026-03-03T00:00:00Z' })
    handlers['PUT /api/admin/vendors/1'] = () =>
      answer({ result: false, code: 'conflict', message: '', record: theirs }, 409)
    open('vendors', '/edit/1')
    await type(/주소/, '내 주소')
    await save()
    expect(await screen.findByText('다른 사람이 먼저 저장하였습니다')).toBeInTheDocument()
    expect(screen.getByText('그들의 이름')).toBeInTheDocument()
    expect(screen.getAllByText('변경됨')).toHaveLength(2)

    handlers['PUT /api/admin/vendors/1'] = payload({ ...theirs, addr: '내 주소' })
    await user.click(screen.getByRole('button', { name: '내 값으로 저장' }))
    expect(await screen.findByText('업체을 수정하였습니다.')).toBeInTheDocument()
    expect(sent('PUT').at(-1)!.body).toMatchObject({
      name: '그들의 이름',
      addr: '내 주소',
      updated: '2026-03-03T00:00:00Z',
    })
  })

  it('the values of the other can be loaded instead', async () => {
    const theirs = vendor(1, { name: '그들의 이름' })
    handlers['PUT /api/admin/vendors/1'] = () =>
      answer({ result: false, code: 'conflict', message: '', record: theirs }, 409)
    open('vendors', '/edit/1')
    await type(/업체명/, '내 이름')
    await save()
    await user.click(await screen.findByRole('button', { name: '새 값 불러오기' }))
    await waitFor(() => expect(screen.getByLabelText(/업체명/)).toHaveValue('그들의 이름'))
  })

  it('one that is gone says so and leads back', async () => {
    open('vendors', '/edit/77')
    expect(await screen.findByText('찾을 수 없는 항목입니다.')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: '목록으로' })).toHaveAttribute('href', '/app/admin/vendors')
  })

  it('those who may not edit see why, and no record is asked for', async () => {
    session.end('signedOut')
    signIn({ level: 1, vendor: 1 })
    open('batches', '/edit/3')
    expect(await screen.findByText('이 페이지를 볼 수 있는 권한이 없습니다.')).toBeInTheDocument()
    expect(calls).toEqual([])
  })
})
