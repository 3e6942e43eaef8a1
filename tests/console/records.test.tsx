/** Lists and forms of records (§2, §5, §8). */
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { configFiles } from '../support/configFiles'
import { batchRecord, clientRecord, vendorRecord } from '../support/consoleRecords'
import { answer, choose, config, press, signIn, user } from '../support/consoleWorld'
import { picture, pictureBytes } from '../support/pictures'
import { openRecords } from '../support/recordScreens'
import { configWith } from '../support/sims'
import { payload, refusal, restPage, stubServer } from '../support/stubServer'

const VENDORS = 'GET /api/admin/vendors'
const NEW_VENDOR = 'PUT /api/admin/vendors'
const SAVE_VENDOR = 'PUT /api/admin/vendors/1'
const SAVE_CLIENT = 'PUT /api/clients/'

let server: ReturnType<typeof stubServer>
beforeEach(() => {
  signIn({ level: 9 })
  server = stubServer({
    [VENDORS]: payload([vendorRecord(1), vendorRecord(2)]),
    'GET /api/admin/vendors/1': payload(vendorRecord(1)),
    'GET /api/admin/clients': payload([
      clientRecord(1, { vendor: 1, vendor_name: '업체 1' }),
      clientRecord(2),
    ]),
    'GET /api/clients/2': payload(clientRecord(2)),
  })
})

const field = (label: string | RegExp) => screen.findByLabelText(label)
async function type(label: string | RegExp, text: string) {
  fireEvent.change(await field(label), { target: { value: text } })
}
async function typeVendor() {
  await type(/업체명/, ' 새 업체 ')
  await type(/사업자 등록번호/, '120-81-47521')
}
const save = () => press('저장')

describe('the bounds of an order method', () => {
  const CREATE = 'POST /api/resources/methods'
  const bound = (name: '최소' | '최대') => screen.findByLabelText(name)
  const open = async () => {
    server.handlers['GET /api/resources/methods'] = restPage([])
    server.handlers[CREATE] = ({ body }) => answer({ id: 1, ...(body as object) })
    openRecords('methods', '/edit/0')
    await type(/^코드/, 'volume')
    await type(/^명령/, '음량')
    await choose('입력 종류', '숫자')
  }
  const sentBounds = () => server.bodies(CREATE).map(({ content }) => (content as { Value?: unknown }).Value)

  it('must both be entered: if one is missing, the fields say so and nothing is sent', async () => {
    await open()
    await type('최대', '50')
    await save()
    const both = '최솟값과 최댓값, 두 숫자를 모두 입력해 주세요.'
    await waitFor(async () =>
      expect((await bound('최소')).closest('fieldset')).toHaveAccessibleDescription(both),
    )
    expect(await bound('최소')).toBeInvalid()
    expect(server.sent(CREATE)).toHaveLength(0)
    await type('최소', '0')
    await save()
    await waitFor(() => expect(sentBounds()).toEqual([[0, 50]]))
  })

  it('may both be empty: the default bounds apply, which the empty fields show', async () => {
    await open()
    await type('최대', '50')
    await type('최대', '')
    expect(await bound('최소')).toHaveAttribute('placeholder', '0')
    expect(await bound('최대')).toHaveAttribute('placeholder', '255')
    await save()
    await waitFor(() => expect(server.sent(CREATE)).toHaveLength(1))
    expect(sentBounds()[0] ?? null).toBeNull()
  })
})

