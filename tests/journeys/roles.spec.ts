/**
 * A role defined only in config: one file for the built server, in a config folder with only the differences.
 */
import { applyConfigChange, copyConfig } from '../support/configFolder'
import { emailOf, expect, PASSWORD, signIn, startSite, test } from '../support/journey'
import { ask, button, choose, find, freshEmail, rows } from '../support/records'

const numberIn = (text: string | null) => Number((text ?? '').replace(/,/g, '').match(/\d+/)?.[0])

test('a role of roles.json sees one province and no edit buttons', async ({ open }) => {
  const config = await copyConfig('config/examples/overlay')
  const site = await startSite({ data: process.env.JOURNEY_SEED, env: { FLEET_CONFIG: config.path } })
  try {
    await applyConfigChange({ ...site, config }, () =>
      config.drop('config/examples/roles.json', 'roles.json'),
    )
    await test.step('a master assigns it', async () => {
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

    await test.step('the map has devices in only one province', async () => {
      const counts = await provinces.getByRole('option').allTextContents()
      const seoul = numberIn(await provinces.getByRole('option', { name: /서울/ }).textContent())
      expect(seoul).toBeGreaterThan(0)
      // The country and this province.
      expect(counts.map(numberIn).filter(count => count > 0)).toEqual([seoul, seoul])
      await page.goto('/app/devices')
      await expect(page.getByText(/개의 디바이스가 검색되었습니다/)).toContainText(String(seoul))
    })

    await test.step('the other files of the folder also override the delivered ones', async () => {
      await expect(page.getByRole('columnheader', { name: '제조번호' })).toBeVisible()
      await expect(page.getByRole('columnheader', { name: '설치 장소' })).toBeVisible()
      await expect(page.getByRole('columnheader', { name: '모델' })).toBeVisible()
    })

    await test.step('the list has no edit button', async () => {
      await expect(rows(page).first()).toBeVisible()
      await expect(page.getByRole('button', { name: /등록|제어|발급/ })).toHaveCount(0)
      await expect(button.edit(rows(page).first())).toHaveCount(0)
      await expect(page.getByRole('link', { name: /명령 작성|제어 작성/ })).toHaveCount(0)
    })

    await test.step('a changed rule applies to the next request', async () => {
      const resultLine = page.getByText(/개의 디바이스가 검색되었습니다/)
      const before = numberIn(await resultLine.textContent())
      type Roles = { roles: Record<string, { resources: Record<string, { rows?: unknown }> }> }
      await config.change<Roles>('roles.json', ({ roles }) => {
        roles['regional-manager']!.resources.devices!.rows =
          "sido in ['KR-11', 'KR-41'] && vendor == user.vendor"
      })
      await expect(async () => {
        await page.reload()
        await expect(rows(page).first()).toBeVisible()
        await expect
          .poll(async () => numberIn(await resultLine.textContent()), { timeout: 2000 })
          .toBeGreaterThan(before)
      }).toPass()
    })

    await test.step('an auditor reads everything, without edit buttons', async () => {
      const email = freshEmail('auditor')
      const account = { id: 0, name: '감사', email, password: PASSWORD, level: 9, role: 'auditor' }
      expect((await ask(site, 'master', 'PUT', '/api/clients/', account)).status).toBe(200)
      const auditor = await open('nobody', '/login', { site })
      await signIn(auditor, email, PASSWORD)
      await expect(auditor.getByRole('listbox')).toHaveAttribute('aria-busy', 'false')
      for (const path of ['/app/devices', '/app/admin/clients', '/app/groups/batches']) {
        await auditor.goto(path)
        await expect(rows(auditor).first()).toBeVisible()
        await expect(auditor.getByRole('button', { name: /등록|추가|삭제|제어|발급/ })).toHaveCount(0)
        await expect(button.edit(rows(auditor).first())).toHaveCount(0)
      }
    })

    await test.step('the syntax of an earlier release works, with a warning to masters', async () => {
      await config.write('resources/models.json', { source: { dialect: 'console' } })
      const master = await open('master', '/app/admin/models', { site })
      await expect(async () => {
        await master.reload()
        await expect(rows(master).first()).toBeVisible()
        await expect(master.getByText(/설정 파일에 확인할 점이 1건 있습니다/)).toBeVisible({
          timeout: 2000,
        })
      }).toPass()
      await expect(rows(master).first()).toBeVisible()
      await master.getByRole('button', { name: '숨기기' }).click()
      await expect(master.getByText(/설정 파일에 확인할 점이 1건 있습니다/)).toHaveCount(0)
    })
  } finally {
    await site.stop()
    await config.discard()
  }
})
