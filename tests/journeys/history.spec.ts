/** Who changed what: the tab on the page of a record, the list for staff, and the undo of a change. */

import { showPath } from '../../src/console/paths'
import { translate } from '../../src/tools/translate'
import { axeFindings } from '../support/axe'
import { applyConfigChange, dropExamples } from '../support/configFolder'
import { expect, fitsTheWidth, PHONE, test } from '../support/journey'
import { ask, fresh, input, label, makeBatch, rowOf, rows, saveAndExpect } from '../support/records'

const LIST = '/app/groups/batches'

test('a change is shown with both values, on the page of its record and in a list', async ({
  open,
  site,
}) => {
  const batch = await makeBatch(site)
  const page = await open('vendor', showPath(LIST, batch.id))
  await page.getByRole('link', { name: '수정', exact: true }).click()
  await input(page, label('batches', 'name')).fill(`${batch.name} 새이름`)
  await saveAndExpect(page, '그룹을 수정하였습니다.')

  await expect(page.getByRole('heading', { level: 1, name: `${batch.name} 새이름` })).toBeVisible()
  await page.getByRole('tab', { name: '이력' }).click()
  const panel = page.getByRole('tabpanel')
  await expect(panel.getByRole('row').nth(1)).toContainText(`변경이름${batch.name}→${batch.name} 새이름`)

  await page.getByRole('button', { name: '설정' }).click()
  await page.getByRole('menuitem', { name: '이력' }).click()
  await page.getByPlaceholder('사용자, 항목, 접속 주소').fill(`${batch.name} 새이름`)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('127.0.0.1')
  await rows(page).getByText('변경', { exact: true }).click()
  await expect(page).toHaveURL(showPath(LIST, batch.id))
})

test('an auditor sees a record, rows and history; an editor undoes', async ({ open, configSite: site }) => {
  const { config } = site
  await dropExamples(site, 'quotes/quote-lines', 'quotes/quotes')
  const [former, title] = [fresh('옛 견적'), fresh('봄 견적')]
  const lines = [{ name: '설치', amount: 1000, quantity: 3 }]
  const made = { title: former, offered: '2026-11-02', lines }
  const quote = (await ask(site, 'vendor', 'POST', '/api/resources/quotes', made)) as unknown as {
    id: number
  }
  await ask(site, 'vendor', 'PUT', `/api/resources/quotes/${quote.id}`, { title })
  // Vendor staff may look at quotes, and only masters edit them.
  await applyConfigChange(site, () =>
    config.change<{ access: object }>('resources/quotes.json', ({ access }) =>
      Object.assign(access, { create: 'master', edit: 'master', delete: 'master' }),
    ),
  )
  const undo = translate('records.undo.label')

  await test.step('the auditor', async () => {
    const auditor = await open('vendor', '/app/quotes', { site })
    await rowOf(auditor, title).getByText('2026-11-02').click()
    await expect(auditor.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(auditor.getByRole('cell', { name: '설치' })).toBeVisible()
    await expect(auditor.getByRole('link', { name: '수정' })).toHaveCount(0)
    expect(await axeFindings(auditor)).toEqual([])
    await auditor.getByRole('tab', { name: '이력' }).click()
    await expect(auditor.getByRole('tabpanel')).toContainText(`${former}→${title}`)
    await expect(auditor.getByRole('button', { name: undo })).toHaveCount(0)
    await auditor.setViewportSize(PHONE)
    await expect.poll(() => fitsTheWidth(auditor)).toBe(true)
  })

  await test.step('the editor', async () => {
    const editor = await open('master', `${showPath('/app/quotes', quote.id)}?tab=history.record`, { site })
    await editor.getByRole('button', { name: undo }).click()
    const dialog = editor.getByRole('alertdialog')
    await expect(dialog).toContainText(`${title}→${former}`)
    expect(await axeFindings(editor)).toEqual([])
    await dialog.getByRole('button', { name: undo }).click()
    await expect(editor.getByText(translate('records.undo.done'))).toBeVisible()
    await expect(editor.getByRole('heading', { level: 1, name: former })).toBeVisible()
    // The undo is the newest change, and only this one can be undone now.
    await editor.getByRole('button', { name: undo }).last().click()
    await dialog.getByRole('button', { name: undo }).click()
    await expect(dialog).toContainText(translate('errors.undo.newer'))
    await dialog.getByRole('button', { name: '취소', exact: true }).click()
  })
})
