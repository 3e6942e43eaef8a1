/**
 * Clients (§2, client list and edit; §5; §6; §8): access, the list, and creating, changing and deleting a client.
 */

import { translate } from '../../src/tools/translate'
import { emailOf, expect, follow, type Level, type Page, type Site, test } from '../support/journey'
import {
  all,
  ask,
  button,
  choose,
  expectHeads,
  find,
  fresh,
  freshEmail,
  input,
  label,
  makeClient,
  makeVendor,
  question,
  rows,
  saidAt,
  search,
} from '../support/records'

const LIST = '/app/admin/clients'
const labelOf = (field: string) => label('clients', field)
const CONFIRM = /비밀번호 확인/

/** Fills in the required fields of a new client. */
async function fillIn(page: Page, values: { name?: string; email?: string } = {}): Promise<string> {
  const name = values.name ?? fresh('회원')
  await input(page, labelOf('name')).fill(name)
  await input(page, labelOf('email')).fill(values.email ?? freshEmail())
  return name
}

const clientsOf = (site: Site, who: Level) => all(site, who, '/api/admin/clients')

test.describe('the list of clients', () => {
  test('shows a master every client in the columns of the specification, sorted and searched', async ({
    open,
    site,
  }) => {
    const rich = await makeClient(site, {
      duty: '배차 팀장',
      phone: '01012345678',
      level: 6,
      vendor: 2,
    })
    const off = await makeClient(site, {
      vendor: 0,
      active: false,
      paid: true,
      expired: '2031-05-01T00:00:00Z',
    })
    const payer = await makeVendor(site, { paid: true, expired: '2032-02-03T04:05:06Z' })
    const member = await makeClient(site, { vendor: payer.id })
    const alone = await makeClient(site, { vendor: 0, paid: true, expired: '2031-05-06T07:08:09Z' })
    const poor = await makeClient(site, { vendor: 0, paid: false })
    const stem = fresh('정렬')
    for (const letter of ['다', '가', '나']) await makeClient(site, { name: `${stem} ${letter}` })
    const page = await open('master', LIST)

    await test.step('the columns of the specification in order', () =>
      expectHeads(
        page,
        [
          'name',
          'duty',
          'level_name',
          'email',
          'vendor_name',
          'phone',
          'active',
          'paid',
          'created',
          'expired',
        ].map(labelOf),
      ))
    await test.step('name, position, level, e-mail, vendor and phone, of another vendor too', async () => {
      const row = await find(page, rich.name)
      for (const text of ['배차 팀장', '업체', String(rich.email), '누리에너지솔루션', '010-1234-5678'])
        await expect(row).toContainText(text)
      await expect(row).toContainText(/\d{4} \d\d-\d\d \d\d:\d\d:\d\d/)
    })
    await test.step('active and paid as green and red dots with a text', async () => {
      const row = await find(page, off.name)
      await expect(row).toContainText(translate('forms.dot.active.off'))
      await expect(row).toContainText(translate('forms.dot.paid.on'))
    })
    await test.step('paid state and expiry of its vendor; without a vendor its own', async () => {
      const first = await find(page, member.name)
      await expect(first).toContainText(translate('forms.dot.paid.on'))
      await expect(first).toContainText('2032 02-03 13:05:06')
      await expect(await find(page, alone.name)).toContainText('2031 05-06 16:08:09')
      await expect(await find(page, poor.name)).toContainText(translate('forms.dot.paid.off'))
    })
    await test.step('sorted by a click on a header, and filtered by its search', async () => {
      await search(page).fill(stem)
      await expect(rows(page)).toHaveCount(3)
      const head = page.getByRole('columnheader', { name: new RegExp(`^${labelOf('name')}`) })
      await head.getByRole('button').first().click()
      await expect(head).toHaveAttribute('aria-sort', /ascending|descending/)
      if ((await head.getAttribute('aria-sort')) === 'descending')
        await head.getByRole('button').first().click()
      await expect(head).toHaveAttribute('aria-sort', 'ascending')
      await expect(rows(page).nth(0)).toContainText(`${stem} 가`)
      await expect(rows(page).nth(2)).toContainText(`${stem} 다`)
    })
  })

  test('shows vendor staff only the clients of their vendor', async ({ open, site }) => {
    const foreign = await makeClient(site, { vendor: 2 })
    const known = await clientsOf(site, 'vendor')
    const page = await open('vendor', LIST)
    await expect(rows(page).first()).toBeVisible()
    await search(page).fill(foreign.name)
    await expect(rows(page)).toHaveCount(0)
    expect(known.some(record => record.id === foreign.id)).toBe(false)
    expect(new Set(known.map(record => record.vendor))).toEqual(new Set([1]))
  })

  test('finds registered accounts without a vendor', async ({ open, site }) => {
    const waiting = await makeClient(site, { vendor: 0, level: 1 })
    const member = await makeClient(site, { vendor: 1, level: 1 })
    const page = await open('master', LIST)
    await choose(page, '업체 배정 대기', '예')
    await find(page, waiting.name)
    await search(page).fill(member.name)
    await expect(rows(page)).toHaveCount(0)
  })

  test('asks before deleting, and refuses with the number of devices of the client', async ({
    open,
    site,
  }) => {
    const client = await makeClient(site)
    const owner = (await clientsOf(site, 'master')).find(record => record.email === emailOf('client'))!
    const page = await open('master', LIST)
    const row = await find(page, client.name)
    await test.step('No keeps the client', async () => {
      await button.remove(row).click()
      await expect(question(page)).toContainText(client.name)
      await button.no(page).click()
      await expect(question(page)).toHaveCount(0)
      await expect(row).toBeVisible()
      expect((await clientsOf(site, 'master')).map(record => record.id)).toContain(client.id)
    })
    await test.step('Yes removes it from the list', async () => {
      await button.remove(row).click()
      await button.yes(page).click()
      await expect(page.getByText('Client has been deleted!')).toBeVisible()
      await expect(page).toHaveURL(new RegExp(`${LIST}(\\?|$)`))
      await expect(row).toHaveCount(0)
      expect((await clientsOf(site, 'master')).map(record => record.id)).not.toContain(client.id)
    })
    await test.step('a client with devices cannot be deleted', async () => {
      await button.remove(await find(page, owner.name)).click()
      await button.yes(page).click()
      await expect(page.getByText(/단말[^.]*\d+/).last()).toBeVisible()
      expect((await clientsOf(site, 'master')).map(record => record.id)).toContain(owner.id)
    })
  })
})

