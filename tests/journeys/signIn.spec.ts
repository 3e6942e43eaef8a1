/** Sign-in, redirects and the end of a session (§2 Login and the guard, §4 Session, decisions 12 and 13). */

import { translate } from '../../src/tools/translate'
import { emailOf, expect, follow, PASSWORD, signIn, startSite, test } from '../support/journey'

test('a user signs in and lands on the main page', async ({ open }) => {
  const page = await open('nobody', '/login')
  await signIn(page, emailOf('client'), PASSWORD)
  await expect(page).toHaveURL('/app/main/fleet')
  await expect(page.getByRole('main')).toBeVisible()
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}'))).toMatchObject({
    level: 3,
    email: 'client@demo.local',
  })
})

test('an incomplete login is not sent; a wrong password shows the message of the server and keeps the input', async ({
  open,
}) => {
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
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('a deep link with filters is opened after the login', async ({ open }) => {
  const wanted = `/app/devices?filter=${encodeURIComponent('{"status":"linked"}')}&page=2`
  const page = await open('nobody', wanted)
  await expect(page).toHaveURL(/\/login/)
  await signIn(page, emailOf('vendor'), PASSWORD)
  await expect(page).toHaveURL(/\/app\/devices\?/)
  const address = new URL(page.url())
  expect(JSON.parse(address.searchParams.get('filter') ?? '{}')).toEqual({ status: 'linked' })
  expect(address.searchParams.get('page')).toBe('2')
})

for (const path of ['/', '/app', '/app/main/fleet']) {
  test(`without a token ${path} redirects to the login and is not remembered`, async ({ open }) => {
    const page = await open('nobody', path)
    await expect(page).toHaveURL(/\/login/)
    expect(await page.evaluate(() => Object.values({ ...sessionStorage }).join())).not.toContain('/app')
    await signIn(page, emailOf('guest'), PASSWORD)
    await expect(page).toHaveURL('/app/main/fleet')
  })
}

for (const path of ['/register', '/error', '/login']) {
  test(`${path} needs no login`, async ({ open }) => {
    const page = await open('nobody', path)
    await expect(page).toHaveURL(path)
    await expect(page.locator('body')).toContainText(/[가-힣]/)
  })
}

test('an unknown path needs a login first, then shows that the page does not exist', async ({ open }) => {
  const page = await open('nobody', '/app/nowhere')
  await expect(page).toHaveURL(/\/login/)
  await signIn(page, emailOf('guest'), PASSWORD)
  await expect(page.getByText('존재하지 않습니다')).toBeVisible()
  await page.getByRole('link', { name: /메인 페이지/ }).click()
  await expect(page).toHaveURL('/app/main/fleet')
})

test('/nowhere, /app/devices/zzz and /app/main/unknown show that the page does not exist', async ({
  open,
}) => {
  const page = await open('guest', '/nowhere')
  await expect(page.getByText('존재하지 않습니다')).toBeVisible()
  for (const path of ['/app/devices/zzz', '/app/main/unknown']) {
    await follow(page, '/app/profile')
    await expect(page.getByText('존재하지 않습니다')).toHaveCount(0)
    await follow(page, path)
    await expect(page.getByText('존재하지 않습니다')).toBeVisible()
  }
})

for (const path of ['/', '/app']) {
  test(`${path} redirects a signed-in user to the main page`, async ({ open }) => {
    const page = await open('guest', path)
    await expect(page).toHaveURL('/app/main/fleet')
  })
}

test('a token in the address signs in, and is removed from address and history', async ({ open, site }) => {
  const token = await site.token('client')
  const page = await open('nobody', `/login?token=${token}`)
  await expect(page).toHaveURL('/app/main/fleet')
  expect(page.url()).not.toContain('token')
  const entries = await page.evaluate(() => history.length)
  for (let at = 1; at < entries; at++) {
    await page.goBack()
    expect(page.url()).not.toContain(token)
  }
})

test('an invalid token in the address shows an error and signs nobody in', async ({ open }) => {
  const page = await open('nobody', '/login?token=e30.e30.e30')
  await expect(page.getByText(translate('account.ended.unreadable'))).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('a stored valid token skips the login', async ({ open }) => {
  const page = await open('client', '/login')
  await expect(page).toHaveURL('/app/main/fleet')
})

test('an expired token is removed and redirects to the login', async ({ open }) => {
  const page = await open('nobody', '/login')
  await page.evaluate(() => {
    const part = (value: object) => btoa(JSON.stringify(value)).replace(/=+$/, '')
    const claims = {
      exp: Math.floor(Date.now() / 1000) - 60,
      user: { id: 1, level: 9, name: 'a', email: 'a@b.kr' },
    }
    localStorage.setItem('token', `${part({ alg: 'HS256' })}.${part(claims)}.x`)
  })
  await page.goto('/app/devices')
  await expect(page).toHaveURL(/\/login/)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('when the token expires the user is redirected to the login', async ({ open }) => {
  const page = await open('client', '/app/orders')
  await expect(page.getByRole('main')).toBeVisible()
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

test('a token refused by the server ends the session, and the page is remembered', async ({ open, site }) => {
  const page = await open('client', '/app/orders')
  await expect(page.getByRole('main')).toBeVisible()
  await page.route('**/api/**', route =>
    route.fulfill({ status: 401, json: { result: false, message: '끝', code: 'x' } }),
  )
  await page.goto('/app/devices')
  await expect(page).toHaveURL(/\/login/)
  await page.unroute('**/api/**')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await signIn(page, emailOf('client'), PASSWORD)
  await expect(page).toHaveURL(new RegExp(`^${site.url}/app/devices`))
})

test('logging out in one tab logs out the others', async ({ open }) => {
  const page = await open('client', '/app/devices')
  const other = await page.context().newPage()
  await other.goto('/app/orders')
  await expect(other.getByRole('main')).toBeVisible()
  await logOut(other)
  await expect(other).toHaveURL(/\/login/)
  await expect(page).toHaveURL(/\/login/)
})

test('after a logout the server refuses the token', async ({ open, site }) => {
  const page = await open('nobody', '/login')
  await signIn(page, emailOf('client'), PASSWORD)
  await expect(page).toHaveURL('/app/main/fleet')
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const revoked = page.waitForResponse('**/api/auth/logout')
  await logOut(page)
  await revoked
  const answer = await fetch(`${site.url}/api/devices`, { headers: { authorization: `Bearer ${token}` } })
  expect(answer.status).toBe(401)
})

test('five wrong passwords lock the sign-in, and the page asks to wait', async ({ open }) => {
  const site = await startSite({ data: process.env.JOURNEY_SEED })
  try {
    const page = await open('nobody', '/login', { site })
    for (let attempt = 1; attempt <= 6; attempt++) {
      const answered = page.waitForResponse('**/api/auth/login')
      await signIn(page, emailOf('client'), `wrong-${attempt}`)
      expect((await answered).status()).toBe(attempt <= 5 ? 401 : 429)
    }
    await expect(page.getByRole('alert')).toContainText(/[가-힣]/)
  } finally {
    await site.stop()
  }
})

async function logOut(page: import('@playwright/test').Page) {
  const button = page.getByRole('button', { name: '로그아웃' })
  await button.click()
}
