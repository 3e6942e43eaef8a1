/** A browser with blocked or full storage: the console works, and says that it forgets settings. */
import { translate } from '../../src/tools/translate'
import { emailOf, expect, follow, PASSWORD, signIn, test } from '../support/journey'
import { rows } from '../support/records'

const STORAGES = {
  blocked: () => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('blocked', 'SecurityError')
        },
      })
  },
  full: () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  },
}

for (const [state, script] of Object.entries(STORAGES))
  test(`with ${state} storage a user signs in, lists devices and composes an order`, async ({ open }) => {
    const page = await open('nobody', '/login', { fresh: true })
    await page.addInitScript(script)
    await page.goto('/login')
    await signIn(page, emailOf('master'), PASSWORD)
    await expect(page).toHaveURL('/app/main/fleet')
    await expect(page.getByText(translate('shell.storage.volatile'))).toBeVisible()
    await follow(page, '/app/devices')
    await expect(rows(page).first()).toContainText(/\d{15}/)
    await follow(page, '/app/orders/compose')
    await page.getByRole('combobox', { name: /제어 명령/ }).click()
    await page.getByRole('option').first().click()
    await page.getByRole('button', { name: translate('compose.register'), exact: true }).click()
    await expect(page.getByRole('alert').first()).toContainText(/[가-힣]/)
  })
