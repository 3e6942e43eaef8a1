/** Registering devices from a spreadsheet (§2 Roster dialog, decision 29). */
import { translate } from '../../src/tools/translate'
import { choose as chooseIn, countClicks, devicesIn, pressIn } from '../support/bulk'
import { expect, test } from '../support/journey'
import { devicesOf, freshImei, label, makeBatch, phoneOfImei, rows } from '../support/records'
import { choose, fixture, openDialog, upload } from '../support/rosterDialog'

test('the dialog offers a sample, takes one file, and sends only good rows', async ({ open, site }) => {
  const before = (await devicesOf(site, 'master')).count
  const page = await open('client', '/app/devices')
  const dialog = await openDialog(page)
  await test.step('without a file nothing is sent', async () => {
    await expect(dialog.getByText(translate('roster.dialog.help'))).toBeVisible()
    await upload(page)
    await expect(dialog.getByText('목록 파일을 선택 후, 업로드 해 주세요!')).toBeVisible()
  })
  await test.step('the sample is a spreadsheet with a Korean name', async () => {
    const coming = page.waitForEvent('download')
    await dialog.getByRole('button', { name: translate('roster.dialog.sample') }).click()
    expect((await coming).suggestedFilename()).toMatch(/[가-힣].*\.xlsx$/)
    await expect(dialog.getByText('다운로드를 완료 하였습니다!')).toBeVisible()
  })
  await test.step('a file can be replaced and removed before sending', async () => {
    await choose(page, fixture('roster-wrong.xlsx'))
    await expect(dialog.getByText('roster-wrong.xlsx')).toBeVisible()
    await choose(page, fixture('roster-good.xlsx'))
    await expect(dialog.getByText('roster-good.xlsx')).toBeVisible()
    await expect(dialog.getByText('roster-wrong.xlsx')).toHaveCount(0)
    await dialog.getByRole('button', { name: translate('roster.dialog.remove') }).click()
    await expect(dialog.getByText('roster-good.xlsx')).toHaveCount(0)
  })
  await test.step('hidden rows are counted before sending', async () => {
    await choose(page, fixture('people/hidden-rows.xlsx'))
    await expect(dialog.getByText(translate('roster.check.hidden', { count: 1 }))).toBeVisible()
    await dialog.getByRole('button', { name: translate('roster.dialog.remove') }).click()
  })
  await test.step('invalid rows are listed with row and reason before sending', async () => {
    await choose(page, fixture('roster-wrong.xlsx'))
    const table = dialog.getByRole('table', { name: translate('roster.check.bad') })
    await expect(table.getByRole('rowheader').first()).toHaveText(/^\d+행$/)
    await expect(table.getByRole('row').first()).toContainText(/[가-힣]/)
    await upload(page)
    await expect(dialog.getByText(/보내지 않았습니다/)).toBeVisible()
    expect((await devicesOf(site, 'master')).count).toBe(before)
    await expect(dialog.getByText('roster-wrong.xlsx'), 'the file stays chosen').toBeVisible()
  })
  await test.step('closing returns the focus to the button that opened the dialog', async () => {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('button', { name: translate('roster.dialog.open') })).toBeFocused()
  })
})