describe('a list', () => {
  it('shows pictures of the server beside the names, but none of another site', async () => {
    const images = [
      { id: 1, img: picture() },
      { id: 2, img: 'https://elsewhere.example/a.png' },
    ]
    server.handlers['GET /api/admin/vendors/images-list'] = payload(images)
    const { container } = openRecords('vendors')
    await waitFor(() => expect(container.querySelectorAll('.MuiAvatar-root')).toHaveLength(2))
    await waitFor(() => expect(container.querySelector('img')).toHaveAttribute('src', picture()))
    expect(container.querySelectorAll('img')).toHaveLength(1)
    expect(container.querySelectorAll('.MuiAvatar-root')[1]).toHaveTextContent('업')
    expect(server.sent('GET /api/admin/vendors/images-list')).toHaveLength(1)
  })

  it('fetches pictures one by one where rows name them, and revokes their object URLs', async () => {
    const createObjectURL = vi.fn((_blob: Blob) => 'blob:one')
    const revokeObjectURL = vi.fn()
    vi.stubGlobal('URL', Object.assign(class extends URL {}, { createObjectURL, revokeObjectURL }))
    const image = 'GET /api/pictures/vendors/1/img'
    server.handlers[VENDORS] = payload([
      vendorRecord(1, { pictures: ['img'] }),
      vendorRecord(2, { pictures: [] }),
    ])
    server.handlers[image] = () =>
      new Response(new Blob([new Uint8Array(pictureBytes())]), { headers: { 'content-type': 'image/png' } })
    const { container, unmount } = openRecords('vendors')
    await waitFor(() => expect(container.querySelector('img')).toHaveAttribute('src', 'blob:one'))
    expect(container.querySelectorAll('.MuiAvatar-root')).toHaveLength(2)
    expect(createObjectURL.mock.calls[0]![0].type).toBe('image/png')
    const pictures = server.calls.filter(({ path }) => /pictures|images/.test(path))
    expect(pictures).toEqual(server.sent(image))
    unmount()
    expect(revokeObjectURL).toHaveBeenCalledWith('blob:one')
  })

  it('leads to a form of the whole record, with the fields that the list omits', async () => {
    server.handlers[VENDORS] = payload([vendorRecord(1, { pictures: ['img'] })])
    server.handlers['GET /api/admin/vendors/1'] = payload(vendorRecord(1, { img: picture() }))
    const { container } = openRecords('vendors')
    await user.click(await screen.findByRole('link', { name: '업체 1 수정' }))
    await screen.findByRole('textbox', { name: /업체명/ })
    expect(container.querySelector('form img')).toHaveAttribute('src', picture())
  })
})

describe('the form of a new record', () => {
  it('starts with the signed-in user where config says so: shown by name, sent by id', async () => {
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
    server.handlers[NEW_VENDOR] = payload(vendorRecord(3))
    openRecords('vendors', '/edit/0')
    await waitFor(() => expect(screen.getByRole('combobox', { name: /담당/ })).toHaveValue('회원 2'))
    await typeVendor()
    await save()
    await waitFor(() => expect(server.bodies(NEW_VENDOR)).toEqual([expect.objectContaining({ by: 2 })]))
  })

  it('shows computed values while the user types, and which rule refuses a save', async () => {
    const { shared } = configWith('rentals', JSON.parse(configFiles()['examples/rentals.json']!))
    openRecords('rentals', '/edit/0', { config: shared })
    await type(/^월 단가/, '500000')
    await type(/^수량/, '3')
    for (const text of ['1,500,000', '대형']) expect(await screen.findByText(text)).toBeVisible()
    await type(/^계약명/, '많은 시험')
    await choose(/^종류/, '시험 사용')
    await save()
    expect(await screen.findByRole('alert')).toHaveTextContent('시험 사용은 30일까지, 5대까지입니다.')
    expect(server.sent('POST /api/resources/rentals')).toEqual([])
  })

  it('ignores values in the address and removes them', async () => {
    const { router } = openRecords('vendors', `/edit/0?source=${encodeURIComponent('{"name":"남의 값"}')}`)
    expect(await field(/업체명/)).toHaveValue('')
    expect(router.state.location.search).toBe('')
  })
})

it('the form of a client also asks for the current password in the user’s own record', async () => {
  const own = clientRecord(2, { email: 'Master@demo.local' })
  server.handlers['GET /api/clients/2'] = payload(own)
  server.handlers[SAVE_CLIENT] = payload(own)
  openRecords('clients', '/edit/2')
  await type(/^현재 비밀번호$/, 'old-one1!')
  expect(await field(/^현재 비밀번호$/)).toHaveAttribute('autocomplete', 'current-password')
  for (const input of await screen.findAllByPlaceholderText(/8자 이상/)) await user.type(input, 'new-one2!')
  await save()
  expect(await screen.findByText('회원을 수정하였습니다.')).toBeInTheDocument()
  const sent = { current_password: 'old-one1!', password: 'new-one2!' }
  expect(server.bodies(SAVE_CLIENT)[0]).toMatchObject(sent)
})

it('the account of the user cannot be deleted in the list or the form, unlike others', async () => {
  const own = clientRecord(2, { email: 'Master@demo.local' })
  server.handlers['GET /api/admin/clients'] = payload([clientRecord(1), own])
  server.handlers['GET /api/clients/2'] = payload(own)
  openRecords('clients')
  expect(await screen.findByRole('button', { name: '회원 1 삭제' })).toBeVisible()
  expect(screen.queryByRole('button', { name: '회원 2 삭제' })).toBeNull()
  await user.click(screen.getByRole('link', { name: '회원 2 수정' }))
  expect(await field(/직책/)).toBeVisible()
  expect(screen.queryByRole('button', { name: '삭제' })).toBeNull()
})