test.describe('a new client', () => {
  test('is created by a master with a notice, is listed, and can sign in', async ({ open, site }) => {
    const email = freshEmail()
    const page = await open('master', LIST)
    await button.create(page).first().click()
    await expect(page).toHaveURL(new RegExp(`${LIST}/edit/?0?$`))
    await expect(button.save(page)).toBeVisible()
    await choose(page, labelOf('vendor'), '다온스마트팜')
    const name = await fillIn(page, { email })
    await input(page, labelOf('password')).fill('Journey-1!')
    await page.getByLabel(CONFIRM).first().fill('Journey-1!')
    await input(page, labelOf('phone')).pressSequentially('01098765432')
    await expect(input(page, labelOf('phone'))).toHaveValue('010-9876-5432')
    await input(page, labelOf('zone')).fill('재배팀')
    await input(page, labelOf('duty')).fill('팀장')
    await input(page, labelOf('comment')).fill('첫 줄\n둘째 줄')
    await button.save(page).click()
    await expect(page.getByText('회원을 생성하였습니다.')).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${LIST}(\\?|$)`))
    const row = await find(page, name)
    await expect(row).toContainText('다온스마트팜')
    await expect(row).toContainText('회원')
    const stored = (await clientsOf(site, 'master')).find(record => record.email === email)!
    expect(stored).toMatchObject({
      name,
      phone: '01098765432',
      zone: '재배팀',
      duty: '팀장',
      level: 3,
      active: true,
      paid: false,
    })
    expect(stored.comment).toBe('첫 줄\n둘째 줄')
    const signedIn = await fetch(`${site.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'Journey-1!' }),
    })
    expect(signedIn.status).toBe(200)
  })

  test('has the addresses edit, edit/0 and edit/-1, and the defaults of the specification', async ({
    open,
  }) => {
    const page = await open('master', LIST)
    await expect(rows(page).first()).toBeVisible()
    for (const path of ['edit', 'edit/0', 'edit/-1'].map(end => `${LIST}/${end}`)) {
      await follow(page, path)
      await expect(page.getByRole('heading', { level: 1, name: '회원 생성' }), path).toBeVisible()
      await expect(input(page, labelOf('name')), path).toHaveValue('')
      await expect(input(page, labelOf('email')), path).toHaveValue('')
      await expect(input(page, labelOf('level')), path).toContainText('회원')
      await expect(input(page, labelOf('active')), path).toBeChecked()
      await expect(input(page, labelOf('paid')), path).not.toBeChecked()
      await expect(input(page, labelOf('password')), path).toHaveAttribute('placeholder', /8/)
      await expect(page.getByLabel(CONFIRM).first(), path).toHaveAttribute('placeholder', /8/)
      await follow(page, LIST)
      await expect(rows(page).first()).toBeVisible()
    }
  })

  test('may have any level, with or without a vendor; paid and its expiry are offered only without a vendor', async ({
    open,
    site,
  }) => {
    const page = await open('master', `${LIST}/edit/0`)
    await input(page, labelOf('level')).click()
    await expect(page.getByRole('option')).toHaveText(['방문객', '회원', '업체', '관리자'])
    await page.keyboard.press('Escape')
    const name = await fillIn(page)
    await choose(page, labelOf('vendor'), '한빛텔레매틱스')
    await expect(input(page, labelOf('paid'))).toHaveCount(0)
    await expect(page.getByRole('group', { name: labelOf('expired') })).toHaveCount(0)
    await input(page, labelOf('vendor')).click()
    await page.getByRole('option', { name: /없음/ }).click()
    await expect(input(page, labelOf('paid'))).toBeVisible()
    await expect(page.getByRole('group', { name: labelOf('expired') })).toHaveCount(0)
    await input(page, labelOf('paid')).check()
    await expect(page.getByRole('group', { name: labelOf('expired') })).toBeVisible()
    await input(page, labelOf('password')).fill('Journey-1!')
    await page.getByLabel(CONFIRM).first().fill('Journey-1!')
    await button.save(page).click()
    await expect(page.getByText('회원을 생성하였습니다.')).toBeVisible()
    const stored = (await clientsOf(site, 'master')).find(record => record.name === name)!
    expect(stored).toMatchObject({ vendor: 0, paid: true })
  })
})

