/** Lists and forms of records (§2, §5, §8). */
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { configFiles } from '../support/configFiles'
import { batchRecord, clientRecord, vendorRecord } from '../support/consoleRecords'
import { choose, config, press, signIn, user } from '../support/consoleWorld'
import { picture, pictureBytes } from '../support/pictures'
import { openRecords } from '../support/recordScreens'
import { configWith } from '../support/sims'
import { payload, refusal, stubServer, unreachable } from '../support/stubServer'

const VENDORS = 'GET /api/admin/vendors'
const NEW_VENDOR = 'PUT /api/admin/vendors'
const SAVE_VENDOR = 'PUT /api/admin/vendors/1'
const SAVE_CLIENT = 'PUT /api/clients/'

let server: ReturnType<typeof stubServer>
beforeEach(() => {
  signIn({ level: 9 })
  const paid = { vendor_paid: true, vendor_expired: '2027-05-06T07:08:09Z' }
  server = stubServer({
    [VENDORS]: payload([vendorRecord(1), vendorRecord(2)]),
    'GET /api/admin/vendors/1': payload(vendorRecord(1)),
    'GET /api/admin/clients': payload([
      clientRecord(1, { vendor: 1, vendor_name: '업체 1', ...paid }),
      clientRecord(2),
    ]),
    'GET /api/clients/2': payload(clientRecord(2)),
  })
})

const field = (label: string | RegExp) => screen.findByLabelText(label)
async function type(label: string | RegExp, text: string) {
  await user.clear(await field(label))
  await user.type(await field(label), text)
}
async function typeVendor() {
  await type(/업체명/, ' 새 업체 ')
  await type(/사업자 등록번호/, '120-81-47521')
}
const save = () => press('저장')
const passwords = () => screen.findAllByPlaceholderText(/8자 이상/)

describe('a list', () => {
  it('shows formatted numbers, the total, and buttons named after their row', async () => {
    openRecords('vendors')
    expect(await screen.findAllByText('120-81-47521')).toHaveLength(2)
    expect(screen.getByText('2 개의 업체가 있습니다.')).toBeInTheDocument()
    const list = '/app/admin/vendors'
    expect(screen.getByRole('link', { name: '업체 1 수정' })).toHaveAttribute('href', `${list}/edit/1`)
    expect(screen.getByRole('link', { name: '생성' })).toHaveAttribute('href', `${list}/edit/0`)
    expect(screen.getByRole('button', { name: '업체 2 삭제' })).toBeInTheDocument()
  })

  it('shows for a client the payment and expiry of its vendor (§2)', async () => {
    openRecords('clients')
    const row = within((await screen.findByText('회원 1')).closest('tr')!)
    expect(row.getByText('납부')).toBeInTheDocument()
    expect(row.getByText('2027 05-06 16:08:09')).toBeInTheDocument()
    expect(screen.getByRole('columnheader', { name: '만료 (KST)' })).toBeInTheDocument()
    const other = within(screen.getByText('회원 2').closest('tr')!)
    expect(other.getByText('미납')).toBeInTheDocument()
  })

  it.each([
    ['a picture of the server', picture(), 1],
    ['no address in place of a picture', 'https://elsewhere.example/a.png', 0],
  ])('shows %s beside the name', async (_, img, count) => {
    server.handlers['GET /api/admin/vendors/images-list'] = payload([{ id: 1, img }])
    const { container } = openRecords('vendors')
    await screen.findByText('업체 1')
    await waitFor(() => expect(container.querySelectorAll('.MuiAvatar-root').length).toBeGreaterThan(0))
    await waitFor(() => expect(server.sent('GET /api/admin/vendors/images-list')).toHaveLength(1))
    await waitFor(() => expect(container.querySelectorAll('img')).toHaveLength(count))
    if (count > 0) expect(container.querySelector('img')).toHaveAttribute('src', img)
    else expect(container.querySelector('.MuiAvatar-root')).toHaveTextContent('업')
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

  it('leads to a form with the whole record, which has fields that the list omits', async () => {
    server.handlers[VENDORS] = payload([vendorRecord(1, { pictures: ['img'] })])
    server.handlers['GET /api/admin/vendors/1'] = payload(vendorRecord(1, { img: picture() }))
    const { container } = openRecords('vendors')
    await user.click(await screen.findByRole('link', { name: '업체 1 수정' }))
    await screen.findByRole('textbox', { name: /업체명/ })
    expect(container.querySelector('form img')).toHaveAttribute('src', picture())
  })
})

describe('a deletion', () => {
  const REMOVE = 'DELETE /api/admin/vendors/2'
  const ask = async () => {
    openRecords('vendors')
    await press('업체 2 삭제')
  }

  it('asks by name, removes the row and confirms it', async () => {
    server.handlers[REMOVE] = call => {
      server.handlers[VENDORS] = payload([vendorRecord(1)])
      return payload(undefined)(call)
    }
    await ask()
    expect(await screen.findByText('업체 "업체 2" 을(를) 삭제하시겠습니까?')).toBeInTheDocument()
    await press('예')
    expect(await screen.findByText('Vendor has been Deleted!')).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByRole('cell', { name: '업체 2' })).toBeNull())
  })

  it('sends nothing after a no', async () => {
    await ask()
    await press('아니요')
    expect(server.sent(REMOVE)).toEqual([])
  })

  it('shows the reason of a refusal and keeps the row', async () => {
    server.handlers[REMOVE] = refusal(409, '단말 3대가 남아 있습니다.')
    await ask()
    await press('예')
    const message = /업체 삭제에 실패하였습니다!\s+단말 3대가 남아 있습니다./
    expect(await screen.findByText(message)).toBeInTheDocument()
    expect(screen.getByText('업체 2')).toBeInTheDocument()
  })
})

