/** The lists of devices and orders as files. */
import { translate } from '../../src/tools/translate'
import { expect, PHONE, test } from '../support/journey'
import { filtered } from '../support/records'

test('the lists of devices and orders are exported with their filters', async ({ open }) => {
  for (const [who, path, status, name, viewport] of [
    ['client', '/app/devices', 'linked', '디바이스', undefined],
    ['vendor', '/app/orders', 'failure', '제어 명령', PHONE],
  ] as const) {
    const page = await open(who, filtered(path, { status }), viewport && { viewport })
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