test.describe('invalid input', () => {
  test('is reported at its field; the input survives a server failure, and the next save creates the client', async ({
    open,
  }) => {
    const page = await open('master', `${LIST}/edit/0`)
    const failure = page.getByText('회원 생성에 실패하였습니다!').first()
    const fillPasswords = async (password: string, confirmation: string) => {
      await input(page, labelOf('password')).fill(password)
      await page.getByLabel(CONFIRM).first().fill(confirmation)
    }
    await test.step('no name and no e-mail address', async () => {
      await input(page, labelOf('comment')).fill('아직 이름이 없음')
      await button.save(page).click()
      await expect(page.getByText('필수 회원 생성 데이터가 없습니다!').first()).toBeVisible()
      await expect(input(page, labelOf('name'))).toBeFocused()
      await saidAt(input(page, labelOf('email')), '필수 회원 생성 데이터가 없습니다!')
      await input(page, labelOf('name')).fill('이름만 있는 회원')
      await button.save(page).click()
      await expect(input(page, labelOf('email'))).toBeFocused()
      await expect(input(page, labelOf('comment'))).toHaveValue('아직 이름이 없음')
      await expect(page).toHaveURL(/edit\/0/)
    })
    await test.step('an invalid e-mail address', async () => {
      await fillIn(page, { email: 'not-an-address' })
      await button.save(page).click()
      await saidAt(input(page, labelOf('email')), '정확한 이메일을 입력해 주십시요!')
      await expect(input(page, labelOf('email'))).toBeFocused()
      await expect(input(page, labelOf('email'))).toHaveValue('not-an-address')
    })
    const name = await fillIn(page)
    await test.step('an invalid phone number is cleared, and can be restored', async () => {
      await input(page, labelOf('phone')).pressSequentially('010123')
      await button.save(page).click()
      await expect(page.getByText('정확한 전화번호를 입력해 주십시요!').first()).toBeVisible()
      await expect(input(page, labelOf('phone'))).toHaveValue('')
      await page
        .getByRole('button', { name: /되돌리기/ })
        .first()
        .click()
      await expect(input(page, labelOf('phone'))).toHaveValue(/^010-?123$/)
      await input(page, labelOf('phone')).fill('')
    })
    await test.step('a password below eight characters', async () => {
      await fillPasswords('1234567', '1234567')
      await button.save(page).click()
      await expect(
        page.getByText('비밀번호의 최소 길이는 8자이야 합니다. 다시 입력해 주십시요!').first(),
      ).toBeVisible()
    })
    await test.step('a confirmation that differs', async () => {
      await fillPasswords('Journey-1!', 'Journey-2!')
      await button.save(page).click()
      await expect(page.getByText('비밀번호가 일치하지 않습니다!').first()).toBeVisible()
      await expect(page).toHaveURL(/edit\/0/)
    })
    await fillPasswords('Journey-1!', 'Journey-1!')
    await test.step('the e-mail address of another client', async () => {
      await input(page, labelOf('email')).fill(emailOf('client'))
      await button.save(page).click()
      await saidAt(input(page, labelOf('email')), '이미 사용 중인 이메일입니다')
      await expect(input(page, labelOf('email'))).toBeFocused()
      await expect(input(page, labelOf('name'))).toHaveValue(name)
      await input(page, labelOf('email')).fill(freshEmail())
    })
    await test.step('a server that fails, and an unreachable server', async () => {
      await page.route('**/api/clients/', route => route.fulfill({ status: 500, body: 'broken' }))
      await button.save(page).click()
      await expect(failure).toBeVisible()
      await expect(input(page, labelOf('name'))).toHaveValue(name)
      await page.unroute('**/api/clients/')
      await page.route('**/api/clients/', route => route.abort())
      const failedRequest = page.waitForEvent('requestfailed')
      await button.save(page).click()
      await failedRequest
      await expect(failure).toBeVisible()
      await page.unroute('**/api/clients/')
    })
    await button.save(page).click()
    await expect(page.getByText('회원을 생성하였습니다.')).toBeVisible()
  })

  test('SQL, script and formula text is stored and shown as plain text', async ({ open, site }) => {
    const nasty = `'; DROP TABLE clients; -- <img src=x onerror=alert(1)> =1+2`
    const client = await makeClient(site, { name: fresh('글자') })
    const page = await open('master', `${LIST}/edit/${client.id}`)
    for (const field of ['zone', 'duty', 'comment']) await input(page, labelOf(field)).fill(nasty)
    await button.save(page).click()
    await expect(page.getByText('회원을 수정하였습니다.')).toBeVisible()
    await page.reload()
    for (const field of ['zone', 'duty', 'comment'])
      await expect(input(page, labelOf(field))).toHaveValue(nasty)
    await page.goto(LIST)
    await expect(await find(page, client.name)).toContainText(nasty)
    expect(await page.locator('main img[src=x]').count()).toBe(0)
  })
})