test('an invalid cell is corrected in the dialog, also after a failed upload', async ({ open, site }) => {
  const before = (await devicesOf(site, 'master')).count
  const page = await open('vendor', '/app/devices')
  const dialog = await openDialog(page)
  const [good, bad] = [freshImei(), freshImei()]
  const text = `IMEI;전화번호;시리얼;모델\n${good};${phoneOfImei(good).slice(1)};1;FT-100\n${bad.slice(0, 13)};${phoneOfImei(bad)};2;FT-100\n`
  await choose(page, {
    name: '단말.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`\ufeff${text}`, 'utf16le'),
  })
  await expect(dialog.getByText(translate('roster.check.mended', { count: 1 }))).toBeVisible()
  const cell = dialog.getByRole('textbox', {
    name: translate('roster.check.cell', { row: 3, column: 'IMEI' }),
  })
  await expect(cell).toHaveAccessibleDescription(/[가-힣]/)
  await cell.fill(bad)
  await cell.press('Enter')
  await expect(dialog.getByText(translate('roster.check.fine', { rows: 2 }))).toBeVisible()
  await page.route('**/api/devices/roster/ul', route => route.abort('connectionrefused'))
  await upload(page)
  await expect(dialog.getByText(translate('shell.failure.network'))).toBeVisible()
  await expect(dialog.getByText('단말.csv')).toBeVisible()
  await page.unroute('**/api/devices/roster/ul')
  await page.route('**/api/devices/roster/ul', route =>
    route.fulfill({ status: 403, json: { result: false, code: 'x', message: '등록할 권한이 없습니다.' } }),
  )
  await upload(page)
  await expect(dialog.getByText('등록할 권한이 없습니다.')).toBeVisible()
  await page.unroute('**/api/devices/roster/ul')
  await upload(page)
  await expect(dialog.getByText('단말목록을 추가 하였습니다.')).toBeVisible()
  expect((await devicesOf(site, 'master')).count).toBe(before + 2)
  await test.step('the new devices are put into a group, or listed', async () => {
    const view = dialog.getByRole('link', { name: translate('roster.dialog.view', { count: 2 }) })
    const list = (await view.getAttribute('href'))!
    const batch = await makeBatch(site, { model: 1 })
    await dialog.getByRole('button', { name: translate('roster.dialog.toGroup') }).click()
    // The dialog has already chosen the model of the new devices.
    await chooseIn(page, label('devices', 'batch_id'), batch.name)
    await pressIn(page.getByRole('dialog'), 'bulk.do.change', { records: '단말 2대' })
    await expect(page.getByText(translate('bulk.changed', { records: '단말 2대' }))).toBeVisible()
    expect((await devicesIn(site, batch.id)).map(({ id }) => id).sort()).toEqual([good, bad].sort())
    await page.goto(list)
    await expect(rows(page)).toHaveCount(2)
  })
})

test('two hundred devices are registered in a group with two clicks', async ({ open, site }) => {
  const batch = await makeBatch(site, { model: 1 })
  const lines = Array.from({ length: 200 }, (_, at) => {
    const imei = freshImei()
    return `${imei},${phoneOfImei(imei)},${at + 1},FT-100,${batch.name}`
  })
  const text = ['IMEI,전화번호,시리얼,모델,그룹', ...lines].join('\n')
  const page = await open('vendor', '/app/devices')
  const clicks = await countClicks(page)
  const dialog = await openDialog(page)
  await choose(page, { name: '단말.csv', mimeType: 'text/csv', buffer: Buffer.from(`\ufeff${text}`) })
  await expect(dialog.getByText(translate('roster.check.fine', { rows: 200 }))).toBeVisible()
  await upload(page)
  await expect(dialog.getByText('단말목록을 추가 하였습니다.')).toBeVisible()
  expect(await clicks()).toBe(2)
  expect((await devicesOf(site, 'vendor', `batch=${batch.id}`)).count).toBe(200)
  await test.step('syllables of CP949 that EUC-KR lacks are read by the page, and registered', async () => {
    for (const [file, id, serial] of [
      ['cp949-320.csv', '359999000003202', '뷁'],
      ['cp949-322.csv', '359999000003228', '됬음'],
      ['cp949-324.csv', '359999000003244', '갂'],
    ] as const) {
      await choose(page, fixture(`people/${file}`))
      await expect(dialog.getByText(translate('roster.check.fine', { rows: 1 }))).toBeVisible()
      await upload(page)
      const registered = async () => (await devicesOf(site, 'vendor', `ids=${id}`)).data[0]?.serial
      await expect.poll(registered).toBe(serial)
    }
  })
})
