/** Sign-in by Google and Microsoft, against two real local providers (§2 Register, Login and Profile). */

import { freePort } from '../../src/tools/services/site'
import { translate } from '../../src/tools/translate'
import { axeFindings } from '../support/axe'
import {
  emailOf,
  expect,
  fitsTheWidth,
  type Open,
  type Opening,
  PASSWORD,
  type Page,
  PHONE,
  type Site,
  settled,
  startSite,
  testOn,
} from '../support/journey'
import { startProvider, type TestProvider } from '../support/oidc'

type SocialSite = Site & Record<'google' | 'microsoft', TestProvider>

const test = testOn(async (): Promise<SocialSite> => {
  const port = await freePort()
  const origins = [`http://127.0.0.1:${port}`]
  const google = await startProvider('google', origins)
  const microsoft = await startProvider('microsoft', origins)
  // The provider's user `client` has the e-mail address of the demo client.
  for (const provider of [google, microsoft])
    provider.people.set('client', { email: emailOf('client'), email_verified: true })
  const env = { ...google.env, ...microsoft.env }
  const site = await startSite({ data: process.env.JOURNEY_SEED, port, env })
  const stop = async () => {
    await site.stop()
    await Promise.all([google.stop(), microsoft.stop()])
  }
  return { ...site, google, microsoft, stop, [Symbol.asyncDispose]: stop }
})

// One server and its providers for all tests of the file.
test.describe.configure({ mode: 'default' })

let site: SocialSite
let open: (path: string, options?: Opening) => Promise<Page>
test.beforeEach(({ site: own, open: opening }: { site: SocialSite; open: Open }) => {
  site = own
  site.google.misbehave = site.google.broken = undefined
  const visits = [site.google.issuer, site.microsoft.issuer]
  open = (path, options) => opening('nobody', path, { visits, ...options })
})

const providerLink = (page: Page, name: string) =>
  page.getByRole('link', { name: translate('account.social.with', { name }), exact: true })

/** Signs in at the provider. */
async function answer(page: Page, login: string) {
  await page.getByRole('textbox', { name: 'Login' }).fill(login)
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('a new user signs in by Google as a guest; the second sign-in uses the same account and returns to the requested page', async () => {
  const page = await open('/register')
  const addresses: string[] = []
  page.on('framenavigated', frame => addresses.push(frame.url()))

  await test.step('the first sign-in creates a guest', async () => {
    await providerLink(page, 'Google').click()
    await answer(page, 'newcomer')
    await expect(page.getByText(translate('shell.noVendor.sentence'))).toBeVisible()
    await expect(page).toHaveURL('/')
    expect(await page.evaluate(() => localStorage.getItem('token'))).toMatch(/^ey/)
  })

  await test.step('the token is neither in the address nor in the history', async () => {
    await page.goBack()
    await expect(page).not.toHaveURL(/token=/)
    const read = () => JSON.stringify([location.href, history.state, document.referrer])
    const entries = await page.evaluate(read)
    expect(entries).not.toContain('once_')
    // The server's redirect stays in the address until the page has loaded.
    expect(addresses.some(address => address.includes('token=once_'))).toBe(true)
    expect(site.output()).not.toContain('once_')
  })

  await test.step('the second sign-in begins at a page that needs it, and returns there', async () => {
    await page.goto('/')
    await page.getByRole('button', { name: '로그아웃' }).click()
    await expect(page).toHaveURL(/\/login/)
    await page.goto('/app/profile?change=phone')
    await expect(page).toHaveURL(/\/login/)
    await providerLink(page, 'Google').click()
    // The provider has a session and asks nothing.
    await expect(page).toHaveURL('/app/profile?change=phone')
    await expect(page.getByText('newcomer@oidc.local').first()).toBeVisible()
  })
})

test('an account with a password is linked after entering the password, on a phone and in English', async () => {
  const page = await open('/login', { viewport: PHONE })
  await settled(page)
  expect(await axeFindings(page)).toEqual([])
  await providerLink(page, 'Microsoft').click()
  await answer(page, 'client')
  await expect(page.getByRole('heading', { level: 1, name: translate('account.link.title') })).toBeVisible()
  await expect(page.getByText(emailOf('client'))).toBeVisible()
  expect(await axeFindings(page)).toEqual([])

  await page.getByRole('button', { name: translate('shell.language.title') }).click()
  await page.getByRole('menuitemradio', { name: 'English' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Link accounts' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Enter its password once' })).toBeVisible()
  expect(await fitsTheWidth(page)).toBe(true)

  const submit = page.getByRole('button', { name: 'Confirm and link' })
  await submit.click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByRole('textbox', { name: 'Password' }).fill('not-this-one')
  await submit.click()
  await expect(page.getByRole('alert')).toContainText('is wrong')
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await submit.click()
  await expect(page).toHaveURL('/app/main/fleet')
})