test.describe('an existing client', () => {
  test('is changed with a notice and stored; an empty password field keeps the password', async ({
    open,
    site,
  }) => {
    const client = await makeClient(site, { zone: '옛 부서' })
    const page = await open('master', LIST)
    await button.edit(await find(page, client.name)).click()
    await expect(page).toHaveURL(`${LIST}/edit/${client.id}`)
    await expect(input(page, labelOf('email'))).toHaveValue(String(client.email))
    await expect(input(page, labelOf('password'))).toHaveValue('')
    await input(page, labelOf('zone')).fill('새 부서')
    await button.save(page).click()
    await expect(page.getByText('회원을 수정하였습니다.')).toBeVisible()
    const signedIn = await fetch(`${site.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: client.email, password: 'Journey-1!' }),
    })
    expect(signedIn.status).toBe(200)
    await page.goto(`${LIST}/edit/${client.id}`)
    await expect(input(page, labelOf('zone'))).toHaveValue('새 부서')
    await input(page, labelOf('active')).uncheck()
    await button.save(page).click()
    await expect(page.getByText('회원을 수정하였습니다.').last()).toBeVisible()
    await follow(page, `${LIST}/edit/${client.id}`)
    await expect(input(page, labelOf('active'))).not.toBeChecked()
    await button.back(page).click()
    await expect(page).toHaveURL(new RegExp(`${LIST}(\\?|$)`))
  })

  test('needs a name; the form keeps its values when the server fails', async ({ open, site }) => {
    const client = await makeClient(site)
    const page = await open('master', `${LIST}/edit/${client.id}`)
    await expect(input(page, labelOf('name'))).toHaveValue(client.name)
    await input(page, labelOf('name')).fill('')
    await button.save(page).click()
    await expect(page.getByText('필수 회원 데이터가 없습니다!').first()).toBeVisible()
    await expect(input(page, labelOf('name'))).toBeFocused()
    await input(page, labelOf('name')).fill(client.name)
    await input(page, labelOf('zone')).fill('잃으면 안 되는 부서')
    await page.route('**/api/clients/', route => route.fulfill({ status: 503, body: '' }))
    await button.save(page).click()
    await expect(page.getByText('회원 수정에 실패하였습니다!').first()).toBeVisible()
    await expect(input(page, labelOf('zone'))).toHaveValue('잃으면 안 되는 부서')
  })

  test('is not found when it does not exist or belongs to another vendor', async ({ open, site }) => {
    const foreign = await makeClient(site, { vendor: 2 })
    const page = await open('vendor', LIST)
    await expect(rows(page).first()).toBeVisible()
    for (const id of [foreign.id, 999_999]) {
      await follow(page, `${LIST}/edit/${id}`)
      await expect(page.getByText(translate('records.form.gone'))).toBeVisible()
      await expect(page.getByText(foreign.name)).toHaveCount(0)
    }
  })
})

test.describe('levels', () => {
  test('vendor staff create clients of their own vendor, up to their own level', async ({ open, site }) => {
    const page = await open('vendor', `${LIST}/edit/0`)
    await input(page, labelOf('level')).click()
    await expect(page.getByRole('option')).toHaveText(['방문객', '회원', '업체'])
    await page.keyboard.press('Escape')
    const name = await fillIn(page)
    await input(page, labelOf('password')).fill('Journey-1!')
    await page.getByLabel(CONFIRM).first().fill('Journey-1!')
    await expect(input(page, labelOf('paid'))).toHaveCount(0)
    await button.save(page).click()
    await expect(page.getByText('회원을 생성하였습니다.')).toBeVisible()
    expect((await clientsOf(site, 'vendor')).find(record => record.name === name)).toMatchObject({
      vendor: 1,
    })
  })

  test('accounts of a higher level cannot be changed or deleted', async ({ site }) => {
    const boss = await makeClient(site, { vendor: 1, level: 9 })
    const changed = await ask(site, 'vendor', 'PUT', '/api/clients/', { ...boss, name: 'x', level: 3 })
    expect([403, 404, 422]).toContain(changed.status)
    expect([403, 404, 409]).toContain(
      (await ask(site, 'vendor', 'DELETE', `/api/admin/clients/${boss.id}`)).status,
    )
    const raised = await ask(site, 'vendor', 'PUT', '/api/clients/', {
      id: 0,
      name: 'y',
      email: freshEmail(),
      level: 9,
    })
    expect([403, 422]).toContain(raised.status)
  })

  for (const who of ['guest', 'client'] as const) {
    test(`a ${who} is refused the list and the form of clients`, async ({ open }) => {
      const page = await open(who, LIST)
      for (const path of [LIST, `${LIST}/edit/0`, `${LIST}/edit/1`]) {
        await follow(page, path)
        await expect(page.getByText(translate('shell.denied.sentence'))).toBeVisible()
        await expect(page.getByRole('textbox', { name: labelOf('name') })).toHaveCount(0)
      }
    })
  }
})
