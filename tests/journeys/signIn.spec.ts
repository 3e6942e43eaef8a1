/** Sign-in, redirects and the end of a session (§2 Login and the guard, §4 Session, decision 12). */

import { translate } from '../../src/tools/translate'
import { emailOf, expect, follow, PASSWORD, type Page, signIn, test } from '../support/journey'
import { filtered } from '../support/records'

const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('token'))

test('without a token a page leads to the login, which returns to it', async ({ open }) => {
  const page = await open('nobody', '/')
  for (const path of ['/', '/app', '/app/main/fleet']) {
    if (path !== '/') await page.goto(path)
    await expect(page).toHaveURL(/\/login/)
    const kept = await page.evaluate(() => Object.values({ ...sessionStorage }).join())
    expect(kept, path).not.toContain('/app')
  }
  for (const path of ['/register', '/error']) {
    await page.goto(path)
    await expect(page).toHaveURL(path)
    await expect(page.locator('body')).toContainText(/[가-힣]/)
  }
  await test.step('a link with a filter is opened after the login', async () => {
    await page.goto(`${filtered('/app/devices', { status: 'linked' })}&page=2`)
    await expect(page).toHaveURL(/\/login/)
    await signIn(page, emailOf('vendor'), PASSWORD)
    await expect(page).toHaveURL(/\/app\/devices\?/)
    const address = new URL(page.url())
    expect(JSON.parse(address.searchParams.get('filter') ?? '{}')).toEqual({ status: 'linked' })
    expect(address.searchParams.get('page')).toBe('2')
  })
  await test.step('with a token the main page opens instead of the login, and unknown addresses have a page of their own', async () => {
    for (const path of ['/app', '/login']) {
      await page.goto(path)
      await expect(page, path).toHaveURL('/app/main/fleet')
    }
    for (const path of ['/nowhere', '/app/devices/zzz', '/app/main/unknown']) {
      await follow(page, path)
      await expect(page).toHaveURL(path)
      await expect(page.getByText('존재하지 않습니다'), path).toBeVisible()
      await follow(page, '/app/profile')
      await expect(page.getByText('존재하지 않습니다')).toHaveCount(0)
    }
    await page.goto('/nowhere')
    await page.getByRole('link', { name: /메인 페이지/ }).click()
    await expect(page).toHaveURL('/app/main/fleet')
  })
})

test('a user signs in, and logs out in all tabs; a wrong password is refused', async ({ open, site }) => {
  const page = await open('nobody', '/login')
  const calls: string[] = []
  page.on('request', request => {
    if (request.url().includes('/api/')) calls.push(request.url())
  })
  await signIn(page, emailOf('client'), '')
  await expect(page.getByText('정확한 로그인 정보를 입력해주세요.')).toBeVisible()
  expect(calls).toEqual([])
  await signIn(page, 'nobody@demo.local', 'not-the-password')
  await expect(page.getByRole('alert')).toContainText(/[가-힣]/)
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('textbox', { name: /이메일/ })).toHaveValue('nobody@demo.local')
  expect(await tokenOf(page)).toBeNull()

  await signIn(page, emailOf('client'), PASSWORD)
  await expect(page).toHaveURL('/app/main/fleet')
  const user = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}'))
  expect(user).toMatchObject({ level: 3, email: 'client@demo.local' })
  const token = await tokenOf(page)

  await test.step('logging out in another tab ends the session in both', async () => {
    const other = await page.context().newPage()
    await other.goto('/app/orders')
    const revoked = other.waitForResponse('**/api/auth/logout')
    await other.getByRole('button', { name: '로그아웃' }).click()
    await revoked
    await expect(other).toHaveURL(/\/login/)
    await expect(page).toHaveURL(/\/login/)
    expect(await tokenOf(page)).toBeNull()
    const answer = await fetch(`${site.url}/api/devices`, { headers: { authorization: `Bearer ${token}` } })
    expect(answer.status, 'the server refuses the token').toBe(401)
  })
})

test('a token in the address signs in, and is removed from the history', async ({ open, site }) => {
  const page = await open('nobody', '/login?token=e30.e30.e30')
  await expect(page.getByText(translate('account.ended.unreadable'))).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  expect(await tokenOf(page)).toBeNull()
  const token = await site.token('client')
  await page.goto(`/login?token=${token}`)
  await expect(page).toHaveURL('/app/main/fleet')
  const entries = await page.evaluate(() => history.length)
  for (let at = 1; at < entries; at++) {
    await page.goBack()
    expect(page.url()).not.toContain(token)
  }
})

test('a session ends with its token, and the next sign-in returns to the page', async ({ open, site }) => {
  const page = await open('client', '/app/orders', { fresh: true })
  await expect(page.getByRole('main')).toBeVisible()
  await test.step('a token that the server refuses ends the session', async () => {
    await page.route('**/api/**', route =>
      route.fulfill({ status: 401, json: { result: false, message: '끝', code: 'x' } }),
    )
    await page.goto('/app/devices')
    await expect(page).toHaveURL(/\/login/)
    await page.unroute('**/api/**')
    expect(await tokenOf(page)).toBeNull()
    await signIn(page, emailOf('client'), PASSWORD)
    await expect(page).toHaveURL(new RegExp(`^${site.url}/app/devices`))
  })
  await test.step('a token that expires while the page is open ends it, too', async () => {
    const expires = await page.evaluate(() => {
      const part = localStorage.getItem('token')!.split('.')[1]!
      return JSON.parse(atob(part.replace(/-/g, '+').replace(/_/g, '/'))).exp * 1000
    })
    await page.clock.install({ time: Date.now() })
    await page.reload()
    await expect(page.getByRole('main')).toBeVisible()
    await page.clock.fastForward(expires - Date.now() + 5_000)
    await expect(page).toHaveURL(/\/login/)
  })
})
