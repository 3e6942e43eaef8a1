/**
 * Registration, social sign-in and the profile (§2, §4, §5, §8, decisions 15 and 27).
 */
import { translate } from '../../src/tools/translate'
import { expect, type Page, signIn, test } from '../support/journey'
import { all, ask, freshEmail, makeClient, statusOfLogin } from '../support/records'

const PASSWORD = 'Journey-1!'
const FAILED = '사용자 정보를 변경하지 못하였습니다! 다시 시도하여 주세요.'

const registerButton = (page: Page) =>
  page.getByRole('button', { name: translate('account.register.submit') })
const secret = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const panel = (page: Page) => page.getByRole('tabpanel')
const change = (page: Page) =>
  panel(page)
    .getByRole('button', { name: translate('profile.change') })
    .click()
const openTab = (page: Page, name: string) => page.getByRole('tab', { name }).click()

async function register(page: Page, email: string, password: string, confirmation = password): Promise<void> {
  await page.getByRole('textbox', { name: '이메일' }).fill(email)
  await secret(page, '비밀번호').fill(password)
  await secret(page, '비밀번호 확인').fill(confirmation)
  await registerButton(page).click()
}

test('a new user registers with validation, signs in as a guest without a vendor, and is later given one', async ({
  open,
  site,
}) => {
  const email = freshEmail('register')
  const page = await open('nobody', '/login')
  await page.getByRole('link', { name: translate('account.login.register') }).click()
  await expect(page).toHaveURL('/register')

  await test.step('an incomplete form is not sent', async () => {
    await page.getByRole('textbox', { name: '이메일' }).fill(email)
    await registerButton(page).click()
    await expect(page.getByText('Password field is empty')).toBeVisible()
    await expect(page.getByText('Password field is empty')).toHaveCount(0)
    await register(page, email, PASSWORD, 'other')
    await expect(page.getByText('Passwords are not equal')).toBeVisible()
    await register(page, '', PASSWORD)
    await expect(page.getByText('Something was wrong. Try again')).toBeVisible()
  })

  await test.step('an error of the server is shown in an alert', async () => {
    await register(page, 'master@demo.local', PASSWORD)
    await expect(page.getByRole('alert').filter({ hasText: '이미 사용 중인 이메일입니다' })).toBeVisible()
    await expect(page.getByRole('textbox', { name: '이메일' })).toHaveValue('master@demo.local')
  })

  await test.step('the button shows Loading... during the request', async () => {
    let goOn = () => {}
    const held = new Promise<void>(resolve => {
      goOn = resolve
    })
    await page.route('**/api/auth/signup', async route => {
      await held
      await route.continue()
    })
    await register(page, email, PASSWORD)
    await expect(page.getByRole('button', { name: 'Loading...' })).toBeDisabled()
    goOn()
    await expect(page.getByText("You've been registered successfully")).toBeVisible()
    await expect(page).toHaveURL('/login')
  })

  await test.step('the new account is a guest without a vendor and sees whom to contact', async () => {
    await signIn(page, email, PASSWORD)
    await expect(page.getByText(translate('shell.noVendor.sentence'))).toBeVisible()
    const stored = (await all(site, 'master', '/api/admin/clients')).find(record => record.email === email)!
    expect(stored).toMatchObject({ level: 1, vendor: 0, active: true })
    await ask(site, 'master', 'PUT', '/api/clients/', { id: stored.id, vendor: 1 })
    await page.getByRole('link', { name: new RegExp(translate('shell.nav.profile')) }).click()
    await expect(page.getByText(/한빛텔레매틱스/)).toBeVisible()
  })
})