describe('the owner of a batch', () => {
  beforeEach(() => {
    server.handlers['GET /api/models'] = payload([{ id: 1, name: 'FT-100' }])
    server.handlers['GET /api/batches'] = payload([batchRecord(4)])
    server.handlers['GET /api/batches/4'] = payload(batchRecord(4))
  })
  const expectNoChoiceOfOwner = () => expect(screen.queryByRole('combobox', { name: /소유 업체/ })).toBeNull()

  it('is chosen by a master in a new batch, and is the service provider by default', async () => {
    server.handlers['PUT /api/batches/-1'] = payload(batchRecord(4))
    openRecords('batches', '/edit/0')
    expect(await screen.findByRole('combobox', { name: /소유 업체/ })).toHaveValue('서비스 제공자')
    await choose(/모델/, 'FT-100')
    await type(/^이름/, '수도권')
    await type(/^설명/, '집배송')
    await choose(/소유 업체/, '업체 2')
    await save()
    const sent = { id: -1, model: 1, vendor: 2, name: '수도권' }
    await waitFor(() => expect(server.bodies('PUT /api/batches/-1')).toEqual([expect.objectContaining(sent)]))
  })

  it('is read-only in an existing batch, and a filter of the list', async () => {
    const { unmount } = openRecords('batches', '/edit/4')
    expect(await screen.findByText('소유 업체')).toBeInTheDocument()
    expect(await screen.findByText('업체 2')).toBeInTheDocument()
    expectNoChoiceOfOwner()
    unmount()
    openRecords('batches')
    expect(await screen.findByRole('cell', { name: '수도권' })).toBeInTheDocument()
    await choose('소유 업체', '업체 1')
    await waitFor(() => expect(screen.queryByRole('cell', { name: '수도권' })).toBeNull())
  })

  it('is hidden from the staff of a vendor, whose batches belong to that vendor', async () => {
    signIn({ level: 6, vendor: 1 })
    const { unmount } = openRecords('batches', '/edit/0')
    await field(/^이름/)
    expect(screen.queryByText('소유 업체')).toBeNull()
    unmount()
    openRecords('batches', '/edit/4')
    expect(await field(/^이름/)).toHaveValue('수도권')
    expect(screen.queryByText('소유 업체')).toBeNull()
  })
})

describe('the form of a record', () => {
  const theirs = vendorRecord(1, { name: '그들의 이름', updated: '2026-03-03T00:00:00Z' })
  const conflict = refusal(409, '', { code: 'conflict', record: theirs })

  it('shows a conflicting save of another user, and can save over it without losing their changes', async () => {
    server.handlers[SAVE_VENDOR] = conflict
    openRecords('vendors', '/edit/1')
    await type(/주소/, '내 주소')
    await save()
    expect(await screen.findByText('다른 사람이 먼저 저장하였습니다')).toBeInTheDocument()
    expect(screen.getByText('그들의 이름')).toBeInTheDocument()
    expect(screen.getAllByText('변경됨')).toHaveLength(2)

    server.handlers[SAVE_VENDOR] = payload({ ...theirs, addr: '내 주소' })
    await press('내 값으로 저장')
    expect(await screen.findByText('업체을 수정하였습니다.')).toBeInTheDocument()
    const { name, updated } = theirs
    expect(server.bodies(SAVE_VENDOR).at(-1)).toMatchObject({ name, updated, addr: '내 주소' })
  })

  it('takes the values of the other user, and saves what is entered afterwards', async () => {
    server.handlers[SAVE_VENDOR] = conflict
    openRecords('vendors', '/edit/1')
    await type(/주소/, '내 주소')
    await save()
    await press('새 값 불러오기')
    expect(await screen.findByDisplayValue('그들의 이름')).toBeInTheDocument()
    expect(screen.queryByDisplayValue('내 주소')).toBeNull()
    await type(/주소/, '다음 주소')
    await save()
    const { name, updated } = theirs
    expect(server.bodies(SAVE_VENDOR).at(-1)).toMatchObject({ name, updated, addr: '다음 주소' })
  })

  it('asks before unsaved input is left', async () => {
    const { router } = openRecords('vendors', '/edit/1')
    await type(/주소/, '내 주소')
    const leave = () => act(() => router.navigate('/app/admin/vendors'))
    await leave()
    await press('계속 작성')
    expect(screen.getByDisplayValue('내 주소')).toBeInTheDocument()
    await leave()
    await press('저장하지 않고 나가기')
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/admin/vendors'))
  })

  it('is refused to users who may not open it, without a request', async () => {
    signIn({ level: 1, vendor: 1 })
    openRecords('clients', '/edit/3')
    expect(await screen.findByText('이 페이지를 볼 수 있는 권한이 없습니다.')).toBeInTheDocument()
    expect(server.calls).toEqual([])
  })
})
