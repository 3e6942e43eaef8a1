/**
 * Registering devices from a spreadsheet (§2 Roster dialog, decision 29), and every error in one.
 */
import { translate } from '../../src/tools/translate'
import { expect, PHONE, test } from '../support/journey'
import { freshImei } from '../support/records'
import { choose, count, fixture, given, openDialog, upload } from '../support/rosterDialog'

test('the dialog explains the steps, offers a sample, and accepts a file that can be replaced and removed', async ({
  open,
  site,
}) => {
  const before = await count(site.url, await site.token('master'))
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
  await test.step('invalid rows are listed with row and reason before sending', async () => {
    await choose(page, fixture('roster-wrong.xlsx'))
    const table = dialog.getByRole('table', { name: translate('roster.check.bad') })
    await expect(table.getByRole('rowheader').first()).toHaveText(/^\d+행$/)
    await expect(table.getByRole('row').first()).toContainText(/[가-힣]/)
    await upload(page)
    await expect(dialog.getByText(/보내지 않았습니다/)).toBeVisible()
    expect(await count(site.url, await site.token('master'))).toBe(before)
    await expect(dialog.getByText('roster-wrong.xlsx'), 'the file stays chosen').toBeVisible()
  })
  await test.step('when the API is unreachable the dialog shows an error and keeps the file', async () => {
    await choose(page, fixture('roster-good.xlsx'))
    await page.route('**/api/devices/roster/ul', route => route.abort('connectionrefused'))
    await upload(page)
    await expect(dialog.getByText(translate('shell.failure.network'))).toBeVisible()
    await expect(dialog.getByText('roster-good.xlsx')).toBeVisible()
    await expect(
      dialog.getByRole('button', { name: translate('roster.dialog.upload'), exact: true }),
    ).toBeEnabled()
    await page.unroute('**/api/devices/roster/ul')
  })
  await test.step('an empty file is refused', async () => {
    await choose(page, { name: 'empty.xlsx', mimeType: '', buffer: Buffer.alloc(0) })
    await expect(dialog.getByRole('alert').last()).toContainText(/[가-힣]/)
  })
  await test.step('closing returns the focus to the button that opened the dialog', async () => {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('button', { name: translate('roster.dialog.open') })).toBeFocused()
  })
})

for (const [who, where, viewport] of [
  ['client', 'on a desktop', undefined],
  ['vendor', 'on a desktop', undefined],
  ['client', 'on a phone', PHONE],
] as const)
  test(`an invalid cell is corrected in the dialog, and all rows are registered: by a ${who} ${where}`, async ({
    open,
    site,
  }) => {
    const token = await site.token('master')
    const before = await count(site.url, token)
    const page = await open(who, '/app/devices', viewport && { viewport })
    const dialog = await openDialog(page)
    const [good, bad] = [freshImei(), freshImei()]
    const phone = (imei: string) => imei.slice(-9, -1)
    const text = `IMEI;전화번호;시리얼;모델\n${good};10${phone(good)};1;FT-100\n${bad.slice(0, 13)};010${phone(bad)};2;FT-100\n`
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
    await upload(page)
    await expect(dialog.getByText('단말목록을 추가 하였습니다.')).toBeVisible()
    expect(await count(site.url, token)).toBe(before + 2)
  })

test('the lists of devices and orders are exported with their filters, on a desktop and on a phone', async ({
  open,
}) => {
  for (const [who, path, status, name, viewport] of [
    ['client', '/app/devices', 'linked', '디바이스', undefined],
    ['vendor', '/app/devices', 'linked', '디바이스', PHONE],
    ['vendor', '/app/orders', 'failure', '제어 명령', PHONE],
  ] as const) {
    const page = await open(who, `${path}?filter=${JSON.stringify({ status })}`, viewport && { viewport })
    await page.getByRole('button', { name: translate('exports.open') }).click()
    const dialog = page.getByRole('dialog', { name: translate('exports.title', { name }) })
    await dialog.getByLabel(translate('exports.csv')).check()
    const coming = page.waitForEvent('download')
    const asked = page.waitForRequest(`**${path.replace('app', 'api/exports')}?*`)
    await dialog.getByRole('button', { name: translate('exports.download') }).click()
    expect(new URL((await asked).url()).searchParams.get('status')).toBe(status)
    expect((await coming).suggestedFilename()).toMatch(new RegExp(`^${name}_\\d{4}-\\d\\d-\\d\\d\\.csv$`))
    await expect(dialog.getByText(translate('exports.done'))).toBeVisible()
  }
})

const bad: [title: string, file: string | { name: string; mimeType: string; buffer: Buffer }][] = [
  ['a text that is called xlsx', given('a.xlsx', 'this is not a spreadsheet')],
  ['a PDF', given('a.xlsx', '%PDF-1.7\n1 0 obj')],
  ['a page of the web', given('a.xlsx', '<html><table><tr><td>IMEI</td></tr></table></html>')],
  ['a broken archive', given('a.xlsx', 'PK\u0003\u0004 and then nothing of the kind')],
  ['an old xls', fixture('roster-good.xls')],
  ['an OpenDocument sheet', fixture('roster-good.ods')],
  ['wrong headers', given('a.csv', 'name,color\nx,red\n')],
]
test('a file without a list of devices is refused with a message', async ({ open }) => {
  const page = await open('client', '/app/devices')
  for (const [title, file] of bad) {
    await test.step(title, async () => {
      const dialog = await openDialog(page)
      await choose(page, file)
      const answered = page.waitForResponse('**/api/devices/roster/ul')
      await upload(page)
      const answer = await answered
      expect(answer.status()).toBeGreaterThanOrEqual(400)
      expect(answer.status()).toBeLessThan(500)
      const { message } = (await answer.json()) as { message: string }
      expect(message).toMatch(/[가-힣]/)
      await expect(dialog.getByText(message).first()).toBeVisible()
      await dialog.getByRole('button', { name: '닫기' }).last().click()
      await expect(dialog).toHaveCount(0)
    })
  }
})

test('a guest can open the dialog, and sees why the server refuses the upload', async ({ open }) => {
  const page = await open('guest', '/app/devices')
  const dialog = await openDialog(page)
  await choose(page, fixture('roster-good.xlsx'))
  const answered = page.waitForResponse('**/api/devices/roster/ul')
  await upload(page)
  const answer = await answered
  expect(answer.status()).toBe(403)
  const { message } = (await answer.json()) as { message: string }
  await expect(dialog.getByText(message)).toBeVisible()
})

test('notices clear after 30 seconds', async ({ open }) => {
  const page = await open('client', '/app/devices')
  await page.clock.install()
  const dialog = await openDialog(page)
  await upload(page)
  const notice = dialog.getByText('목록 파일을 선택 후, 업로드 해 주세요!')
  await expect(notice).toBeVisible()
  await page.clock.fastForward(29_000)
  await expect(notice).toBeVisible()
  await page.clock.fastForward(1_500)
  await expect(notice).toHaveCount(0)
})