test('the profile shows the user and changes each detail; a failing server and a refused password keep the input', async ({
  open,
  site,
}) => {
  const values = { vendor: 1, zone: '관제팀', duty: '주임', phone: '01055556666', password: PASSWORD }
  const me = await makeClient(site, values)
  const page = await open('nobody', '/app/profile')
  await signIn(page, String(me.email), PASSWORD)
  await expect(page.getByRole('tablist')).toBeVisible()

  await test.step('vendor and name, phone, e-mail, department, position, address, figures', async () => {
    await expect(page.getByRole('heading', { name: `한빛텔레매틱스 ${me.name}` })).toBeVisible()
    for (const text of [
      '010-5555-6666',
      String(me.email),
      '관제팀 · 주임',
      '서울특별시 성동구 아차산로 17길 48',
    ])
      await expect(page.getByText(text)).toBeVisible()
    for (const name of ['소유 단말', '연결 단말', '연결 갯수'])
      await expect(page.getByRole('group', { name })).toContainText('0')
  })

  await test.step('each tab changes its field; cancel restores the saved value', async () => {
    for (const [name, typed, shown] of [
      ['전화번호', '01077778888', '010-7777-8888'],
      ['부서', '신사업팀', '신사업팀 · 주임'],
      ['직책', '과장', '신사업팀 · 과장'],
    ] as const) {
      await openTab(page, name)
      const field = panel(page).getByRole('textbox', { name })
      const before = await field.inputValue()
      await field.fill('01')
      await panel(page).getByRole('button', { name: '취소' }).click()
      await expect(field).toHaveValue(before)
      await field.fill(typed)
      await change(page)
      await expect(page.getByText(translate('profile.done', { name }))).toBeVisible()
      await expect(page.getByText(shown, { exact: true })).toBeVisible()
    }
  })

  await test.step('a new name appears in the bar at once', async () => {
    await openTab(page, '이름')
    await panel(page).getByRole('textbox', { name: '이름' }).fill(`${me.name} 새`)
    await change(page)
    await expect(
      page.getByRole('banner').getByRole('link', { name: new RegExp(`${me.name} 새`) }),
    ).toBeVisible()
  })

  const address = freshEmail('moved')
  await test.step('a new e-mail address keeps the session', async () => {
    await openTab(page, '이메일')
    await panel(page).getByRole('textbox', { name: '이메일' }).fill(address)
    await change(page)
    await expect(page.getByText(address, { exact: true })).toBeVisible()
    await expect(page.getByText(translate('profile.done', { name: '이메일' }))).toBeVisible()
    await page.reload()
    await expect(page.getByText(address, { exact: true })).toBeVisible()
  })

  await test.step('a server that fails', async () => {
    await openTab(page, '부서')
    await panel(page).getByRole('textbox', { name: '부서' }).fill('잃으면 안 되는 부서')
    await page.route('**/api/client/', route => route.fulfill({ status: 500, body: '' }))
    await change(page)
    await expect(page.getByText(FAILED)).toBeVisible()
    await expect(panel(page).getByRole('textbox', { name: '부서' })).toHaveValue('잃으면 안 되는 부서')
    await page.unroute('**/api/client/')
  })

  await test.step('a password is refused, with its confirmation cleared, and then changed', async () => {
    await openTab(page, '비밀번호')
    const fill = async (current: string, next: string, confirmation: string) => {
      await secret(page, '현재 비밀번호').fill(current)
      await secret(page, '새 비밀번호').fill(next)
      await secret(page, '새 비밀번호 확인').fill(confirmation)
      await change(page)
    }
    await fill(PASSWORD, '한글Abcd12!', '한글Abcd12!')
    await expect(page.getByText('한글 사용은 가능하지 않습니다!')).toBeVisible()
    await expect(secret(page, '새 비밀번호 확인')).toHaveValue('')
    await fill('Wrong-one1!', 'Brand-new2@', 'Brand-new2@')
    await expect(page.getByText(translate('errors.client.currentWrong'))).toBeVisible()
    await fill(PASSWORD, 'Brand-new2@', 'Brand-new2@')
    await expect(page.getByText(translate('profile.password.done'))).toBeVisible()
    await page.reload()
    await expect(page.getByRole('tablist')).toBeVisible()
    expect(await statusOfLogin(site, address, 'Brand-new2@')).toBe(200)
  })
})
