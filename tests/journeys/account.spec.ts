/**
 * Registration and the profile against a real server (§2, §4, decisions 15 and 27). Their messages are tested in
 * tests/console/register and tests/console/profile.
 */
import { translate } from '../../src/tools/translate'
import { expect, signIn, test } from '../support/journey'
import { ask, freshEmail, makeClient, readAll, statusOfLogin } from '../support/records'

const PASSWORD = 'Journey-1!'

test('a new user registers, signs in as a guest without a vendor, and is later given one', async ({
  open,
  site,
}) => {
  const email = freshEmail('register')
  const page = await open('nobody', '/login')
  await page.getByRole('link', { name: translate('account.login.register') }).click()
  await page.getByRole('textbox', { name: '이메일' }).fill(email)
  for (const name of ['비밀번호', '비밀번호 확인'])
    await page.getByRole('textbox', { name, exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: translate('account.register.submit') }).click()
  await expect(page.getByText("You've been registered successfully")).toBeVisible()
  await expect(page).toHaveURL('/login')

  await signIn(page, email, PASSWORD)
  await expect(page.getByText(translate('shell.noVendor.sentence'))).toBeVisible()
  const stored = (await readAll(site, 'master', '/api/admin/clients')).find(record => record.email === email)!
  expect(stored).toMatchObject({ level: 1, vendor: 0, active: true })
  await ask(site, 'master', 'PUT', '/api/clients/', { id: stored.id, vendor: 1 })
  await page.getByRole('link', { name: new RegExp(translate('shell.nav.profile')) }).click()
  await expect(page.getByText(/한빛텔레매틱스/)).toBeVisible()
})

test('a user changes name, e-mail address and password in the profile', async ({ open, site }) => {
  const me = await makeClient(site, { vendor: 1, password: PASSWORD })
  const page = await open('nobody', '/app/profile')
  await signIn(page, String(me.email), PASSWORD)
  const panel = page.getByRole('tabpanel')
  /** Opens a tab, fills in its fields and saves. */
  const change = async (tab: string, values: Record<string, string>) => {
    await page.getByRole('tab', { name: tab }).click()
    for (const [name, value] of Object.entries(values))
      await panel.getByRole('textbox', { name, exact: true }).fill(value)
    await panel.getByRole('button', { name: translate('profile.change') }).click()
  }

  await test.step('a new name appears in the bar at once', async () => {
    await change('이름', { 이름: `${me.name} 새` })
    const bar = page.getByRole('banner')
    await expect(bar.getByRole('link', { name: new RegExp(`${me.name} 새`) })).toBeVisible()
  })
  const email = freshEmail('moved')
  await test.step('a new e-mail address keeps the session', async () => {
    await change('이메일', { 이메일: email })
    await expect(page.getByText(translate('profile.done', { name: '이메일' }))).toBeVisible()
    await page.reload()
    await expect(page.getByText(email, { exact: true })).toBeVisible()
  })
  await test.step('a new password keeps the session, and is needed at the next sign-in', async () => {
    const next = { '새 비밀번호': 'Brand-new2@', '새 비밀번호 확인': 'Brand-new2@' }
    await change('비밀번호', { '현재 비밀번호': 'Wrong-one1!', ...next })
    await expect(page.getByText(translate('errors.client.currentWrong'))).toBeVisible()
    await change('비밀번호', { '현재 비밀번호': PASSWORD, ...next })
    await expect(page.getByText(translate('profile.password.done'))).toBeVisible()
    await page.reload()
    await expect(page.getByRole('tablist')).toBeVisible()
    expect(await statusOfLogin(site, email, 'Brand-new2@')).toBe(200)
  })
})