describe('the form of a new record', () => {
  it('shows at each field what is missing, focuses the first and sends nothing', async () => {
    openRecords('vendors', '/edit/0')
    await save()
    expect(await screen.findByText('업체명이 없습니다!')).toBeInTheDocument()
    expect(screen.getByText('정확한 사업자 등록번호를 입력해 주십시요!')).toBeInTheDocument()
    expect(await field(/업체명/)).toHaveFocus()
    expect(server.sent(NEW_VENDOR)).toEqual([])
  })

  it('sends the call of §7 with the defaults of config, and returns to the list', async () => {
    server.handlers[NEW_VENDOR] = payload(vendorRecord(3))
    const { router } = openRecords('vendors', '/edit/0')
    await typeVendor()
    expect(await field(/사업자 등록번호/)).toHaveValue('120-81-47521')
    await save()
    expect(await screen.findByText('업체를 생성하였습니다.')).toBeInTheDocument()
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/admin/vendors'))
    const sent = { id: 0, name: '새 업체', brn: '1208147521', active: true, paid: false }
    expect(server.bodies(NEW_VENDOR)).toEqual([expect.objectContaining(sent)])
  })

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

  it('ignores values in the address and removes them', async () => {
    const { router } = openRecords('vendors', `/edit/0?source=${encodeURIComponent('{"name":"남의 값"}')}`)
    expect(await field(/업체명/)).toHaveValue('')
    expect(router.state.location.search).toBe('')
  })

  it('keeps its values when the save is refused or unanswered, and shows each error at its field', async () => {
    const errors = { brn: '이미 있는 번호입니다.' }
    server.handlers[NEW_VENDOR] = refusal(422, '이미 있는 번호입니다.', { errors })
    openRecords('vendors', '/edit/0')
    await typeVendor()
    await save()
    expect(await screen.findByText('이미 있는 번호입니다.')).toBeInTheDocument()
    expect(screen.getByText('업체 생성에 실패하였습니다!')).toBeInTheDocument()
    await waitFor(async () => expect(await field(/사업자 등록번호/)).toHaveFocus())
    server.handlers[NEW_VENDOR] = unreachable
    await save()
    expect(await screen.findByText(/저장되었는지 확인하지 못하였습니다/)).toBeInTheDocument()
    expect(await field(/업체명/)).toHaveValue(' 새 업체 ')
  })

  it('asks before unsaved values are left', async () => {
    const { router } = openRecords('vendors', '/edit/0')
    await type(/업체명/, '새 업체')
    await user.click(screen.getByRole('link', { name: '목록으로' }))
    await press('계속 작성')
    expect(await field(/업체명/)).toHaveValue('새 업체')
    await user.click(screen.getByRole('link', { name: '목록으로' }))
    await press('저장하지 않고 나가기')
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/admin/vendors'))
  })

  it('shows the expiry only while "paid" is on', async () => {
    openRecords('vendors', '/edit/0')
    await field(/업체명/)
    const paid = screen.getByRole('switch', { name: '결제' })
    expect(screen.queryByText(/만료 \(KST\)/)).toBeNull()
    await user.click(paid)
    expect(await screen.findAllByText(/만료 \(KST\)/)).not.toHaveLength(0)
    await user.click(paid)
    await waitFor(() => expect(screen.queryByText(/만료 \(KST\)/)).toBeNull())
  })
})

