/** A role by config alone: all of it happens to the built product by one file that is dropped into a copied config folder. */
import { copyConfig, inForce } from '../support/configFolder'
import { emailOf, expect, PASSWORD, signIn, startSite, test } from '../support/journey'
import { button, choose, find, rows } from '../support/records'

const numberIn = (text: string | null) => Number((text ?? '').replace(/,/g, '').match(/\d+/)?.[0])

test('a regional manager by roles.json: given in the form of an account, who then sees one province and no button to change it', async ({
  open,
}) => {
  const config = await copyConfig()
  const site = await startSite({ data: process.env.JOURNEY_SEED, env: { FLEET_CONFIG: config.path } })
  try {
    await inForce(site, () => config.drop('config/examples/roles.json', 'roles.json'))
    await test.step('a master gives it', async () => {
      const page = await open('master', '/app/admin/clients', { site })
      await button.edit(await find(page, emailOf('vendor'))).click()
      await choose(page, '역할', '지역 담당')
      await button.save(page).click()
      await expect(page.getByText('회원을 수정하였습니다.')).toBeVisible()
      await button.back(page).click()
      await expect(rows(page).filter({ hasText: emailOf('vendor') })).toContainText('지역 담당')
    })
    const page = await open('nobody', '/login', { site })
    await signIn(page, emailOf('vendor'), PASSWORD)
    const provinces = page.getByRole('listbox')
    await expect(provinces).toHaveAttribute('aria-busy', 'false')

    await test.step('the map has devices in one province', async () => {
      const counts = await provinces.getByRole('option').allTextContents()
      const seoul = numberIn(await provinces.getByRole('option', { name: /서울/ }).textContent())
      expect(seoul).toBeGreaterThan(0)
      // The country, and of its provinces this one.
      expect(counts.map(numberIn).filter(count => count > 0)).toEqual([seoul, seoul])
      await page.goto('/app/devices')
      await expect(page.getByText(/개의 디바이스가 검색되었습니다/)).toContainText(String(seoul))
    })

    await test.step('and the list no button to change one', async () => {
      expect(await rows(page).count()).toBeGreaterThan(0)
      await expect(page.getByRole('button', { name: /등록|제어|발급/ })).toHaveCount(0)
      await expect(button.edit(rows(page).first())).toHaveCount(0)
      await expect(page.getByRole('link', { name: /명령 작성|제어 작성/ })).toHaveCount(0)
    })
  } finally {
    await site.stop()
    await config.discard()
  }
})
