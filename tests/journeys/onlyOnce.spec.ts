/**
 * Unique values and date limits, from config files of a running built server, for several levels on phone and desktop.
 */
import { applyConfigChange } from '../support/configFolder'
import { expect, fitsTheWidth, PHONE, test } from '../support/journey'
import { ask, button, choose, input, label, rowOf, saidAt } from '../support/records'

interface SimsFile {
  fields: Record<string, Record<string, unknown>>
}

const SIMS = '/api/resources/sims'
const labelOf = (field: string) => label('examples/sims', field)
const ICCID = '8982300000000000123'

test('a second record with the same unique value is refused at the field, and the form keeps its values', async ({
  open,
  configSite: site,
}) => {
  const { config } = site
  await applyConfigChange(site, () => config.drop('config/examples/sims.json', 'resources/sims.json'))
  const sim = { iccid: ICCID, carrier: 'kt', plan: 'M2M' }
  for (let nth = 0; nth < 2; nth++) expect((await ask(site, 'vendor', 'POST', SIMS, sim)).status).toBe(200)
  const message = { ko: '이미 등록된 유심입니다.', en: 'This SIM card is registered already.' }
  await applyConfigChange(site, () =>
    config.change<SimsFile>('resources/sims.json', ({ fields }) => {
      fields.iccid!.unique = { message }
    }),
  )

  const page = await open('vendor', '/app/sims', { site })
  await page.setViewportSize(PHONE)
  await button.create(page).click()
  await input(page, labelOf('iccid')).fill(` ${ICCID} `)
  await choose(page, labelOf('carrier'), 'LG U+')
  await input(page, labelOf('plan')).fill('IoT 무제한')
  await button.save(page).click()
  await saidAt(input(page, labelOf('iccid')), message.ko)
  await expect(input(page, labelOf('plan'))).toHaveValue('IoT 무제한')
  await fitsTheWidth(page)
  await input(page, labelOf('iccid')).fill('8982300000000000124')
  await button.save(page).click()
  await expect(page).toHaveURL(/\/app\/sims(\?|$)/)

  // Duplicates stored before the rule remain, and masters see their number.
  const master = await open('master', '/app/devices', { site })
  await expect(master.getByText('/fields/iccid/unique')).toBeVisible()
  await expect(master.getByText(/저장된 값 1개가 기록 2개에 중복/)).toBeVisible()
})

test('date limits and choice limits are enforced, and a client sees the values entered by staff', async ({
  open,
  configSite: site,
}) => {
  await applyConfigChange(site, () =>
    site.config.drop('config/examples/contracts.json', 'resources/contracts.json'),
  )
  const of = (field: string) => label('examples/contracts', field)
  const contract = {
    number: 'C-1',
    begins: '2026-03-01',
    ends: '2026-02-01',
    services: ['remote', 'repair', 'report'],
  }
  const path = '/api/resources/contracts'
  const refused = await ask(site, 'vendor', 'POST', path, contract)
  expect([refused.status, Object.keys(refused.errors ?? {}).sort()]).toEqual([422, ['ends', 'services']])
  const right = { ...contract, ends: '2026-12-31', services: ['remote'] }
  expect((await ask(site, 'vendor', 'POST', path, right)).status).toBe(200)

  const page = await open('vendor', '/app/contracts', { site })
  await button.edit(rowOf(page, 'C-1')).click()
  const ends = page.getByRole('group', { name: new RegExp(`^${of('ends')}`) }).first()
  await ends.getByRole('spinbutton').first().click()
  await page.keyboard.type('20260228')
  await button.save(page).click()
  await expect(ends).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText(refused.errors!.ends!)).toBeVisible()
  const client = await open('client', '/app/contracts', { site })
  await expect(rowOf(client, 'C-1')).toContainText('2026-12-31')
  await expect(button.edit(rowOf(client, 'C-1'))).toHaveCount(0)
  await expect(button.create(client)).toHaveCount(0)
})