describe('the form of a client (§2, §5)', () => {
  it('clears a wrong phone number on save, and can restore it', async () => {
    openRecords('clients', '/edit/0')
    await type(/^이름/, '홍길동')
    await type(/전화번호/, '010123')
    await save()
    expect(await screen.findByText(/정확한 전화번호를 입력해 주십시요!/)).toBeInTheDocument()
    await waitFor(async () => expect(await field(/전화번호/)).toHaveValue(''))
    await press('되돌리기 (010123)')
    expect(await field(/전화번호/)).toHaveValue('010-123')
  })

  it('names a wrong e-mail address and focuses it', async () => {
    openRecords('clients', '/edit/0')
    await type(/^이름/, '홍길동')
    await type(/이메일/, 'hong@')
    await save()
    expect(await screen.findByText('정확한 이메일을 입력해 주십시요!')).toBeInTheDocument()
    expect(await field(/이메일/)).toHaveFocus()
  })

  it('requires the same password twice, and sends it once', async () => {
    server.handlers[SAVE_CLIENT] = payload(clientRecord(3))
    openRecords('clients', '/edit/0')
    await type(/^이름/, '홍길동')
    await type(/이메일/, 'hong@demo.local')
    const [password, confirmation] = await passwords()
    expect(screen.queryByText(/비워 두면/)).toBeNull()
    await user.type(password!, 'hangang-73')
    await user.type(confirmation!, 'hangang-99')
    await save()
    expect(await screen.findByText('비밀번호가 일치하지 않습니다!')).toBeInTheDocument()
    await user.clear(confirmation!)
    await user.type(confirmation!, 'hangang-73')
    await save()
    await waitFor(() => expect(server.sent(SAVE_CLIENT)).toHaveLength(1))
    const [sent] = server.bodies(SAVE_CLIENT)
    expect(sent).toMatchObject({ password: 'hangang-73', level: 3, vendor: 0 })
    expect(sent).not.toHaveProperty('password_confirmation')
  })

  it.each([
    [9, ['방문객', '회원', '업체', '관리자']],
    [6, ['방문객', '회원', '업체']],
  ])('offers level %d the levels up to its own (§6)', async (level, options) => {
    signIn({ level, vendor: level === 9 ? 0 : 1 })
    openRecords('clients', '/edit/0')
    await user.click(await screen.findByRole('combobox', { name: /권한/ }))
    expect((await screen.findAllByRole('option')).map(option => option.textContent)).toEqual(options)
  })

  it('sends the whole record with the changes and without an empty password, and stays open', async () => {
    server.handlers['GET /api/clients/2'] = payload(clientRecord(2, { house: '본관', color: 'x' }))
    server.handlers[SAVE_CLIENT] = payload(clientRecord(2, { duty: '팀장', updated: '2026-02-02T00:00:00Z' }))
    openRecords('clients', '/edit/2')
    expect(await passwords()).toHaveLength(2)
    expect(screen.getByText('비워 두면 바뀌지 않습니다.')).toBeInTheDocument()
    await type(/직책/, '팀장')
    await save()
    expect(await screen.findByText('회원을 수정하였습니다.')).toBeInTheDocument()
    const [sent] = server.bodies(SAVE_CLIENT)
    expect(sent).toMatchObject({ id: 2, duty: '팀장', house: '본관', updated: '2026-01-02T03:04:05Z' })
    expect(sent).not.toHaveProperty('password')
    expect(await field(/직책/)).toHaveValue('팀장')
  })

  it('has no password in the user’s own record: the profile changes that', async () => {
    const own = { email: 'Master@demo.local' }
    server.handlers['GET /api/clients/2'] = payload(clientRecord(2, own))
    server.handlers[SAVE_CLIENT] = payload(clientRecord(2, { ...own, duty: '팀장' }))
    openRecords('clients', '/edit/2')
    await type(/직책/, '팀장')
    expect(screen.queryByText(/비밀번호/)).toBeNull()
    await save()
    expect(await screen.findByText('회원을 수정하였습니다.')).toBeInTheDocument()
    expect(server.bodies(SAVE_CLIENT)[0]).not.toHaveProperty('password')
  })
})

describe('the owner of a batch', () => {
  beforeEach(() => {
    server.handlers['GET /api/models'] = payload([{ id: 1, name: 'FT-100' }])
    server.handlers['GET /api/batches'] = payload([batchRecord(4)])
    server.handlers['GET /api/batches/4'] = payload(batchRecord(4))
  })
  const noOwner = () => expect(screen.queryByRole('combobox', { name: /소유 업체/ })).toBeNull()

  it('is chosen by a master in a new batch; the service provider unless chosen', async () => {
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
    noOwner()
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

  it('can load the values of the other user instead', async () => {
    server.handlers[SAVE_VENDOR] = conflict
    openRecords('vendors', '/edit/1')
    await type(/업체명/, '내 이름')
    await save()
    await press('새 값 불러오기')
    await waitFor(async () => expect(await field(/업체명/)).toHaveValue('그들의 이름'))
  })

  it('of an unknown record leads back to the list', async () => {
    openRecords('vendors', '/edit/77')
    expect(await screen.findByText('찾을 수 없는 항목입니다.')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: '목록으로' })).toHaveAttribute('href', '/app/admin/vendors')
  })

  it('is refused to users who may not edit, without a request', async () => {
    signIn({ level: 1, vendor: 1 })
    openRecords('batches', '/edit/3')
    expect(await screen.findByText('이 페이지를 볼 수 있는 권한이 없습니다.')).toBeInTheDocument()
    expect(server.calls).toEqual([])
  })
})
