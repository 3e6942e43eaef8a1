/** Compose (§2, §5, §8) by group as a vendor. Search, cancellation and drafts: tests/console/compose. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { translate } from '../../src/tools/translate'
import { axeFindings } from '../support/axe'
import { expect, type Page, test } from '../support/journey'
import { ask, chooseFirst } from '../support/records'
import { root } from '../support/source'

const COMPOSE = '/app/orders/compose'

const register = (page: Page) =>
  page.getByRole('button', { name: translate('compose.register'), exact: true })

test('a vendor composes an order for a group, with the messages of §5', async ({ open, site }) => {
  const command = readFileSync(join(root, 'config/examples/commands/report-settings.json'), 'utf8')
  expect((await ask(site, 'master', 'POST', '/api/resources/methods', JSON.parse(command))).status).toBe(200)
  const page = await open('vendor', COMPOSE)
  await test.step('a missing command is reported by a notice at the top (§5)', async () => {
    await expect(page.getByRole('combobox', { name: /제어 명령/ })).toBeVisible()
    await register(page).click()
    const toast = page.getByText('제어 명령을 선택하여 주세요!')
    await expect(toast).toBeVisible()
    const { x, y, width } = (await toast.boundingBox())!
    expect(y, 'at the top').toBeLessThan(120)
    // The window is 1440 px wide.
    expect(Math.abs(x + width / 2 - 720), 'in the centre').toBeLessThan(60)
    await expect(toast).toBeHidden()
  })
  await test.step('several values are each validated at their input, under the content security policy', async () => {
    await chooseFirst(page, /제어 명령/, '보고 설정')
    const interval = page.getByRole('textbox', { name: '보고 주기(초)' })
    await expect(interval).toHaveValue('300')
    await interval.fill('5')
    await page.getByRole('group', { name: '받는 서버' }).getByLabel('포트').fill('70000')
    await register(page).click()
    await expect(interval).toHaveAccessibleDescription(/^10 이상/)
    await expect(interval).toBeFocused()
    const address = page.getByRole('textbox', { name: '주소' })
    await expect(address).toHaveAccessibleDescription('값을 입력해 주세요.')
    expect(await axeFindings(page)).toEqual([])
    await interval.fill('60')
    await expect(interval).toHaveAccessibleDescription(/짧을수록/)
  })
  await test.step('the code editor works under the content security policy', async () => {
    await chooseFirst(page, /제어 명령/, '표시 문구')
    const editor = page.getByRole('textbox', { name: /^값/ })
    await editor.fill('점검 중입니다')
    await expect(editor).toHaveCSS('white-space', /break-spaces|pre-wrap/)
  })
  await test.step('the number of devices in a chosen batch is shown', async () => {
    await chooseFirst(page, /^모델/, 'FT-100')
    await chooseFirst(page, /^그룹/, '수도권 화물 1차')
    await expect(page.getByText(/^온라인 [\d,]+대$/)).toBeVisible()
  })
  await test.step('an end before the start is reported at the field', async () => {
    const period = page.locator('[data-field=expired]')
    await period.getByRole('spinbutton', { name: /년|year/i }).fill('2020')
    await register(page).click()
    await expect(period.getByRole('alert')).toBeVisible()
    await period.getByRole('spinbutton', { name: /년|year/i }).fill('2099')
  })
})
