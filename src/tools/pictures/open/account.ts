/** Opens the views of the profile and of the frame around all screens. */
import type { Locator, Page } from '@playwright/test'
import { emailOf, PASSWORD } from '../../services/site'
import { callFrom, dialogOf, type OpenView, type Sentence } from '../view'

export async function linkAccount(page: Page, sentence: Sentence): Promise<void> {
  await page.getByRole('button', { name: sentence('profile.logins.linkOf', { name: 'Google' }) }).click()
  await dialogOf(page).waitFor()
}

/** Adds a provider account to the response, since no account of the demo has one. */
export async function unlinkAccount(page: Page, sentence: Sentence): Promise<void> {
  const logins = '**/api/auth/logins'
  await page.route(logins, async route => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { payload: { logins: object[] } }
    body.payload.logins = [{ provider: 'google', email: emailOf('client'), used: new Date().toISOString() }]
    await route.fulfill({ response: answer, json: body })
  })
  await page.reload()
  await page.getByRole('button', { name: sentence('profile.logins.unlinkOf', { name: 'Google' }) }).click()
  await dialogOf(page).waitFor()
  await page.unroute(logins)
}

/** Opens a URL with the token of another user. */
export async function tokenOffer(page: Page): Promise<void> {
  const credentials = { email: emailOf('guest'), password: PASSWORD }
  const { payload } = await callFrom<{ payload: string }>(page, 'POST', '/api/auth/login', credentials)
  await page.goto(`/login?token=${payload}`)
  await dialogOf(page).waitFor()
}

/** The clock of the page is stopped this long before the token expires, when the warning is shown. */
const BEFORE_EXPIRY_MS = 65_000

export async function idle(page: Page): Promise<void> {
  await page.evaluate(beforeExpiryMs => {
    const [, claims = ''] = localStorage.getItem('token')!.split('.')
    const { exp } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { exp: number }
    Date.now = () => exp * 1000 - beforeExpiryMs
    document.dispatchEvent(new Event('visibilitychange'))
  }, BEFORE_EXPIRY_MS)
  await dialogOf(page).waitFor()
}

const barButton = (page: Page, name: string): Locator =>
  page.getByRole('banner').getByRole('button', { name })

export function barMenu(name: string): OpenView {
  return async (page, sentence) => {
    await barButton(page, sentence(name)).click()
    await page.getByRole('menu').waitFor()
  }
}

export async function searchBox(page: Page, sentence: Sentence): Promise<void> {
  await barButton(page, sentence('search.name')).click()
  await page.getByRole('combobox', { name: sentence('search.name') }).fill('0101')
  await page.getByRole('option').first().waitFor()
}
