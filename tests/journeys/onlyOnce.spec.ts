/** A value that only one record may have, by one line in a file of a running built product, as staff of a vendor sees it on a phone. */
import { type ConfigFolder, copyConfig, inForce } from '../support/configFolder'
import { expect, fitsTheWidth, PHONE, type Site, startSite, test } from '../support/journey'
import { ask, button, choose, input, label, saidAt } from '../support/records'

interface SimsFile {
  fields: Record<string, Record<string, unknown>>
}

const SIMS = '/api/resources/sims'
const at = (field: string) => label('examples/sims', field)
const ICCID = '8982300000000000123'

let site: Site
let config: ConfigFolder
test.beforeAll(async () => {
  config = await copyConfig()
  site = await startSite({ data: process.env.JOURNEY_SEED, env: { FLEET_CONFIG: config.path } })
})
test.afterAll(async () => {
  await site.stop()
  await config.discard()
})

test('a second record with the same value is refused at the field, and what was typed stays', async ({
  open,
}) => {
  await inForce(site, () => config.drop('config/examples/sims.json', 'resources/sims.json'))
  const sim = { iccid: ICCID, carrier: 'kt', plan: 'M2M' }
  for (let made = 0; made < 2; made++) expect((await ask(site, 'vendor', 'POST', SIMS, sim)).status).toBe(200)
  const message = { ko: '이미 등록된 유심입니다.', en: 'This SIM card is registered already.' }
  await inForce(site, () =>
    config.change<SimsFile>('resources/sims.json', ({ fields }) => {
      fields.iccid!.unique = { message }
    }),
  )

  const page = await open('vendor', '/app/sims', { site })
  await page.setViewportSize(PHONE)
  await button.create(page).click()
  await input(page, at('iccid')).fill(` ${ICCID} `)
  await choose(page, at('carrier'), 'LG U+')
  await input(page, at('plan')).fill('IoT 무제한')
  await button.save(page).click()
  await saidAt(input(page, at('iccid')), message.ko)
  await expect(input(page, at('plan'))).toHaveValue('IoT 무제한')
  await fitsTheWidth(page)
  await input(page, at('iccid')).fill('8982300000000000124')
  await button.save(page).click()
  await expect(page).toHaveURL(/\/app\/sims(\?|$)/)

  // What was stored twice before the rule stays, and masters are told how many there are.
  const master = await open('master', '/app/devices', { site })
  await expect(master.getByText('/fields/iccid/unique')).toBeVisible()
  await expect(master.getByText(/저장된 값 1개가 기록 2개에 중복/)).toBeVisible()
})
